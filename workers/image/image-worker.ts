/** The worker's side of `contract/workers-image`: jobs one after another, cancelled between stages. */
import { JPEG_QUALITY } from '#contract/limits'
import type { BlurSpot, ConvertedImage, ImageInfo, ImageWorkerApi, Outcome, PreviewImage } from '#contract/workers-image'
import { checkPixels } from './decode'
import { ImageFailure, outcome } from './failure'
import { checkSpots, maxSide } from './geometry'
import { hasSimd, kernels } from './kernels'
import { convert, open, prepare, type Checkpoint, type Prepared } from './pipeline'

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

function jpeg(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([bytes], { type: 'image/jpeg' })
}

export function createImageWorker(): ImageWorkerApi<Blob> {
  const cancelled = new Set<string>()
  const previews = new Map<string, Prepared>()
  let last: Promise<unknown> = Promise.resolve()

  /** The kernels have one memory: a job starts when the one before it has ended. */
  function queue<T>(job: () => Promise<T>): Promise<T> {
    const run = last.then(job)
    last = run.catch(() => undefined)
    return run
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

  async function render(picture: Prepared, spots: readonly BlurSpot[]): Promise<PreviewImage<Blob>> {
    checkSpots(spots)
    return { blob: jpeg(await picture.render(spots, PREVIEW_QUALITY)), ...picture.seen }
  }

  return {
    start: (lock) =>
      new Promise((held, failed) => {
        // compiled while the first file is on its way; a failure shows when they are needed
        if (hasSimd()) kernels().catch(() => undefined)
        if (lock === null) held()
        else navigator.locks.request(lock, () => new Promise(() => held())).catch(failed)
      }),

    inspect: (file) =>
      outcome<ImageInfo>('unreadable', async () => {
        const { header } = await open(file)
        checkPixels(header)
        const [width, height] = header.turned ? [header.height, header.width] : [header.width, header.height]
        return { width, height, type: header.type }
      }),

    convert: (id, file, { spots, quality = JPEG_QUALITY }, onProgress) => {
      const job = async (): Promise<ConvertedImage<Blob>> => {
        checkSpots(spots)
        const step = checkpoint(id, onProgress)
        const { bytes, size } = await convert({ blob: file, spots, maxSide: maxSide(spots), quality: Math.round(quality * 100), checkpoint: step })
        return { blob: jpeg(bytes), ...size, blurred: spots.length > 0 }
      }
      return cancellable(id, queue(() => outcome(spots.length > 0 ? 'blur_failed' : 'conversion_failed', job)))
    },

    openPreview: (id, file, side) => {
      const job = async () => {
        const picture = await prepare({ blob: file, maxSide: side, checkpoint: checkpoint(id) })
        previews.set(id, picture)
        return render(picture, [])
      }
      return cancellable(id, queue(() => outcome('unreadable', job)))
    },

    previewBlur: (id, spots) =>
      queue(() =>
        outcome('blur_failed', () => {
          const picture = previews.get(id)
          if (!picture) throw new ImageFailure('blur_failed', 'no such preview')
          return render(picture, spots)
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
