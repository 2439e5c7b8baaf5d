import { deleteWebPush, listWebPush, saveWebPush, type pushSetup } from '#contract/push'
import type { Reply } from '#contract/route'
import { call } from '../http/api'
import type { PushBackend } from './push-service'

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))

/** Keys of a browser subscription. Throws when endpoint, p256dh or auth is missing. */
export const readBrowserSubscription = (
  json: PushSubscriptionJSON,
): { endpoint: string; keys: { p256dh: string; auth: string } } => {
  const { endpoint, keys } = json
  if (!endpoint) throw new Error('Invalid payload: endpoint')
  if (!keys?.['p256dh']) throw new Error('Invalid payload: p256dh')
  if (!keys['auth']) throw new Error('Invalid payload: auth')
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
}

/** Installed app on iOS: the browser's own subscription, posted to our API. */
export const startIosPush = (
  setup: Reply<typeof pushSetup>,
  { pushManager }: ServiceWorkerRegistration,
): PushBackend => ({
  read: async () => {
    const [sub, { subscriptions }] = await Promise.all([
      pushManager.getSubscription(),
      call(listWebPush, {}),
    ])
    const found = subscriptions.find((s) => s.endpoint === sub?.endpoint)
    return {
      identityId: found?.identityId ?? null,
      listens: found !== undefined,
      known: found !== undefined,
    }
  },
  subscribe: async (identityId) => {
    const sub =
      (await pushManager.getSubscription()) ??
      (await pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytes(setup.vapidPublicKey),
      }))
    await call(
      saveWebPush,
      {
        body: {
          ...readBrowserSubscription(sub.toJSON()),
          origin: location.origin,
          userAgent: navigator.userAgent,
          platform: 'ios',
          identityId,
        },
      },
      { identity: { as: identityId } },
    )
  },
  unsubscribe: async () => {
    const sub = await pushManager.getSubscription()
    if (!sub) return
    await call(deleteWebPush, { query: { endpoint: sub.endpoint } })
    await sub.unsubscribe()
  },
  leave: async () => void (await (await pushManager.getSubscription())?.unsubscribe()),
})
