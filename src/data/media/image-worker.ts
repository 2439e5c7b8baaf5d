import { wrap, type Remote } from 'comlink'
import type { ImageWorkerApi } from '#contract/workers/image'

/** The page's end of one image worker. */
export interface ImageWorker {
  readonly api: Remote<ImageWorkerApi<Blob>>
  /** Settles when the worker holds its lock: a job given earlier could die with it unseen. */
  readonly ready: Promise<void>
  /** Settles when the worker ended without being asked to: crashed, closed, out of memory, or it never loaded. */
  readonly lost: Promise<void>
  end(): void
}

let count = 0

/**
 * Starts a worker. No event tells that a worker has died: it holds a Web Lock for its lifetime, and getting that lock
 * means that it is gone. Without Web Locks (a page that is not https) only errors and the time limit tell.
 */
export const openImageWorker = (spawn: () => Worker): ImageWorker => {
  const worker = spawn()
  const api = wrap<ImageWorkerApi<Blob>>(worker)
  const ended = new AbortController()
  const lock = `image-${performance.timeOrigin}-${Math.random()}-${++count}`
  const { locks } = navigator as { locks?: LockManager }
  const ready = api.start(locks ? lock : null)
  const lost = new Promise<void>((gone) => {
    worker.addEventListener('error', () => gone())
    worker.addEventListener('messageerror', () => gone())
    // refused only because we ended the worker ourselves
    if (locks)
      ready
        .then(() => locks.request(lock, { signal: ended.signal }, () => gone()))
        .catch(() => undefined)
  })
  return {
    api,
    ready,
    lost,
    end: () => {
      ended.abort()
      worker.terminate()
    },
  }
}
