import { announceNewVersion } from '../data/hub/hub'

/** Path of the only service worker. */
const WORKER = '/sw.js'
const TAKE_OVER_MS = 8_000
let isReloading = false

/**
 * Activates the newest worker of a registration. Resolves when it is active, or after
 * a timeout.
 */
const takeOver = (registration: ServiceWorkerRegistration): Promise<void> =>
  new Promise((done) => {
    const next = registration.installing ?? registration.waiting
    if (!next) return done()
    setTimeout(done, TAKE_OVER_MS)
    const look = (): void => {
      if (next.state === 'installed') next.postMessage({ type: 'SKIP_WAITING' })
      if (next.state === 'activated' || next.state === 'redundant') done()
    }
    next.addEventListener('statechange', look)
    return look()
  })

/**
 * Announces a worker that waits: the page is of the build of the worker that controls it, so that one
 * is newer. The hub finds out only 5 minutes after the start, when many visits have ended.
 */
const announceWaiting = (registration: ServiceWorkerRegistration): void => {
  const look = (): void => {
    if (registration.waiting && navigator.serviceWorker.controller && !isReloading)
      announceNewVersion()
  }
  const follow = (): void => registration.installing?.addEventListener('statechange', look)
  registration.addEventListener('updatefound', follow)
  // the browser's own check may have found it before
  follow()
  look()
}

/** Unregisters other workers of this origin, then registers the current one. Never rejects. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    const all = await navigator.serviceWorker.getRegistrations()
    // a worker of the same scope is replaced by register(); unregistering it while it controls this
    // page would block the new one
    for (const one of all) if (new URL(one.scope).pathname !== '/') await one.unregister()
    const { trustedWorkerUrl } = await import('../data/hub/trusted-worker-url')
    const current = await navigator.serviceWorker.register(
      trustedWorkerUrl(new URL(WORKER, location.origin)),
      { scope: '/', updateViaCache: 'none' },
    )
    const ruling = current.active?.scriptURL
    if (ruling && new URL(ruling).pathname !== WORKER) await takeOver(current)
    else announceWaiting(current)
  } catch {
    // private window or old browser: the app works without a service worker
  }
}

/** Loads the newest version: updates the service worker first, or it would serve the old page. */
export const reloadIntoNewVersion = async (): Promise<void> => {
  isReloading = true
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.update()
    if (registration) await takeOver(registration)
  } catch {
    // no service worker or no network: reload anyway
  }
  location.reload()
}
