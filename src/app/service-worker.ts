/** Path of the one service worker. */
export const WORKER = '/sw.js'

/** A page that an old worker still controls keeps it: ours takes over as soon as it is installed. */
const takeOver = (registration: ServiceWorkerRegistration): void => {
  const worker = registration.installing ?? registration.waiting
  const go = (): void => {
    if (worker?.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' })
  }
  go()
  worker?.addEventListener('statechange', go)
}

/** Removes every other registration of this origin, then registers the current one. Never fails the start. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    let legacy = false
    const all = await navigator.serviceWorker.getRegistrations()
    for (const one of all) {
      const url = (one.active ?? one.waiting ?? one.installing)?.scriptURL
      if (!url || new URL(url).pathname === WORKER) continue
      legacy = true
      await one.unregister()
    }
    const { trustedWorkerUrl } = await import('../data/trusted')
    const registration = await navigator.serviceWorker.register(trustedWorkerUrl(new URL(WORKER, location.origin)), { scope: '/', updateViaCache: 'none' })
    if (legacy) takeOver(registration)
  } catch {
    // private windows and old browsers: the app works without it
  }
}
