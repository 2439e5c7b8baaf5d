/**
 * The worker's side of `contract/workers/image`. A job decodes while the kernels work on the one
 * before it; each stage takes one at a time, in order. Jobs are cancelled between stages.
 */
import { IMAGE_BLUR_MAX_SIDE_PX, JPEG_QUALITY } from '#contract/limits'
import { blurSpotOfFace, SAVING_QUALITY } from '#contract/workers/image'
import { eraseGpsMetadata } from '#contract/workers/place'
import type {
  BlurSpot,
  ConvertedImage,
  Crop,
  FaceSpot,
  ImageInfo,
  ImageWorkerApi,
  FaceDetection,
  WorkerResult,
  PreviewImage,
} from '#contract/workers/image'
import { checkPixels } from './decode/decode'
import { ImageFailure, toOutcome } from './failure'
import { checkSpots, fitWithin, maxSide } from './pipeline/geometry'
import { hasSimd, kernels } from './pipeline/kernels'
import {
  decodeFile,
  finishPhoto,
  openImageFile,
  preparePreview,
  type Checkpoint,
  type Decoded,
  type Job,
  type Prepared,
  type RunInTurn,
} from './pipeline/pipeline'
import { createSerialQueue } from './pipeline/stage'

/** A preview is replaced at each click. */
const PREVIEW_QUALITY = 85

/** Lets `cancel` be received between two stages. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

function jpeg(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([bytes], { type: 'image/jpeg' })
}

/** How long a reply may take to reach the page. */
const REPLY_MS = 20
/**
 * Above this a picture is decoded only after the previous one is finished: two would not fit into a
 * phone's memory.
 */
const AHEAD_MAX_PIXELS = 30_000_000

interface DecodeOptions {
  readonly maxSide: number
  readonly crop?: Crop | undefined
  readonly checkpoint: Checkpoint
}
interface Queue {
  /** Decodes ahead, and runs `work` when it is this job's turn. */
  decoded<T>(file: Blob, options: DecodeOptions, work: (picture: Decoded) => Promise<T>): Promise<T>
  /** Runs `work` when the kernels are free: they have one memory. */
  shaping: RunInTurn
}

function createQueue(): Queue {
  const decoding = createSerialQueue()
  const shaping = createSerialQueue()
  async function decoded<T>(
    file: Blob,
    options: DecodeOptions,
    work: (picture: Decoded) => Promise<T>,
  ): Promise<T> {
    const opened = await openImageFile(file)
    const decode = (turn?: RunInTurn) => decodeFile(opened, { blob: file, ...options }, turn)
    const ahead = opened.header.width * opened.header.height <= AHEAD_MAX_PIXELS
    const early = ahead ? decode(decoding) : null
    // handled when its turn has come
    early?.catch(() => undefined)
    return await shaping(async () => {
      const picture = await (early ?? decode())
      try {
        return await work(picture)
      } finally {
        // after the reply has arrived: freeing a frame blocks concurrent allocations
        setTimeout(() => picture.frame.close(), REPLY_MS)
      }
    })
  }

  return { decoded, shaping }
}

interface Jobs {
  /** Reports progress, yields, and throws when the job was cancelled. */
  checkpoint(id: string, onProgress?: (share: number) => void): Checkpoint
  /** A cancelled job ends as `aborted`, even after another failure. */
  cancellable<T>(id: string, run: Promise<WorkerResult<T>>): Promise<WorkerResult<T>>
  cancel(id: string): void
}

function createJobs(): Jobs {
  const cancelled = new Set<string>()
  function checkpoint(id: string, onProgress?: (share: number) => void): Checkpoint {
    return async (share) => {
      onProgress?.(share)
      await yieldToMessages()
      if (cancelled.has(id)) throw new ImageFailure('aborted', 'cancelled')
    }
  }

  async function cancellable<T>(
    id: string,
    run: Promise<WorkerResult<T>>,
  ): Promise<WorkerResult<T>> {
    const result = await run
    return cancelled.delete(id) ? { ok: false, code: 'aborted', reason: 'cancelled' } : result
  }

  return { checkpoint, cancellable, cancel: (id) => void cancelled.add(id) }
}

type PreviewApi = Pick<
  ImageWorkerApi<Blob>,
  'openPreview' | 'previewBlur' | 'findFaces' | 'closePreview'
>

