/** Path of the one service worker. */
export const WORKER = '/sw.js'

/** Removes every other registration of this origin, then registers the current one. Never fails the start. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    const all = await navigator.serviceWorker.getRegistrations()
    for (const one of all) {
      const url = (one.active ?? one.waiting ?? one.installing)?.scriptURL
      if (url && new URL(url).pathname !== WORKER) await one.unregister()
    }
    const { trustedWorkerUrl } = await import('../data/trusted')
    await navigator.serviceWorker.register(trustedWorkerUrl(new URL(WORKER, location.origin)), { scope: '/', updateViaCache: 'none' })
  } catch {
    // private windows and old browsers: the app works without it
  }
}
