import { proxy } from 'comlink'
import { IMAGE_TIMEOUT_MS, UPLOAD_MAX_BYTES } from '#contract/limits'
import { IMAGE_ERRORS, IMAGE_IDLE_MS } from '#contract/workers/image'
import type { BlurSpot, Crop, ImageErrorCode } from '#contract/workers/image'
import workerUrl from '../../../workers/image/image.worker?worker&url'
import { abortError, createImagePool, type PoolOptions } from './image-pool'
import { openPhotoPreview, type PhotoPreview, type PreviewOptions } from './photo-preview'
import { createPhotoReading } from './photo-reading'
import { trustedWorkerUrl } from '../hub/trusted-worker-url'
import { savesData } from './upload-speed'

const MOST_WORKERS = 3
/** Time for choosing a photo. */
const WARM_MS = 60_000

export interface PhotoOptions {
  /** In pixels of the photo as displayed (`PhotoPreview` and `inspectPhoto` give its size). */
  readonly spots?: readonly BlurSpot[]
  readonly signal?: AbortSignal
  /** Smaller files; by default decided by `savesData`. */
  readonly saving?: boolean | undefined
  /** 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Outcome of a conversion, exhaustive, so that a caller cannot send an unblurred original by
 * mistake.
 */
export type PhotoOutcome =
  | {
      readonly status: 'converted'
      readonly blob: Blob
      readonly width: number
      readonly height: number
      readonly blurred: boolean
    }
  /** It failed without spots: the chosen file itself may be sent. */
  | { readonly status: 'original-allowed'; readonly code: ImageErrorCode; readonly message: string }
  /** It failed and nothing may be sent: there are spots, or the server would refuse the file. */
  | { readonly status: 'refused'; readonly code: ImageErrorCode; readonly message: string }

/** Codes for which the server would refuse the chosen file as well. */
const NEVER_ORIGINAL: readonly ImageErrorCode[] = [
  'file_unreadable',
  'file_too_large',
  'too_many_pixels',
]

const failure = (code: ImageErrorCode, blurred: boolean): PhotoOutcome => {
  if (!blurred)
    return {
      status: NEVER_ORIGINAL.includes(code) ? 'refused' : 'original-allowed',
      code,
      message: IMAGE_ERRORS[code],
    }
  const worded =
    code === 'timeout'
      ? 'timeout_blur'
      : code === 'conversion_failed' || code === 'interrupted'
        ? 'blur_failed'
        : code
  return { status: 'refused', code: worded, message: IMAGE_ERRORS[worded] }
}

/**
 * The page's side of the image workers. The app has one (below); tests create others with other
 * limits.
 */
export const createImages = (options: PoolOptions) => {
  const pool = createImagePool(options)

  /**
   * Any picture up to 30 MB → a JPEG in sRGB without metadata, 2000 px at most (2048 px with
   * spots). A picture that is small enough is encoded again as well: it is the only way to be sure
   * that its metadata stays here. Rejects with an AbortError when `signal` fires, and never
   * otherwise.
   */
  const convertPhoto = async (
    file: Blob,
    { spots = [], saving = savesData(), signal, onProgress }: PhotoOptions = {},
  ): Promise<PhotoOutcome> => {
    const blurred = spots.length > 0
    if (file.size > UPLOAD_MAX_BYTES) return failure('file_too_large', blurred)
    const listener = onProgress && proxy(onProgress)
    const result = await pool.run(
      (api, id) => api.convert(id, file, { spots, saving }, listener),
      signal,
    )
    if (!result.ok) {
      if (result.code === 'aborted') throw abortError()
      return failure(result.code, blurred)
    }
    // defence in depth: with spots, only a result marked as blurred counts
    if (blurred && !result.value.blurred) return failure('blur_failed', true)
    return { status: 'converted', ...result.value }
  }

  /**
   * A square of a photo that `convertPhoto` has made, without any canvas: some browsers falsify
   * what is read from one. Rejects with an Error whose message is for the member.
   */
  const cropPhoto = async (photo: Blob, crop: Crop): Promise<Blob> => {
    const result = await pool.run((api, id) => api.convert(id, photo, { spots: [], crop }))
    if (!result.ok)
      throw new Error(result.code === 'aborted' ? 'Cancelled' : IMAGE_ERRORS[result.code])
    return result.value.blob
  }

  /**
   * What the blur modal shows, for every type of picture that can be converted. Has its own
   * worker until `close`. Rejects with a PreviewFailure, or with an AbortError when `signal` fires.
   */
  const previewPhoto = (file: Blob, choice?: PreviewOptions): Promise<PhotoPreview> =>
    openPhotoPreview(options, file, choice)

  /**
   * Starts a worker during file selection, so that its kernels are compiled for the first photo.
   */
  const warmImages = (): void => pool.warm(WARM_MS)

  return {
    convertPhoto,
    cropPhoto,
    previewPhoto,
    warmImages,
    ...createPhotoReading(pool),
  }
}

/**
 * Device memory (GB, rounded by the browser) up to which one worker is used: each holds two photos.
 */
const SMALL_MEMORY_GB = 2
/** One core is left to the page. */
const workersAtOnce = (): number => {
  const { deviceMemory = SMALL_MEMORY_GB * 2 } = navigator as { deviceMemory?: number }
  return deviceMemory <= SMALL_MEMORY_GB
    ? 1
    : Math.min(MOST_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1))
}

export const {
  convertPhoto,
  cropPhoto,
  inspectPhoto,
  previewPhoto,
  lookAtPhoto,
  storablePhoto,
  warmImages,
} = createImages({
  // Vite's `?worker&url`: `new Worker(new URL(…))` would not accept a TrustedScriptURL.
  spawn: (name) => new Worker(trustedWorkerUrl(workerUrl), { type: 'module', name }),
  size: workersAtOnce,
  limitMs: IMAGE_TIMEOUT_MS,
  idleMs: IMAGE_IDLE_MS,
})
