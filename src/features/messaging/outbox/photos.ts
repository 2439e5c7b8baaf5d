import type { StoredPhoto } from '../../../data/device/outbox-store'
import type { Photo } from '../state/model'

/** What one sent stays as it stands on the screen: object URLs by media id, so that one's own photo is never fetched back. */
const sent = new Map<string, string>()
const SENT_KEPT = 60

const free = (url: string | null | undefined): void => {
  if (url) URL.revokeObjectURL(url)
}
export const release = (photos: readonly Photo[]): void => photos.forEach((p) => free(p.preview))

export const keepSent = (mediaId: string, photo: Photo): void => {
  if (!photo.preview || sent.has(mediaId)) return
  sent.set(mediaId, photo.preview)
  const [oldest] = sent
  if (sent.size > SENT_KEPT && oldest) {
    sent.delete(oldest[0])
    free(oldest[1])
  }
}
export const sentPreview = (mediaId: string): string | undefined => sent.get(mediaId)

/** Another account, or nobody. */
export const forgetSent = (): void => {
  for (const url of sent.values()) free(url)
  sent.clear()
}

/** Types that every browser draws by itself. */
const DRAWN = /^image\/(?:jpeg|png|webp|gif|avif|bmp)$/
/** A chosen picture that is added as it is, without the modal. */
export const asChosen = (photo: Photo): Photo => ({
  ...photo,
  pending: false,
  still: null,
  preview: DRAWN.test(photo.file.type) ? URL.createObjectURL(photo.file) : null,
})

/** What the device keeps of a picture, and under which names. */
export const storedPhoto = (p: Photo): StoredPhoto => ({
  id: p.id,
  name: p.file.name,
  spots: p.spots,
  ratio: p.ratio,
  converted: false,
})
/** Bytes of photos by their name on the device; `converted`: what will be sent, in place of the chosen file. */
export const filesOf = (
  photos: readonly Photo[],
  converted: Readonly<Record<string, Blob>> = {},
): ReadonlyMap<string, Blob> =>
  new Map(
    photos.flatMap((p): [string, Blob][] => [
      [p.id, converted[p.id] ?? p.file],
      ...(p.still ? [[`${p.id}:still`, p.still] as [string, Blob]] : []),
    ]),
  )

/** A picture as the device kept it; null when its bytes are gone. With spots it is never shown without them. */
export const restoredPhoto = async (
  p: StoredPhoto,
  file: (id: string) => Promise<Blob | undefined>,
): Promise<Photo | null> => {
  const [bytes, still] = [await file(p.id), await file(`${p.id}:still`)]
  if (!bytes) return null
  const shown =
    still ?? (p.converted || (p.spots.length === 0 && DRAWN.test(bytes.type)) ? bytes : null)
  return {
    id: p.id,
    file: new File([bytes], p.name, { type: bytes.type }),
    spots: p.spots,
    preview: shown && URL.createObjectURL(shown),
    still: still ?? null,
    ratio: p.ratio,
    pending: false,
  }
}
