import type { Photo } from './model'

/** Pictures of a message that is not sent yet, by conversation: they survive a look at another one, not a reload. */
const waiting = new Map<string, readonly Photo[]>()
/** What one sent stays as it stands on the screen: object URLs by media id, so that one's own photo is never fetched back. */
const sent = new Map<string, string>()
const SENT_KEPT = 60

const free = (url: string | null | undefined): void => {
  if (url) URL.revokeObjectURL(url)
}
export const release = (photos: readonly Photo[]): void => photos.forEach((p) => free(p.preview))

export const photosOf = (id: string): readonly Photo[] => waiting.get(id) ?? []
/** Those that were still in the blur modal are not kept: nobody has confirmed them. */
export const keepPhotos = (id: string, photos: readonly Photo[]): void => {
  const confirmed = photos.filter((p) => !p.pending)
  if (confirmed.length > 0) waiting.set(id, confirmed)
  else waiting.delete(id)
}

export const keepSent = (mediaId: string, photo: Photo): void => {
  if (!photo.preview) return
  sent.set(mediaId, photo.preview)
  const [oldest] = sent
  if (sent.size > SENT_KEPT && oldest) {
    sent.delete(oldest[0])
    free(oldest[1])
  }
}
export const sentPreview = (mediaId: string): string | undefined => sent.get(mediaId)

/** Another account, or nobody. */
export const forgetPhotos = (): void => {
  for (const photos of waiting.values()) release(photos)
  for (const url of sent.values()) free(url)
  waiting.clear()
  sent.clear()
}
