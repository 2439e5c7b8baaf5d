import { BLUR_RADIUS_RATIO } from '../limits'

/** A circle to blur, in pixels of the displayed picture (after its EXIF orientation). */
export interface BlurSpot {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** 3 leaves the least: 4 cells across the spot, then 7 for 2 and 10 for 1. */
  readonly intensity: 1 | 2 | 3
  /** Proposed by the face detector: does not count towards the limit of manual spots. */
  readonly found?: boolean
}

/** A detected face, in pixels of the displayed picture: a proposal for a spot. */
export interface FaceSpot {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** A spot that covers a face. */
export function blurSpotOfFace(face: FaceSpot, intensity: BlurSpot['intensity']): BlurSpot {
  return { ...face, intensity, found: true }
}

/** What the detector found in a photo; null while it has not looked, `failed` when it could not. */
export type Faces = readonly FaceSpot[] | 'failed' | null

/** Pixels above which a picture is refused before it is decoded. */
export const IMAGE_MAX_PIXELS = 100_000_000
/** Quality when saving data, on mozjpeg's scale (0 to 1). */
export const SAVING_QUALITY = 0.8
/** An idle worker is terminated: its memory never shrinks. */
export const IMAGE_IDLE_MS = 10_000
/** Longest side of the preview in the blur dialog. */
export const PREVIEW_MAX_SIDE_PX = 1280

/** Radius of a spot in pixels: 5 % of the smaller side of the picture (MSG-204). */
export function spotRadius(width: number, height: number): number {
  return Math.min(width, height) * BLUR_RADIUS_RATIO
}

export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'bmp' | 'tiff' | 'heic'

/** Failures, with the message that members read. */
export const IMAGE_ERRORS = {
  /** The file can no longer be read (moved, deleted, permission revoked). */
  file_unreadable: 'Image illisible',
  /** No decoder can read it. */
  unreadable: 'Image illisible',
  file_too_large: 'Cette photo dépasse 30 Mo.',
  too_many_pixels: 'Cette photo compte trop de pixels.',
  timeout: 'Timeout création JPEG (30s)',
  timeout_blur: 'Timeout création JPEG avec flou (30s)',
  blur_failed: 'Erreur traitement flou',
  conversion_failed: 'Cette photo n’a pas pu être préparée.',
  /** The worker died during the job. */
  interrupted: 'La préparation de la photo s’est interrompue. Réessayez.',
} as const
export type ImageErrorCode = keyof typeof IMAGE_ERRORS

/** Message of the blur dialog when the preview fails (MSG-195). */
export function previewError(code: ImageErrorCode): string {
  if (code === 'file_unreadable') return 'Prévisualisation indisponible (URL)'
  if (code === 'blur_failed' || code === 'timeout_blur')
    return 'Prévisualisation indisponible (flou)'
  return 'Prévisualisation indisponible (type)'
}

/** Failures are returned as values: an exception would lose its code between worker and page. */
export type WorkerResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly code: ImageErrorCode | 'aborted'
      /** English, for the log. */
      readonly reason: string
    }

export interface ImageInfo {
  /** Size in pixels of the displayed picture. */
  readonly width: number
  readonly height: number
  readonly type: ImageType
}

/**
 * A square of a picture, in its pixels; `most`: the largest side of the result, which is never
 * enlarged.
 */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly side: number
  readonly most: number
}

interface ConvertOptions {
  /**
   * Empty: no blur, 2000 px at most. Otherwise 2048 px, and every spot is applied or the conversion
   * fails.
   */
  readonly spots: readonly BlurSpot[]
  /** 0 to 1; default 0.92, 0.8 when saving. */
  readonly quality?: number
  /**
   * Only this square of the picture, with its own maximum side. The picture must already be
   * upright.
   */
  readonly crop?: Crop
  /** «Économie de données»: half the bytes of a photograph, for a second of work. */
  readonly saving?: boolean
}

/** Names of image workers, by purpose. */
export const PHOTO_WORKER = 'image'
export const PREVIEW_WORKER = 'image-preview'

/** `File` is the platform's Blob, which the contract has no types for. */
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

interface LookOptions {
  readonly maxSide: number
  /** How the photo is made: strength of the spots, and whether it is to be small. */
  readonly make: { readonly intensity: BlurSpot['intensity']; readonly saving: boolean } | null
}

/** A photo that the detector has looked at. */
export interface FaceDetection<File> {
  readonly faces: readonly FaceSpot[]
  /**
   * As `convert` makes it with a spot on every face; null when that was not asked for, or failed.
   */
  readonly photo: File | null
  /** Size in pixels of the displayed picture. */
  readonly width: number
  readonly height: number
}

/**
 * The image worker as the page calls it over Comlink. Jobs run one after another; callers choose
 * the ids.
 */
export interface ImageWorkerApi<File> {
  /** Takes the Web Lock of this name for its lifetime (null: none); resolves when it is held. */
  start(lock: string | null): Promise<void>
  /** Size and type from the header, without decoding. */
  inspect(file: File): Promise<WorkerResult<ImageInfo>>
  /** `onProgress` receives 0 to 1 after each stage. */
  convert(
    id: string,
    file: File,
    options: ConvertOptions,
    onProgress?: (share: number) => void,
  ): Promise<WorkerResult<ConvertedImage<File>>>
  /**
   * Faces on a version of at most `maxSide` pixels; `make`: the photo as well, decoded once for
   * both. A worker's first call fetches the detector from our own server. `blur_failed`: it cannot
   * run.
   */
  lookForFaces(
    id: string,
    file: File,
    options: LookOptions,
  ): Promise<WorkerResult<FaceDetection<File>>>
  /** The same picture with the place where it was taken blanked in its metadata. */
  withoutPlace(file: File): Promise<WorkerResult<File>>
  /** Decodes once and keeps a small version as `id` for `previewBlur`. */
  openPreview(id: string, file: File, maxSide: number): Promise<WorkerResult<PreviewImage<File>>>
  /** The kept version with these spots blurred. */
  previewBlur(id: string, spots: readonly BlurSpot[]): Promise<WorkerResult<PreviewImage<File>>>
  /**
   * Faces on the kept version. A worker's first call fetches the detector from our own server.
   * `blur_failed`: it cannot run.
   */
  findFaces(id: string): Promise<WorkerResult<readonly FaceSpot[]>>
  closePreview(id: string): Promise<void>
  /** The job `id` ends as `aborted` at its next stage. */
  cancel(id: string): Promise<void>
}
