import { useEffect, useRef, useState } from 'react'
import { MESSAGE_MEDIA_MAX } from '#contract/limits'
import { session } from '../../data/session'
import { storage } from '../../data/storage'
import { acceptable } from './accept'
import type { Photo } from './model'
import { keepPhotos, photosOf, release } from './photos'

/** Text (kept on the device) and pictures (kept while the page lives) of the message being written in a conversation. */
export const useDraft = (id: string) => {
  const [text, setText] = useState(() => storage.get(`draft:${session.accountId ?? ''}:${id}`) ?? '')
  const [photos, setPhotos] = useState(() => photosOf(id))
  /** What stands here now, for the end of a send that began earlier; null once the conversation is left. */
  const now = useRef<{ readonly text: string; readonly photos: readonly Photo[] } | null>(null)
  useEffect(() => {
    now.current = { text, photos }
    const key = `draft:${session.accountId ?? ''}:${id}` as const
    if (text) storage.set(key, text)
    else storage.remove(key)
    keepPhotos(id, photos)
  }, [id, text, photos])
  useEffect(() => () => {
    release(now.current?.photos.filter((p) => p.pending) ?? [])
    now.current = null
  }, [])

  /** Pictures of 30 MB at most, as many as one message takes; the rest is ignored silently. */
  const add = (files: Iterable<File>): void => {
    const room = Math.max(0, MESSAGE_MEDIA_MAX - photos.length)
    const chosen = [...files].filter(acceptable).slice(0, room).map((file): Photo => ({ id: crypto.randomUUID(), file, spots: [], preview: null, ratio: null, pending: true }))
    if (chosen.length > 0) setPhotos((list) => [...list, ...chosen])
  }
  const remove = (photoId: string): void => {
    release(photos.filter((p) => p.id === photoId))
    setPhotos((list) => list.filter((p) => p.id !== photoId))
  }
  const change = (photoId: string, patch: Partial<Photo>): void => setPhotos((list) => list.map((p) => (p.id === photoId ? { ...p, ...patch } : p)))
  return { text, setText, photos, setPhotos, add, remove, change, now }
}
