import { useCallback, useEffect } from 'react'
import { useData } from '../../../data/http/cache'
import { mutate } from '../../../data/http/mutate'
import {
  listAlbumMedia,
  listAlbums,
  moveAlbumMedia,
  removeAlbumMedia,
  type Album,
  type AlbumMedia,
} from '#contract/albums/albums'
import { readAlbumLog } from '#contract/albums/shares'
import { ALBUM_MEDIA_PAGE } from '#contract/limits'
import { listOwnPhotos, type ProfilePhoto } from '#contract/profile/photos'
import { ApiError, call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { pagesOf, paginate, type PhotoPages } from './model'

/** No longer shared, deleted, or never visible: stale content must be cleared. */
export const isAccessLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404)

/** Albums of a member as the caller may see them, locked ones included. */
export const useAlbums = (accountId: string) =>
  useData<readonly Album[]>(
    memberKey('albums', accountId, 'list'),
    async () => (await call(listAlbums, { query: { accountId, includePrivate: 'true' } })).albums,
  )

/** Pages loaded since an album was opened; reloaded together after a change. */
const wanted = new Map<string, Set<number>>()
const page = (id: string, n: number) =>
  call(listAlbumMedia, {
    params: { id },
    query: { limit: String(ALBUM_MEDIA_PAGE), offset: String(n * ALBUM_MEDIA_PAGE) },
  })
export const photosKey = (accountId: string, albumId: string) =>
  memberKey('albums', accountId, 'photos', albumId)

const loadAgain = async (id: string): Promise<PhotoPages> => {
  const numbers = [...(wanted.get(id) ?? [0])]
  const answers = await Promise.all(numbers.map((n) => page(id, n)))
  return {
    total: Math.min(...answers.map((a) => a.total)),
    pages: Object.fromEntries(numbers.map((n, i) => [n, answers[i]?.media ?? []])),
  }
}

/** Photos of an album, 100 at a time: `need` loads those at some indexes. null: no album. */
export const usePhotos = (accountId: string, albumId: string | null) => {
  const {
    data,
    error,
    mutate: reload,
  } = useData<PhotoPages>(albumId ? photosKey(accountId, albumId) : null, () =>
    loadAgain(albumId as string),
  )
  useEffect(() => {
    if (!albumId) return undefined
    if (!wanted.has(albumId)) wanted.set(albumId, new Set([0])) // the grid inside may already have loaded some
    return () => void wanted.delete(albumId)
  }, [albumId])
  const need = useCallback(
    async (from: number, to: number): Promise<void> => {
      if (!albumId) return
      const known = wanted.get(albumId) ?? new Set([0])
      wanted.set(albumId, known)
      const missing = pagesOf(from, to).filter((n) => !known.has(n))
      await Promise.all(
        missing.map(async (n) => {
          known.add(n)
          try {
            const { media, total } = await page(albumId, n)
            await mutate<PhotoPages>(
              photosKey(accountId, albumId),
              (now) => ({ total, pages: { ...now?.pages, [n]: media } }),
              { revalidate: false },
            )
          } catch {
            known.delete(n) // loaded again when these indexes come into view
          }
        }),
      )
    },
    [accountId, albumId],
  )
  const refused = isAccessLost(error)
  return { data: refused ? undefined : data, error, refused, need, reload: () => void reload() }
}

/** Shows a new order at once and saves it; a refusal restores the server's order. */
export const saveOrder = async (
  accountId: string,
  albumId: string,
  list: readonly AlbumMedia[],
  changed: readonly AlbumMedia[],
): Promise<void> => {
  const key = photosKey(accountId, albumId)
  await mutate(key, paginate(list), { revalidate: false })
  try {
    await call(moveAlbumMedia, {
      params: { id: albumId },
      body: { positions: changed.map((m) => ({ mediaId: m.id, position: m.position })) },
    })
    void mutate(memberKey('albums', accountId, 'list'))
  } catch (error) {
    void mutate(key)
    throw error
  }
}

/**
 * Removes a photo from the page before the server's reply; a failure puts it back, as the reload may
 * fail too.
 */
export const removePhotoOptimistic = async (
  accountId: string,
  albumId: string,
  list: readonly AlbumMedia[],
  id: string,
): Promise<void> => {
  const left = paginate(list.filter((m) => m.id !== id))
  const removed = removePhoto(albumId, id).then(() => left)
  await mutate(photosKey(accountId, albumId), removed, {
    optimisticData: left,
    rollbackOnError: true,
    revalidate: false,
  })
}
export const removePhoto = (id: string, mediaId: string): Promise<unknown> =>
  call(removeAlbumMedia, { params: { id, mediaId } })

/** Accounts that opened an own private album. */
export const useAccessLog = (accountId: string, albumId: string | null) =>
  useData(
    albumId ? memberKey('albums', accountId, 'log', albumId) : null,
    async () => (await call(readAlbumLog, { params: { id: albumId as string } })).accesses,
  )

/** The caller's own public photos. */
export const useOwnPhotos = (accountId: string) =>
  useData<readonly ProfilePhoto[]>(
    memberKey('photos', accountId, 'own'),
    async () => (await call(listOwnPhotos, {})).photos,
  )

const OWN: readonly unknown[] = ['albums', 'photos', 'profile']
/** Reloads everything that shows the account's own photos. */
export const refreshOwnPhotos = (accountId: string): Promise<unknown> =>
  mutate((key) => Array.isArray(key) && OWN.includes(key[0]) && key[1] === accountId)
