import { createECDH, randomBytes } from 'node:crypto'
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { expect } from 'vitest'
import type { Browser, PushService } from './service'

/**
 * Without internet PushManager.subscribe never settles: in this context it returns a subscription
 * with a real key pair whose endpoint is the local push service. It survives reloads, as in the
 * browser. `granted` false: permission not requested yet.
 */
export const doublePush = async (
  context: BrowserContext,
  base: string,
  service: PushService,
  granted = true,
): Promise<Browser> => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const given = {
    p256dh: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
    path: `/send/${randomBytes(12).toString('base64url')}`,
  }
  const browser = service.browser(given)
  if (granted) await context.grantPermissions(['notifications'], { origin: base })
  await context.addInitScript(
    ({ endpoint, keys }) => {
      const KEY = 'double:subscription'
      const subscription = () => ({
        endpoint,
        expirationTime: null,
        options: { userVisibleOnly: true },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: () => {
          localStorage.removeItem(KEY)
          return Promise.resolve(true)
        },
      })
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(localStorage.getItem(KEY) ? subscription() : null),
        subscribe: (options: { applicationServerKey: Uint8Array }) => {
          localStorage.setItem(
            KEY,
            btoa(String.fromCharCode(...options.applicationServerKey))
              .replace(/\+/g, '-')
              .replace(/\//g, '_')
              .replace(/=/g, ''),
          )
          return Promise.resolve(subscription())
        },
      })
    },
    { endpoint: browser.endpoint, keys: browser.keys },
  )
  return browser
}

/** Chromium deletes a notification that is listed between its storing and its display. */
const DISPLAYED_AFTER_MS = 1000

export interface Delivery {
  /** Fires the real push event in the page's service worker, and gives it time to show something. */
  push(payload: unknown): Promise<void>
  shown(): Promise<{ title: string; body: string; tag: string; data: { url: string } }[]>
  close(): Promise<void>
}
export const delivery = async (page: Page, base: string): Promise<Delivery> => {
  // a worker that is still being activated receives no push
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    cdp.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({
        registrations,
      }: {
        registrations: { registrationId: string; scopeURL: string; isDeleted: boolean }[]
      }) => {
        const own = registrations.find((r) => r.scopeURL === `${base}/` && !r.isDeleted)
        if (own) resolve(own.registrationId)
      },
    )
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await found
  return {
    push: async (payload) => {
      await cdp.send('ServiceWorker.deliverPushMessage', {
        origin: base,
        registrationId,
        data: JSON.stringify(payload),
      })
      await page.waitForTimeout(DISPLAYED_AFTER_MS)
    },
    shown: () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map((n) => ({
          title: n.title,
          body: n.body,
          tag: n.tag,
          data: n.data as { url: string },
        })),
      ),
    close: () => cdp.detach(),
  }
}
