import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { inAppUrl, readPush } from './notification'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

// the shell only; nothing of the API is ever cached: it belongs to a member
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
if (import.meta.env.PROD) {
  // paths of the app open from the shell, also without network; the API, its documents and files answer for themselves
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/(?:api|apps|app|demo)(?:\/|$)/, /\/[^/]+\.[a-z0-9]{2,12}$/i] }))
}

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  let payload: unknown = null
  try {
    payload = event.data?.json()
  } catch {
    // not JSON: the discreet words
  }
  const { title, body, url } = readPush(payload, self.location.origin)
  event.waitUntil(self.registration.showNotification(title, { body, icon: '/icon-192.png', badge: '/icon-192.png', lang: 'fr', tag: url, data: { url } }))
})

/** Shows the window of the app that is there, on the right path, or opens one. */
const show = async (url: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const best = windows.find((w) => w.url === url) ?? windows[0]
  if (!best) return void (await self.clients.openWindow(url))
  await best.focus().catch(() => undefined)
  if (best.url !== url) await best.navigate(url).catch(() => self.clients.openWindow(url))
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(inAppUrl((event.notification.data as { url?: unknown } | null)?.url, self.location.origin)))
})
