import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
// the worker side of the Beams client, as it is: it listens to pushes that carry its mark and
// reports to this origin
import '@pusher/push-notifications-web/src/service-worker.js'
import { isDiscreet, receiveShare } from './device'
import { beamsPayload, inAppUrl, readPush } from './notification'
import { precacheShell } from './shell'

interface Received {
  readonly payload: unknown
  readonly pushEvent: PushEvent
}
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  readonly PusherPushNotifications: {
    endpointOverride: string | null
    onNotificationReceived: ((received: Received) => void) | null
  }
}

// the shell only; nothing of the API is ever cached: it belongs to a member
const shell = precacheShell(self.__WB_MANIFEST)
if (import.meta.env.PROD) {
  // app paths are served from the shell, also offline; the API, its documents and files are not
  registerRoute(
    new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), {
      denylist: [
        /^\/(?:api|apps|app|demo|device_api|reporting_api)(?:\/|$)/,
        /\/[^/]+\.[a-z0-9]{2,12}$/i,
      ],
    }),
  )
}

/** Not in the shell, which everyone downloads: kept from the first photo on. */
const DETECTOR = /\/assets\/(?:tiny_face_detector_model|faces)-[\w-]+\.(?:bin|wasm)$/
/** The name keeps it when a session ends: it is the same for everyone. */
const DETECTOR_CACHE = 'faces-precache'
/** So that a photo chosen without network is looked at too; files of an older build are dropped. */
const detectorFile = async (request: Request): Promise<Response> => {
  const cache = await caches.open(DETECTOR_CACHE)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (!answer.ok) return answer
  const kind = new URL(request.url).pathname.split('.').at(-1) ?? ''
  const older = (await cache.keys()).filter(
    (old) => old.url !== request.url && old.url.endsWith(`.${kind}`),
  )
  const store = () => cache.put(request, answer.clone())
  const drop = () => Promise.all(older.map((old) => cache.delete(old)))
  // a full device may have no room for both, or none: the file is then fetched again next time
  await store()
    .then(drop, () => drop().then(store))
    .catch(() => undefined)
  return answer
}
registerRoute(
  ({ url }) => url.origin === self.location.origin && DETECTOR.test(url.pathname),
  ({ request }) => detectorFile(request),
)
registerRoute(
  ({ url }) => url.pathname === '/share',
  ({ request }) => receiveShare(request),
  'POST',
)

// where static routing exists, calls, pictures and tiles bypass this worker: each would wake it and
// be forwarded twice
interface Routing {
  addRoutes?(
    rules: readonly { condition: { urlPattern: string }; source: 'network' }[],
  ): Promise<void>
}
self.addEventListener('install', (event) => {
  const told = (event as Routing).addRoutes?.(
    ['/api/*', '/tiles/*', '/basemap/*'].map((urlPattern) => ({
      condition: { urlPattern },
      source: 'network',
    })),
  )
  if (told) event.waitUntil(told.catch(() => undefined))
})

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const isSeen = async (): Promise<boolean> =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).some(
    (w) => w.focused,
  )
/**
 * Beams pushes may stay silent while the member looks at the app; a plain subscription (iOS) that
 * shows nothing is taken away.
 */
const notify = async (payload: unknown, mayHide: boolean): Promise<void> => {
  const { title, body, url, tag, quiet } = readPush(payload, self.location.origin)
  if (mayHide && quiet && (await isSeen())) return
  const discreet = await isDiscreet()
  await self.registration.showNotification(title, {
    body,
    icon: discreet ? '/carnet-192.png' : '/icon-192.png',
    badge: discreet ? '/carnet-192.png' : '/icon-monochrome-512.png',
    lang: 'fr',
    tag,
    data: { url },
  })
  await countOnIcon(discreet)
}
/**
 * Without an open page to count unread items, the badge counts notifications; in discreet mode it
 * is only a dot.
 */
const countOnIcon = async (discreet: boolean): Promise<void> => {
  if (
    !('setAppBadge' in self.navigator) ||
    (await self.clients.matchAll({ type: 'window' })).length > 0
  )
    return
  const { length } = await self.registration.getNotifications()
  await (discreet ? self.navigator.setAppBadge() : self.navigator.setAppBadge(length)).catch(
    () => undefined,
  )
}
self.PusherPushNotifications.endpointOverride = self.location.origin
self.PusherPushNotifications.onNotificationReceived = ({ payload, pushEvent }) =>
  pushEvent.waitUntil(notify(payload, true))
self.addEventListener('push', (event) => {
  let payload: unknown = null
  try {
    payload = event.data?.json()
  } catch {
    // not JSON: the discreet words
  }
  if (!beamsPayload(payload)) event.waitUntil(notify(payload, false))
})

const OPEN_PATIENCE_MS = 600
/**
 * Asks a page to navigate, so that no text being written is lost. Returns false without a reply.
 */
const goInside = (page: WindowClient, url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), OPEN_PATIENCE_MS)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    page.postMessage({ type: 'OPEN', url }, [port2])
  })
/** Focuses an open window of the app and navigates it, or opens one. */
const show = async (url: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const best = windows.find((w) => w.url === url) ?? windows[0]
  if (!best) return void (await self.clients.openWindow(url))
  await best.focus().catch(() => undefined)
  if (best.url !== url && !(await goInside(best, url)))
    await best.navigate(url).catch(() => self.clients.openWindow(url))
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    show(
      inAppUrl((event.notification.data as { url?: unknown } | null)?.url, self.location.origin),
    ),
  )
})
