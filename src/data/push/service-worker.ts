import { PushError } from './errors'

/** A registration whose script does not arrive within this time has none, ms. */
const SCRIPT_MS = 20_000
/** Resolves when the worker is active. Its script may still be on its way. */
const installed = (registration: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve, reject) => {
    const missing = (): void => reject(new PushError('SERVICE_WORKER_MISSING'))
    const timer = setTimeout(missing, SCRIPT_MS)
    const watch = (): void => {
      const worker = registration.installing ?? registration.waiting
      if (!worker) return
      clearTimeout(timer)
      const look = (): void => {
        if (worker.state === 'activating' || worker.state === 'activated') resolve()
        if (worker.state === 'redundant') missing()
      }
      worker.addEventListener('statechange', look)
      look()
    }
    registration.addEventListener('updatefound', watch)
    watch()
  })

/**
 * The service worker of this origin, once it is installed: on a first visit that takes as long as the
 * download of the app. Throws SW_UNSUPPORTED, SERVICE_WORKER_MISSING.
 */
export const findServiceWorker = async (): Promise<ServiceWorkerRegistration> => {
  if (!('serviceWorker' in navigator)) throw new PushError('SW_UNSUPPORTED')
  const found = await navigator.serviceWorker.getRegistration('/')
  if (!found) throw new PushError('SERVICE_WORKER_MISSING')
  if (!found.active) await installed(found)
  return found
}

/** Once this page gets a service worker after all. */
export const whenServiceWorker = (fn: () => void): void =>
  void navigator.serviceWorker?.ready.then(fn, () => undefined)
