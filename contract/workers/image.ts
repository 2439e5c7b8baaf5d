import { BLUR_RADIUS_RATIO } from '../limits'

/** A place to make unrecognisable, in pixels of the picture as it is seen (turned by its EXIF orientation). */
export interface BlurSpot {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** 3 leaves the least: 4 cells across the spot, then 7 for 2 and 10 for 1. */
  readonly intensity: 1 | 2 | 3
  /** Proposed by the detector of faces: does not count against the limit of spots set by hand. */
  readonly found?: boolean
}

/** Where a face may be, in pixels of the picture as it is seen: a proposal for a spot. */
export interface FaceSpot {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Pixels above which a picture is refused before it is decoded. */
export const IMAGE_MAX_PIXELS = 100_000_000
/** Quality of a photo that must be small, on mozjpeg's scale (0 to 1). */
export const SAVING_QUALITY = 0.8
/** A worker that has nothing to do is ended: its memory never shrinks. */
export const IMAGE_IDLE_MS = 10_000
/** Longest side of what the blur modal shows. */
export const PREVIEW_MAX_SIDE_PX = 1280

/** Radius in pixels of a spot on a picture of this size: 5 % of its smaller side (MSG-204). */
export function spotRadius(width: number, height: number): number {
  return Math.min(width, height) * BLUR_RADIUS_RATIO
}

export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'bmp' | 'tiff' | 'heic'

/** Every way to fail, with the sentence a member reads. */
export const IMAGE_ERRORS = {
  /** The bytes of the file cannot be read any more (moved, removed, permission withdrawn). */
  file_unreadable: 'Image illisible',
  /** No decoder makes a picture of it. */
  unreadable: 'Image illisible',
  file_too_large: 'Cette photo dépasse 30 Mo.',
  too_many_pixels: 'Cette photo compte trop de pixels.',
  timeout: 'Timeout création JPEG (30s)',
  timeout_blur: 'Timeout création JPEG avec flou (30s)',
  blur_failed: 'Erreur traitement flou',
  conversion_failed: 'Cette photo n’a pas pu être préparée.',
  /** The worker ended in the middle. */
  interrupted: 'La préparation de la photo s’est interrompue. Réessayez.',
} as const
export type ImageErrorCode = keyof typeof IMAGE_ERRORS

/** What the blur modal shows over a preview that cannot be made (MSG-195). */
export function previewError(code: ImageErrorCode): string {
  if (code === 'file_unreadable') return 'Prévisualisation indisponible (URL)'
  if (code === 'blur_failed' || code === 'timeout_blur')
    return 'Prévisualisation indisponible (flou)'
  return 'Prévisualisation indisponible (type)'
}

/** Answers cross to the page as values: an exception would lose its code on the way. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly code: ImageErrorCode | 'aborted'
      /** English, for the log. */ readonly reason: string
    }

export interface ImageInfo {
  /** Size in pixels as the picture is seen. */
  readonly width: number
  readonly height: number
  readonly type: ImageType
}

/** A square of a picture, in its pixels, and the side that is made of it, at most and never enlarged. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly side: number
  readonly most: number
}

export interface ConvertOptions {
  /** Empty: no blur, 2000 px at most. Otherwise 2048 px, and every spot is applied or the conversion fails. */
  readonly spots: readonly BlurSpot[]
  /** 0 to 1; 0.92 unless told, 0.8 when saving. */
  readonly quality?: number
  /** Only this square of the picture, and a longest side of its own. The picture must stand upright already. */
  readonly crop?: Crop
  /** «Économie de données»: half the bytes of a photograph, for a second of work. */
  readonly saving?: boolean
}

/** Names of image workers: what they are for. */
export const PHOTO_WORKER = 'image'
export const PREVIEW_WORKER = 'image-preview'

/** `File` stands for the platform's Blob in all that follows: the contract knows no platform. */
export interface ConvertedImage<File> {
  /** image/jpeg in sRGB without any metadata. */
  readonly blob: File
  readonly width: number
  readonly height: number
  readonly blurred: boolean
}

export interface PreviewImage<File> {
  readonly blob: File
  /** Size in pixels of the picture that spots refer to, not of the preview. */
  readonly width: number
  readonly height: number
}

/** The image worker as the page sees it through Comlink. Jobs run one after another; ids are the caller's. */
export interface ImageWorkerApi<File> {
  /** Takes the Web Lock of this name for its lifetime (null: none); answers when it is held. */
  start(lock: string | null): Promise<void>
  /** Size and type from the header, without decoding. */
  inspect(file: File): Promise<Outcome<ImageInfo>>
  /** `onProgress` hears 0 to 1 after each stage. */
  convert(
    id: string,
    file: File,
    options: ConvertOptions,
    onProgress?: (share: number) => void,
  ): Promise<Outcome<ConvertedImage<File>>>
  /** Decodes once and keeps a small version under `id` for `previewBlur`. */
  openPreview(id: string, file: File, maxSide: number): Promise<Outcome<PreviewImage<File>>>
  /** The kept version with these spots; an empty list shows it as it is. */
  previewBlur(id: string, spots: readonly BlurSpot[]): Promise<Outcome<PreviewImage<File>>>
  /** Faces on the kept version. The first call of a worker fetches the detector from our own server. `blur_failed`: it cannot look. */
  findFaces(id: string): Promise<Outcome<readonly FaceSpot[]>>
  closePreview(id: string): Promise<void>
  /** The job `id` ends as `aborted` at its next stage. */
  cancel(id: string): Promise<void>
}
