import { wrap, type Remote } from 'comlink'
import type { ImageWorkerApi } from '#contract/workers/image'

/** The page's side of one image worker. */
export interface ImageWorker {
  readonly api: Remote<ImageWorkerApi<Blob>>
  /** Settles when the worker holds its lock: its death during an earlier job would go unnoticed. */
  readonly ready: Promise<void>
  /**
   * Settles when the worker ended unexpectedly: crashed, closed, out of memory, or failed to load.
   */
  readonly lost: Promise<void>
  end(): void
}

let count = 0

/**
 * Starts a worker. No event reports a worker's death: it holds a Web Lock for its lifetime, and
 * acquiring that lock means that it has died. Without Web Locks (a page that is not https) only
 * errors and the time limit reveal it.
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
    // rejected only because we terminated the worker
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
