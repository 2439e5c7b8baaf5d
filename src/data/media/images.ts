import { proxy } from 'comlink'
import { IMAGE_TIMEOUT_MS, UPLOAD_MAX_BYTES } from '#contract/limits'
import {
  IMAGE_ERRORS,
  IMAGE_IDLE_MS,
  PREVIEW_MAX_SIDE_PX,
  PREVIEW_WORKER,
  previewError,
} from '#contract/workers/image'
import type {
  BlurSpot,
  Crop,
  FaceSpot,
  ImageErrorCode,
  ImageInfo,
  Outcome,
  PreviewImage,
} from '#contract/workers/image'
import workerUrl from '../../../workers/image/image.worker?worker&url'
import { abortError, createImagePool, runOn, type Call, type PoolOptions } from './image-pool'
import { openImageWorker } from './image-worker'
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

/** The preview cannot be made; `message` is what the blur modal shows over it. */
export class PreviewFailure extends Error {
  readonly code: ImageErrorCode
  constructor(code: ImageErrorCode) {
    super(previewError(code))
    this.name = 'PreviewFailure'
    this.code = code
  }
}

export interface PhotoPreview {
  /** Size of the whole photo in pixels, the unit of spots. */
  readonly width: number
  readonly height: number
  /** The photo without spots, image/jpeg. */
  readonly blob: Blob
  /**
   * The picture with these spots, as the conversion will make them. A newer call wins: older ones
   * that have not started reject with an AbortError. Rejects with a PreviewFailure when blurring
   * fails.
   */
  blur(spots: readonly BlurSpot[]): Promise<Blob>
  /**
   * Possible faces, detected on this device. Rejects with a PreviewFailure when detection fails.
   */
  faces(): Promise<readonly FaceSpot[]>
  /** Terminates the preview's worker. */
  close(): void
}

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

/** Unwraps a worker's reply; throws an AbortError when it was cancelled. */
const valueOrPreviewFailure = <T>(outcome: Outcome<T> | 'aborted'): T => {
  if (outcome === 'aborted') throw abortError()
  if (outcome.ok) return outcome.value
  throw outcome.code === 'aborted' ? abortError() : new PreviewFailure(outcome.code)
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
   * Displayed size and type, from the header alone. Rejects with a PreviewFailure, or an
   * AbortError.
   */
  const inspectPhoto = async (file: Blob, signal?: AbortSignal): Promise<ImageInfo> =>
    valueOrPreviewFailure(await pool.run((api) => api.inspect(file), signal))

  /**
   * What the blur modal shows, for every type of picture that can be converted. Has its own
   * worker until `close`. Rejects with a PreviewFailure, or with an AbortError when `signal` fires.
   */
  const previewPhoto = async (
    file: Blob,
    { signal, maxSide = PREVIEW_MAX_SIDE_PX }: { signal?: AbortSignal; maxSide?: number } = {},
  ): Promise<PhotoPreview> => {
    if (file.size > UPLOAD_MAX_BYTES) throw new PreviewFailure('file_too_large')
    if (signal?.aborted) throw abortError()
    let worker = openImageWorker(() => options.spawn(PREVIEW_WORKER))
    let key = ''
    let lastCall = 0
    const closing = new AbortController()
    let queue: Promise<unknown> = Promise.resolve()

    const ask = async <T>(call: Call<T>, abort?: AbortSignal): Promise<T> => {
      const { result, spent } = await runOn(worker, call, options.limitMs, abort)
      if (spent) {
        worker.end()
        key = ''
      }
      // its worker is not shared, so it is never rerun on another
      return valueOrPreviewFailure(result === 'again' ? 'aborted' : result)
    }
    const open = (abort?: AbortSignal): Promise<PreviewImage<Blob>> =>
      ask((api, id) => {
        key = id
        return api.openPreview(id, file, maxSide)
      }, abort)

    /** The worker has died: decodes again in a new one. */
    const again = async (): Promise<void> => {
      if (key !== '') return
      worker = openImageWorker(() => options.spawn(PREVIEW_WORKER))
      await open(closing.signal)
    }

    const render = async (spots: readonly BlurSpot[], call: number): Promise<Blob> => {
      if (closing.signal.aborted || call !== lastCall) throw abortError()
      await again()
      return (await ask((api) => api.previewBlur(key, spots), closing.signal)).blob
    }

    try {
      const first = await open(signal)
      return {
        ...first,
        blur: (spots) => {
          const call = ++lastCall
          const run = queue.then(() => render(spots, call))
          queue = run.catch(() => undefined)
          return run
        },
        faces: () => {
          const run = queue.then(async () => {
            closing.signal.throwIfAborted()
            await again()
            return ask((api) => api.findFaces(key), closing.signal)
          })
          queue = run.catch(() => undefined)
          return run
        },
        close: () => {
          closing.abort()
          worker.end()
        },
      }
    } catch (error) {
      worker.end()
      throw error
    }
  }

  /**
   * Starts a worker during file selection, so that its kernels are compiled for the first photo.
   */
  const warmImages = (): void => pool.warm(WARM_MS)

  return { convertPhoto, cropPhoto, inspectPhoto, previewPhoto, warmImages }
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

export const { convertPhoto, cropPhoto, inspectPhoto, previewPhoto, warmImages } = createImages({
  // Vite's `?worker&url`: `new Worker(new URL(…))` would not accept a TrustedScriptURL.
  spawn: (name) => new Worker(trustedWorkerUrl(workerUrl), { type: 'module', name }),
  size: workersAtOnce,
  limitMs: IMAGE_TIMEOUT_MS,
  idleMs: IMAGE_IDLE_MS,
})
