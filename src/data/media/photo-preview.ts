import type { Remote } from 'comlink'
import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { PREVIEW_MAX_SIDE_PX, PREVIEW_WORKER, previewError } from '#contract/workers/image'
import type {
  BlurSpot,
  FaceSpot,
  ImageErrorCode,
  ImageWorkerApi,
  WorkerResult,
  PreviewImage,
} from '#contract/workers/image'
import { abortError, runOnWorker, type ImageCall, type PoolOptions } from './image-pool'
import { openImageWorker } from './image-worker'

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

/** Unwraps a worker's reply; throws an AbortError when it was cancelled. */
export const valueOrPreviewFailure = <T>(outcome: WorkerResult<T> | 'aborted'): T => {
  if (outcome === 'aborted') throw abortError()
  if (outcome.ok) return outcome.value
  throw outcome.code === 'aborted' ? abortError() : new PreviewFailure(outcome.code)
}

type WorkerOptions = Pick<PoolOptions, 'spawn' | 'limitMs'>
type PreviewCall<T> = (api: Remote<ImageWorkerApi<Blob>>, key: string) => Promise<WorkerResult<T>>

/** A worker that holds one decoded photo. When it has died, the next question decodes again in a new one. */
const createPreviewWorker = ({ spawn, limitMs }: WorkerOptions, file: Blob, maxSide: number) => {
  const start = () => openImageWorker(() => spawn(PREVIEW_WORKER))
  let worker = start()
  let key = ''
  const run = async <T>(call: ImageCall<T>, abort?: AbortSignal): Promise<T> => {
    const { result, spent } = await runOnWorker(worker, call, limitMs, abort)
    if (spent) {
      worker.end()
      key = ''
    }
    // its worker is not shared, so it is never rerun on another
    return valueOrPreviewFailure(result === 'again' ? 'aborted' : result)
  }
  const open = (abort?: AbortSignal): Promise<PreviewImage<Blob>> =>
    run((api, id) => {
      key = id
      return api.openPreview(id, file, maxSide)
    }, abort)
  const ask = async <T>(call: PreviewCall<T>, abort: AbortSignal): Promise<T> => {
    if (key === '') {
      worker = start()
      await open(abort)
    }
    return run((api) => call(api, key), abort)
  }
  return { open, ask, end: () => worker.end() }
}

export interface PreviewOptions {
  readonly signal?: AbortSignal
  readonly maxSide?: number
}

/**
 * The preview of a photo, in a worker of its own. Rejects with a PreviewFailure, or with an
 * AbortError when `signal` fires.
 */
export const openPhotoPreview = async (
  options: WorkerOptions,
  file: Blob,
  { signal, maxSide = PREVIEW_MAX_SIDE_PX }: PreviewOptions = {},
): Promise<PhotoPreview> => {
  if (file.size > UPLOAD_MAX_BYTES) throw new PreviewFailure('file_too_large')
  if (signal?.aborted) throw abortError()
  const worker = createPreviewWorker(options, file, maxSide)
  const closing = new AbortController()
  let lastCall = 0
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(job: () => Promise<T>): Promise<T> => {
    const run = queue.then(job)
    queue = run.catch(() => undefined)
    return run
  }
  const render = async (spots: readonly BlurSpot[], call: number): Promise<Blob> => {
    if (closing.signal.aborted || call !== lastCall) throw abortError()
    return (await worker.ask((api, key) => api.previewBlur(key, spots), closing.signal)).blob
  }
  try {
    const first = await worker.open(signal)
    return {
      ...first,
      blur: (spots) => {
        const call = ++lastCall
        return enqueue(() => render(spots, call))
      },
      faces: () =>
        enqueue(async () => {
          closing.signal.throwIfAborted()
          return worker.ask((api, key) => api.findFaces(key), closing.signal)
        }),
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
