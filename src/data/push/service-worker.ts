import { PushError } from './errors'

/**
 * The service worker of this origin, active or about to be. Throws SW_UNSUPPORTED,
 * SERVICE_WORKER_MISSING.
 */
export const findServiceWorker = async (): Promise<ServiceWorkerRegistration> => {
  if (!('serviceWorker' in navigator)) throw new PushError('SW_UNSUPPORTED')
  const found = await navigator.serviceWorker.getRegistration('/')
  if (!found) throw new PushError('SERVICE_WORKER_MISSING')
  return found
}

/** Once this page gets a service worker after all. */
export const whenServiceWorker = (fn: () => void): void =>
  void navigator.serviceWorker?.ready.then(fn, () => undefined)
