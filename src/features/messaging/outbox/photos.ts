import type { StoredPhoto } from '../../../data/device/outbox-store'
import { countVisibleFaces } from '../../../parts/blur/visible-faces'
import type { Photo } from '../state/model'

/**
 * Object URLs of sent photos by media id, so that an own photo is never fetched from the server.
 */
const sent = new Map<string, string>()
const SENT_KEPT = 60

const free = (url: string | null | undefined): void => {
  if (url) URL.revokeObjectURL(url)
}
export const releasePreviews = (photos: readonly Photo[]): void =>
  photos.forEach((p) => free(p.preview))

export const keepSentPreview = (mediaId: string, photo: Photo): void => {
  if (!photo.preview || sent.has(mediaId)) return
  sent.set(mediaId, photo.preview)
  const [oldest] = sent
  if (sent.size > SENT_KEPT && oldest) {
    sent.delete(oldest[0])
    free(oldest[1])
  }
}
export const sentPreview = (mediaId: string): string | undefined => sent.get(mediaId)

/** Account changed or signed out. */
export const forgetSentPreviews = (): void => {
  for (const url of sent.values()) free(url)
  sent.clear()
}

/** Types that every browser can draw. */
const DRAWN = /^image\/(?:jpeg|png|webp|gif|avif|bmp)$/
/** Object URL of a chosen file without spots; null when a browser may not draw it. */
export const createPreviewUrl = (file: File): string | null =>
  DRAWN.test(file.type) ? URL.createObjectURL(file) : null
/** A photo that is added without the blur modal; with spots it is never shown without them. */
export const confirmedPhoto = (photo: Photo): Photo => ({
  ...photo,
  pending: false,
  preview: photo.preview ?? (photo.spots.length === 0 ? createPreviewUrl(photo.file) : null),
})

/** A photo's record on the device. */
export const storedPhoto = (p: Photo): StoredPhoto => ({
  id: p.id,
  name: p.file.name,
  spots: p.spots,
  ...(p.people === undefined ? {} : { people: p.people }),
  ...(p.brief === undefined ? {} : { brief: p.brief }),
  faces: p.faces,
  ratio: p.ratio,
  converted: false,
})
/**
 * Bytes of photos by their name on the device; `converted`: what will be sent, in place of the
 * chosen file, and of a preview that is the same.
 */
export const filesOf = (
  photos: readonly Photo[],
  converted: Readonly<Record<string, Blob>> = {},
): ReadonlyMap<string, Blob> =>
  new Map(
    photos.flatMap((p): [string, Blob][] => [
      [p.id, converted[p.id] ?? p.file],
      ...(p.still && p.still !== converted[p.id]
        ? [[`${p.id}:still`, p.still] as [string, Blob]]
        : []),
    ]),
  )

/** The faces of a blurred photo: none when all are covered, else null (to be detected again). */
const leftFaces = ({ faces, spots }: StoredPhoto): Photo['faces'] =>
  Array.isArray(faces) && countVisibleFaces(faces, spots) === 0 ? [] : null

/**
 * A photo read from the device; null when its bytes are missing. With spots it is never shown
 * without them.
 */
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
    // the spots of a converted photo are in its pixels, which have another size
    spots: p.converted ? [] : p.spots,
    ...(p.people === undefined ? {} : { people: p.people }),
    ...(p.brief === undefined ? {} : { brief: p.brief }),
    faces: p.converted ? leftFaces(p) : (p.faces ?? null),
    preview: shown && URL.createObjectURL(shown),
    still: still ?? null,
    ratio: p.ratio,
    pending: false,
  }
}
