import type { BrowserContext, Route, Worker } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  newContext,
  PHONE,
  signIn,
  signOut,
  watch,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { visit } from '../../support/browser/visit'
import { delivery, doublePush } from '../../support/push/browser'
import { COUPLE } from '../../support/world/talk'
import {
  device,
  INSTALLED_WITHIN,
  knownSettings,
  man,
  s,
  service,
  settings,
  setUp,
  status,
  subscribed,
  talk,
  woman,
} from './push-setup'

setUp()

const worker = (context: BrowserContext): Promise<Worker> =>
  expect
    .poll(() => context.serviceWorkers()[0])
    .toBeTruthy()
    .then(() => context.serviceWorkers()[0] as Worker)

describe('push', () => {
  test('CORE-023 CORE-024 CORE-027 CORE-073 CORE-092 CORE-097 CORE-105 CORE-159 CORE-160 CORE-199: the client starts, the switch subscribes this device', async () => {
    const own = await device()
    const { page, requests } = own
    expect(requests).toEqual([
      'GET /api/push/setup',
      'GET /web-vapid-public-key',
      'POST /devices/web',
      'GET /api/push/devices/current',
      'GET /devices/web/:device/interests',
    ])
    expect(own.registration()).toEqual({
      token: expect.any(String),
      metadata: { sdkVersion: '2.1.0' },
    })
    await knownSettings(own)
    await page.getByText('Cet appareil ne reçoit pas de notifications.').waitFor()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/^Installez Connivence/)
      .waitFor()
    requests.length = 0
    const saved = page.getByText('Préférences mises à jour.')
    // shown for a moment only
    await Promise.all([saved.waitFor(), status(page).click()])
    await page.getByText('Cet appareil reçoit vos notifications.').waitFor()
    await saved.waitFor({ state: 'hidden' })
    expect(requests).toEqual([
      'GET /api/push/auth',
      'PUT /devices/web/:device/user',
      'PUT /devices/web/:device/interests',
      'POST /api/push/subscribe',
      'PUT /api/user/preferences',
    ])
    const stored = await page.evaluate(() => ({
      device: localStorage.getItem('push_device_id'),
      identity: localStorage.getItem('push_identity_id'),
      key: localStorage.getItem('double:subscription'),
    }))
    // the browser was given the very key that signs what is sent
    const { vapidPublicKey } = (await woman.api.get<{ vapidPublicKey: string }>('/api/push/setup'))
      .body
    expect(stored).toEqual({
      device: expect.stringMatching(/^web-/),
      identity: woman.identityId,
      key: vapidPublicKey,
    })
    expect((await woman.api.get('/api/user/preferences')).body).toMatchObject({
      pushNotifications: true,
    })
  })

  test('CORE-002: a message is signed, encrypted and shown by the one service worker, discreetly; the click leads the open page to the conversation', async () => {
    const { context, page, phone } = await subscribed()
    await man.say(talk, 'Rendez-vous au bord du lac')
    await expect.poll(() => service.of(phone).length).toBe(1)
    expect(service.faults).toEqual([])
    const [pushed] = service.of(phone)
    const { vapidPublicKey } = (await woman.api.get<{ vapidPublicKey: string }>('/api/push/setup'))
      .body
    expect(pushed?.vapid.key).toBe(vapidPublicKey)
    expect(JSON.stringify(pushed?.payload)).not.toMatch(new RegExp(`lac|${man.handle}`))
    const registrations = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(
        (r) => new URL(r.active?.scriptURL ?? '').pathname,
      ),
    )
    expect(registrations).toEqual(['/sw.js'])
    const to = await delivery(page, s.server.url)
    const own = await worker(context)
    // nobody looks at the app: a focused window would keep it silent
    await own.evaluate(() => {
      const all = self as unknown as ServiceWorkerLike
      const real = all.clients.matchAll.bind(all.clients)
      all.clients.matchAll = async (o) =>
        (await real(o)).map(
          (w) =>
            new Proxy(w, {
              get: (t, k) =>
                k === 'focused'
                  ? false
                  : typeof t[k] === 'function'
                    ? (t[k] as () => unknown).bind(t)
                    : t[k],
            }),
        )
    })
    await to.push(pushed?.payload)
    await expect
      .poll(() => to.shown())
      .toEqual([
        {
          title: 'Nouvelle activité',
          body: '',
          tag: pushed?.payload.data.tag,
          data: { url: `${s.server.url}/conversations/${talk}` },
        },
      ])
    // a second one of the same conversation takes its place
    await to.push(pushed?.payload)
    await page.waitForTimeout(200)
    expect(await to.shown()).toHaveLength(1)
    // with no window open, the click opens one there; with one, that one goes there by itself
    const opened = await own.evaluate(async () => {
      const all = self as unknown as ServiceWorkerLike
      const { matchAll, openWindow } = all.clients
      const url = new Promise<string>((resolve) => {
        Object.assign(all.clients, {
          matchAll: () => Promise.resolve([]),
          openWindow: (opened: string) => {
            resolve(opened)
            return Promise.resolve(null)
          },
        })
      })
      const [notification] = await all.registration.getNotifications()
      const Made = (
        self as unknown as { NotificationEvent: new (type: string, init: object) => Event }
      ).NotificationEvent
      all.dispatchEvent(new Made('notificationclick', { notification }))
      await url
      Object.assign(all.clients, { matchAll, openWindow })
      return url
    })
    expect(opened).toBe(`${s.server.url}/conversations/${talk}`)
    await to.push(pushed?.payload)
    await expect.poll(() => to.shown()).toHaveLength(1)
    await page.evaluate(() => {
      ;(globalThis as { stays?: true }).stays = true
    })
    await click(own)
    await page.waitForURL(`${s.server.url}/conversations/${talk}`)
    await page.locator('[data-message]').getByText('Rendez-vous au bord du lac').last().waitFor()
    expect(await page.evaluate(() => (globalThis as { stays?: true }).stays)).toBe(true)
    await expect.poll(() => to.shown()).toEqual([])
    // read without a click, it leaves the lock screen too, and one of another place stays
    await visit(page, s.server.url, '/albums')
    await to.push({ data: { url: '/news', tag: 'news' } })
    await to.push(pushed?.payload)
    await expect.poll(() => to.shown()).toHaveLength(2)
    await visit(page, s.server.url, `/conversations/${talk}`)
    await expect.poll(async () => (await to.shown()).map(({ tag }) => tag)).toEqual(['news'])
  })

  test('CORE-094: a device that lost its interest takes it back by itself, once', async () => {
    const { page, requests } = await subscribed()
    const device = await page.evaluate(() => localStorage.getItem('push_device_id'))
    const { instanceId } = (await woman.api.get<{ instanceId: string }>('/api/push/setup')).body
    await fetch(
      `${s.server.url}/device_api/v1/instances/${instanceId}/devices/web/${device}/interests`,
      { method: 'DELETE' },
    )
    requests.length = 0
    await settings(page)
    await page.getByText('Notifications réactivées sur cet appareil.').waitFor()
    await page.waitForTimeout(300)
    expect(requests.filter((r) => /interests|subscribe/.test(r))).toEqual([
      'GET /devices/web/:device/interests',
      'POST /devices/web/:device/interests/identity-:id',
      'POST /api/push/subscribe',
    ])
  })

  test('CORE-096 CORE-022 CORE-187 CORE-188: preferences that load, and fail to; switched off, nothing is sent any more, even when the preference cannot be saved', async () => {
    const { page, phone, requests } = await subscribed()
    const held: Route[] = []
    await page.route('**/api/user/preferences', (route) => void held.push(route))
    await settings(page)
    await page.getByText('Chargement de vos préférences…').waitFor()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const route of held) await route.abort()
    await page.getByText('Impossible de charger vos préférences pour le moment.').waitFor()
    await page.unroute('**/api/user/preferences')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Réessayer' })
      .click()
    await page.getByRole('switch', { name: 'Heures calmes' }).waitFor()
    await page.getByText(/^Cet appareil reçoit|^Notifications réactivées/).waitFor()
    await page.route('**/api/user/preferences', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    requests.length = 0
    const [saving] = await Promise.all([
      page.waitForRequest((r) => r.method() === 'PUT' && r.url().endsWith('/api/user/preferences')),
      status(page).click(),
    ])
    expect(saving.postDataJSON()).toEqual({ pushNotifications: false })
    await page.getByText('Impossible de sauvegarder vos préférences. Merci de réessayer.').waitFor()
    await page.getByText('Notifications désactivées sur cet appareil.').waitFor()
    expect(requests).toEqual([
      'PUT /devices/web/:device/interests',
      'POST /api/push/unsubscribe',
      'PUT /api/user/preferences',
    ])
    await page.unroute('**/api/user/preferences')
    const before = service.of(phone).length
    await man.say(talk, 'Personne ne l’entend')
    await page.waitForTimeout(4_000)
    expect(service.of(phone)).toHaveLength(before)
    await status(page).click()
    await page.getByText('Cet appareil reçoit vos notifications.').waitFor()
  })

  test('after a logout this browser holds no subscription, no device and no notification', async () => {
    const { page } = await subscribed()
    const to = await delivery(page, s.server.url)
    await to.push({ notification: { title: 'Nouvelle activité' }, data: { url: '/news' } })
    await expect.poll(() => to.shown()).toHaveLength(1)
    const device = await page.evaluate(() => localStorage.getItem('push_device_id'))
    await page.goto(`${s.server.url}/profile`)
    await signOut(page)
    const left = await page.evaluate(async () => ({
      subscription: localStorage.getItem('double:subscription'),
      identity: localStorage.getItem('push_identity_id'),
      // no page of a member any more: the worker may still be asked
      shown: (await (await navigator.serviceWorker.ready).getNotifications()).length,
      beams: await Promise.all(
        (await indexedDB.databases())
          .filter((d) => d.name?.startsWith('beams-'))
          .map(
            (d) =>
              new Promise((resolve) => {
                const open = indexedDB.open(d.name ?? '')
                open.onblocked = open.onerror = () => resolve('shut')
                open.onsuccess = () => {
                  const all = open.result.transaction('beams').objectStore('beams').getAll()
                  all.onsuccess = () => {
                    open.result.close()
                    resolve(
                      all.result.map(
                        (r: { device_id: unknown; user_id: unknown; token: unknown }) => [
                          r.device_id,
                          r.user_id,
                          r.token,
                        ],
                      ),
                    )
                  }
                }
              }),
          ),
      ),
    }))
    expect(left).toMatchObject({ subscription: null, identity: null, shown: 0 })
    expect(JSON.stringify(left.beams)).not.toMatch(/web-|[0-9a-f]{8}-/)
    expect((await woman.api.get(`/api/push/devices/current?deviceId=${device}`)).body).toEqual({
      device: null,
    })
  })
})

