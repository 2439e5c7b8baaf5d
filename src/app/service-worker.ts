/** Path of the one service worker. */
export const WORKER = '/sw.js'
const TAKE_OVER_MS = 8_000

/** The newest worker of a registration rules from now on. Resolves when it does, or when it does not get there. */
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

/** Removes every other registration of this origin, then registers the current one. Never fails the start. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    const all = await navigator.serviceWorker.getRegistrations()
    // one of the same scope is replaced below: taken away while it rules this page, it would linger and block the new one
    for (const one of all) if (new URL(one.scope).pathname !== '/') await one.unregister()
    const { trustedWorkerUrl } = await import('../data/hub/trusted-worker-url')
    const current = await navigator.serviceWorker.register(
      trustedWorkerUrl(new URL(WORKER, location.origin)),
      { scope: '/', updateViaCache: 'none' },
    )
    const ruling = current.active?.scriptURL
    if (ruling && new URL(ruling).pathname !== WORKER) await takeOver(current)
  } catch {
    // private windows and old browsers: the app works without it
  }
}

/** Loads the page of the newest version: its service worker first, or the old one would answer with the old page. */
export const reloadIntoNewVersion = async (): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.update()
    if (registration) await takeOver(registration)
  } catch {
    // without it, or without network: a plain reload
  }
  location.reload()
}
