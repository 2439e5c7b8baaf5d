import { useState } from 'react'
import type { Album, AlbumMarks } from '#contract/albums/albums'
import { storage } from '../../../data/device/storage'

export interface AlbumDraft {
  readonly name: string
  readonly description: string
  readonly visibility: 'private' | 'public'
  /** Missing until chosen: the server then decides by the visibility. */
  readonly marks?: AlbumMarks
}

/** What is typed about an album, kept on this device until it is saved or cancelled. */
export const useAlbumDraft = (accountId: string, album: Album | undefined) => {
  const key = `album_draft:${accountId}:${album?.id ?? 'new'}` as const
  const [start] = useState<AlbumDraft>(() => ({
    name: album?.name ?? '',
    description: album?.description ?? '',
    visibility: 'private',
    ...(album?.marks ? { marks: album.marks } : {}),
  }))
  const [draft, setDraft] = useState(() => (storage.get(key) as AlbumDraft | undefined) ?? start)
  return {
    draft,
    change: (patch: Partial<AlbumDraft>): void => {
      const changed = { ...draft, ...patch }
      setDraft(changed)
      if (JSON.stringify(changed) === JSON.stringify(start)) storage.remove(key)
      else storage.set(key, changed)
    },
    forget: (): void => storage.remove(key),
  }
}