interface ServiceWorkerLike {
  clients: {
    matchAll(options: unknown): Promise<Record<string | symbol, unknown>[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: ServiceWorkerRegistration
  dispatchEvent(event: Event): boolean
}
/** The member touches the first notification. */
const click = (own: Worker): Promise<void> =>
  own.evaluate(async () => {
    const all = self as unknown as ServiceWorkerLike
    const [notification] = await all.registration.getNotifications()
    const Made = (
      self as unknown as { NotificationEvent: new (type: string, init: object) => Event }
    ).NotificationEvent
    all.dispatchEvent(new Made('notificationclick', { notification }))
  })

describe('a couple', () => {
  test('CORE-025 CORE-026 CORE-115 CORE-165: says who uses the device before it can be told; the note follows, also after a reload', async () => {
    const context = await newContext(s.browser, { ...PHONE, ...WITH_SERVICE_WORKER })
    onTestFinished(() => context.close())
    await doublePush(context, s.server.url, service)
    const page = await context.newPage()
    const { errors } = watch(page, s.server.url)
    await signIn(
      page,
      s.server.url,
      COUPLE,
      await s.member(COUPLE).then(
        async (m) =>
          (
            await m.api.get<{
              account: { identities: { identity_handle: string; firstname: string | null }[] }
            }>('/api/auth/me')
          ).body.account.identities.map((i) => i.firstname ?? i.identity_handle)[0],
      ),
    )
    await settings(page)
    await page.getByText('Indiquez d’abord qui utilise cet appareil.').waitFor(INSTALLED_WITHIN)
    await status(page).click()
    await page.getByText('Veuillez d’abord indiquer qui utilise cet appareil.').waitFor()
    const chooser = page.getByRole('group', { name: /Qui utilise cet appareil/ })
    const buttons = chooser.getByRole('button')
    const { identities } = (
      await (
        await s.member(COUPLE)
      ).api.get<{ account: { identities: { identity_handle: string; gender: string }[] } }>(
        '/api/auth/me',
      )
    ).body.account
    expect(await buttons.allInnerTexts()).toEqual(
      identities.map((i) => `${i.identity_handle}\n${i.gender === 'woman' ? 'Femme' : 'Homme'}`),
    )
    expect(new Set(identities.map((i) => i.gender)).size).toBe(2)
    const second = (await buttons.nth(1).innerText()).split('\n')[0] ?? ''
    await buttons.nth(1).click()
    await page.getByText(`Cet appareil est attribué à ${second}`).waitFor()
    await status(page).click()
    await page.getByText('Cet appareil reçoit vos notifications.').waitFor()
    await settings(page)
    await page.getByText(`Cet appareil est attribué à ${second}`).waitFor()
    await page.getByText('Cet appareil reçoit vos notifications.').waitFor()
    expect(errors).toEqual([])
  })
})