/** Small versions that are kept, to be blurred again and again. */
function createPreviews(
  { decoded, shaping }: Queue,
  { checkpoint, cancellable }: Jobs,
): PreviewApi {
  const previews = new Map<string, Prepared>()

  async function render(
    picture: Prepared,
    spots: readonly BlurSpot[],
  ): Promise<PreviewImage<Blob>> {
    checkSpots(spots)
    return { blob: jpeg(await picture.render(spots, PREVIEW_QUALITY)), ...picture.seen }
  }

  return {
    openPreview: (id, file, side) =>
      cancellable(
        id,
        toOutcome('unreadable', () =>
          decoded(file, { maxSide: side, checkpoint: checkpoint(id) }, async (picture) => {
            const kept = await preparePreview(picture)
            previews.set(id, kept)
            return render(kept, [])
          }),
        ),
      ),

    previewBlur: (id, spots) =>
      shaping(() =>
        toOutcome('blur_failed', () => {
          const picture = previews.get(id)
          if (!picture) throw new ImageFailure('blur_failed', 'no such preview')
          return render(picture, spots)
        }),
      ),

    findFaces: (id) =>
      shaping(() =>
        toOutcome('blur_failed', async () => {
          const picture = previews.get(id)
          if (!picture) throw new ImageFailure('blur_failed', 'no such preview')
          return picture.faces()
        }),
      ),

    closePreview: (id) => {
      previews.delete(id)
      return Promise.resolve()
    },
  }
}

/** The job of a photo that is to be sent. */
function jobOf(
  blob: Blob,
  {
    spots,
    crop,
    saving = false,
    quality = saving ? SAVING_QUALITY : JPEG_QUALITY,
  }: Parameters<ImageWorkerApi<Blob>['convert']>[2],
  checkpoint: Checkpoint,
): Job {
  checkSpots(spots)
  return {
    blob,
    spots,
    maxSide: maxSide(spots),
    crop,
    quality: Math.round(quality * 100),
    saving,
    checkpoint,
  }
}

type LookApi = Pick<ImageWorkerApi<Blob>, 'lookForFaces'>

/** Looks for faces, and makes the photo of the same picture, without keeping it. */
function createLooks({ decoded }: Queue, { checkpoint, cancellable }: Jobs): LookApi {
  async function facesOf(picture: Decoded): Promise<readonly FaceSpot[]> {
    const small = await preparePreview(picture)
    return small.faces().catch((error: unknown) => {
      throw new ImageFailure('blur_failed', String(error))
    })
  }

  return {
    lookForFaces: (id, file, { maxSide: side, make }) => {
      const step = checkpoint(id)
      const look = async (picture: Decoded): Promise<FaceDetection<Blob>> => {
        const { seen } = picture
        const faces = await facesOf({ ...picture, target: fitWithin(seen, side) })
        if (!make) return { faces, photo: null, ...seen }
        const spots = faces.map((face) => blurSpotOfFace(face, make.intensity))
        const most = maxSide(spots)
        const job = jobOf(file, { spots, saving: make.saving }, step)
        const made = finishPhoto({ ...picture, target: fitWithin(seen, most) }, job).then(
          ({ bytes }) => jpeg(bytes),
        )
        return { faces, photo: await made.catch(() => null), ...seen }
      }
      // large enough for a photo with spots: whether there are any is not known yet
      const most = make ? IMAGE_BLUR_MAX_SIDE_PX : side
      return cancellable(
        id,
        toOutcome('unreadable', () => decoded(file, { maxSide: most, checkpoint: step }, look)),
      )
    },
  }
}

/**
 * All that the first picture needs is loaded at once, before the first message: the page may be
 * busy. One worker makes a whole photo: halves made by two took 0.80 to 1.10 of its time (median of
 * four photos of 12 to 48 megapixels, two cores, docs/performance.md).
 */
export function createImageWorker(): ImageWorkerApi<Blob> {
  const queue = createQueue()
  const jobs = createJobs()
  // a failure is reported when they are needed
  if (hasSimd()) kernels().catch(() => undefined)

  return {
    start: (lock) =>
      new Promise((held, failed) => {
        if (lock === null) held()
        else navigator.locks.request(lock, () => new Promise(() => held())).catch(failed)
      }),

    inspect: (file) =>
      toOutcome<ImageInfo>('unreadable', async () => {
        const { header } = await openImageFile(file)
        checkPixels(header)
        const [width, height] = header.turned
          ? [header.height, header.width]
          : [header.width, header.height]
        return { width, height, type: header.type }
      }),

    convert: (id, file, wanted, onProgress) => {
      const { spots } = wanted
      const job = (): Promise<ConvertedImage<Blob>> => {
        const options = jobOf(file, wanted, jobs.checkpoint(id, onProgress))
        return queue.decoded(file, options, async (picture) => {
          const { bytes, size } = await finishPhoto(picture, options)
          return { blob: jpeg(bytes), ...size, blurred: spots.length > 0 }
        })
      }
      return jobs.cancellable(
        id,
        toOutcome(spots.length > 0 ? 'blur_failed' : 'conversion_failed', async () => job()),
      )
    },

    withoutPlace: (file) =>
      toOutcome('file_unreadable', async () => {
        const bytes = new Uint8Array(await file.arrayBuffer())
        eraseGpsMetadata(bytes)
        return new Blob([bytes], { type: file.type })
      }),

    ...createPreviews(queue, jobs),
    ...createLooks(queue, jobs),

    cancel: (id) => {
      jobs.cancel(id)
      return Promise.resolve()
    },
  }
}
