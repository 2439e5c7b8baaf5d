/**
 * The worker's side of `contract/workers/image`. A job decodes while the kernels work on the one before it; each stage
 * takes one at a time, in order. Jobs are cancelled between stages.
 */
import { JPEG_QUALITY } from '#contract/limits'
import { SAVING_QUALITY } from '#contract/workers/image'
import type {
  BlurSpot,
  ConvertedImage,
  Crop,
  ImageInfo,
  ImageWorkerApi,
  Outcome,
  PreviewImage,
} from '#contract/workers/image'
import { checkPixels } from './decode/decode'
import { ImageFailure, outcome } from './failure'
import { checkSpots, maxSide } from './pipeline/geometry'
import { createSecond } from './pipeline/halves'
import { guarded, hasSimd, kernels } from './pipeline/kernels'
import {
  decodeFile,
  finish,
  open,
  prepare,
  type Checkpoint,
  type Decoded,
  type Prepared,
  type Turn,
} from './pipeline/pipeline'
import { rehearse } from './pipeline/rehearsal'
import { stage } from './pipeline/stage'

/** A preview is looked at for a moment and replaced at each click. */
const PREVIEW_QUALITY = 85

/** Lets messages in: `cancel` is heard between two stages. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

function jpeg(...parts: readonly Uint8Array<ArrayBuffer>[]): Blob {
  return new Blob([...parts], { type: 'image/jpeg' })
}

/** How long an answer may be on its way to the page. */
const ANSWER_MS = 20
/** Above this a picture is decoded only when the one before it is done: two would not fit into a phone's memory. */
const AHEAD_MAX_PIXELS = 30_000_000

/**
 * `photos`: for photos to be sent, which two workers make faster; a preview is small. Everything that the first picture
 * needs starts at once, before the page says a word: it may be busy.
 */
export function createImageWorker(photos: boolean): ImageWorkerApi<Blob> {
  const cancelled = new Set<string>()
  const previews = new Map<string, Prepared>()
  const decoding = stage()
  /** The kernels have one memory. */
  const shaping = stage()
  const second = createSecond()
  /** Pictures that are read, decoded, wait or are shaped. */
  let pictures = 0

  // a failure shows when they are needed
  if (hasSimd()) {
    if (photos) second.start()
    shaping(() =>
      guarded(async () => rehearse(await kernels(), () => pictures > 0, breathe)),
    ).catch(() => undefined)
  }

  function checkpoint(id: string, onProgress?: (share: number) => void): Checkpoint {
    return async (share) => {
      onProgress?.(share)
      await breathe()
      if (cancelled.has(id)) throw new ImageFailure('aborted', 'cancelled')
    }
  }

  /** A cancelled job ends as `aborted`, whatever else it met. */
  async function cancellable<T>(id: string, run: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const result = await run
    return cancelled.delete(id) ? { ok: false, code: 'aborted', reason: 'cancelled' } : result
  }

  /** Decodes ahead, then hands over to `work` when it is this job's turn. */
  async function decoded<T>(
    file: Blob,
    asked: {
      readonly maxSide: number
      readonly crop?: Crop | undefined
      readonly checkpoint: Checkpoint
    },
    work: (picture: Decoded) => Promise<T>,
  ): Promise<T> {
    pictures++
    try {
      const opened = await open(file)
      const decode = (turn?: Turn) => decodeFile(opened, { blob: file, ...asked }, turn)
      const ahead = opened.header.width * opened.header.height <= AHEAD_MAX_PIXELS
      const early = ahead ? decode(decoding) : null
      // looked at when its turn has come
      early?.catch(() => undefined)
      return await shaping(async () => {
        const picture = await (early ?? decode())
        try {
          return await work(picture)
        } finally {
          // when the answer has arrived: to free a frame holds up who takes memory meanwhile
          setTimeout(() => picture.frame.close(), ANSWER_MS)
        }
      })
    } finally {
      pictures--
    }
  }

  async function render(
    picture: Prepared,
    spots: readonly BlurSpot[],
  ): Promise<PreviewImage<Blob>> {
    checkSpots(spots)
    return { blob: jpeg(await picture.render(spots, PREVIEW_QUALITY)), ...picture.seen }
  }

  return {
    start: (lock) =>
      new Promise((held, failed) => {
        if (lock === null) held()
        else navigator.locks.request(lock, () => new Promise(() => held())).catch(failed)
      }),

    inspect: (file) =>
      outcome<ImageInfo>('unreadable', async () => {
        const { header } = await open(file)
        checkPixels(header)
        const [width, height] = header.turned
          ? [header.height, header.width]
          : [header.width, header.height]
        return { width, height, type: header.type }
      }),

    convert: (
      id,
      file,
      { spots, crop, saving = false, quality = saving ? SAVING_QUALITY : JPEG_QUALITY },
      onProgress,
    ) => {
      const job = (): Promise<ConvertedImage<Blob>> => {
        checkSpots(spots)
        const step = checkpoint(id, onProgress)
        const asked = {
          blob: file,
          spots,
          maxSide: maxSide(spots),
          crop,
          quality: Math.round(quality * 100),
          saving,
          checkpoint: step,
        }
        return decoded(file, asked, async (picture) => {
          // behind this one the other core decodes the next
          const { parts, size } = await finish(picture, asked, pictures === 1 ? second : null)
          return { blob: jpeg(...parts), ...size, blurred: spots.length > 0 }
        })
      }
      return cancellable(
        id,
        outcome(spots.length > 0 ? 'blur_failed' : 'conversion_failed', async () => job()),
      )
    },

    openPreview: (id, file, side) =>
      cancellable(
        id,
        outcome('unreadable', () =>
          decoded(file, { maxSide: side, checkpoint: checkpoint(id) }, async (picture) => {
            const kept = await prepare(picture)
            previews.set(id, kept)
            return render(kept, [])
          }),
        ),
      ),

    previewBlur: (id, spots) =>
      shaping(() =>
        outcome('blur_failed', () => {
          const picture = previews.get(id)
          if (!picture) throw new ImageFailure('blur_failed', 'no such preview')
          return render(picture, spots)
        }),
      ),

    findFaces: (id) =>
      shaping(() =>
        outcome('blur_failed', async () => {
          const picture = previews.get(id)
          if (!picture) throw new ImageFailure('blur_failed', 'no such preview')
          return picture.faces()
        }),
      ),

    closePreview: (id) => {
      previews.delete(id)
      return Promise.resolve()
    },

    cancel: (id) => {
      cancelled.add(id)
      return Promise.resolve()
    },
  }
}
