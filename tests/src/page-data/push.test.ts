// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { subscribeKey } from 'valtio/utils'
import { interestOf } from '#contract/push'
import { account, browser, remember, wait, type Browser } from '../../support/browser/data-page'

const AGENTS = {
  chrome: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
  opera: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
} as const
const own = (o: object, values: Record<string, unknown>): void => {
  for (const [k, value] of Object.entries(values))
    Object.defineProperty(o, k, { value, configurable: true })
}

/** What the browser says of itself, and what its push manager holds. */
const device = (
  agent: keyof typeof AGENTS,
  more: {
    permission?: string
    installed?: boolean
    secure?: boolean
    worker?: boolean
    ask?: string
  } = {},
) => {
  const {
    permission = 'granted',
    installed = false,
    secure = true,
    worker = true,
    ask = 'granted',
  } = more
  const state = {
    subscription: null as null | {
      endpoint: string
      toJSON(): object
      unsubscribe(): Promise<boolean>
    },
  }
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(state.subscription),
      subscribe: () =>
        Promise.resolve(
          (state.subscription = {
            endpoint: 'https://web.push.apple.com/x',
            toJSON: () => ({
              endpoint: 'https://web.push.apple.com/x',
              keys: { p256dh: 'P', auth: 'A' },
            }),
            unsubscribe: () => {
              state.subscription = null
              return Promise.resolve(true)
            },
          }),
        ),
    },
    getNotifications: () => Promise.resolve([]),
  }
  own(navigator, {
    userAgent: AGENTS[agent],
    vendor: agent === 'chrome' || agent === 'edge' || agent === 'opera' ? 'Google Inc.' : '',
    maxTouchPoints: agent === 'iphone' ? 5 : 0,
    serviceWorker: {
      getRegistration: () => Promise.resolve(worker ? registration : undefined),
      ready: new Promise(() => undefined),
      addEventListener: () => undefined,
    },
  })
  vi.stubGlobal('chrome', agent === 'chrome' ? {} : undefined)
  vi.stubGlobal('isSecureContext', secure)
  vi.stubGlobal('PushManager', class {})
  const notification = {
    permission,
    requestPermission: () => {
      notification.permission = ask
      return Promise.resolve(ask)
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('matchMedia', () => ({ matches: installed, addEventListener: () => undefined }))
  return state
}

/** Every status that it goes through. */
const watched = (state: { status: string }): string[] => {
  const all: string[] = []
  subscribeKey(state, 'status', (s) => all.push(s), true)
  return all
}
let b: Browser
let subscriptions: { endpoint: string; identityId: string }[]
beforeEach(async () => {
  b = await browser()
  subscriptions = []
  b.routes.set('GET /api/push/setup', () => ({
    body: { instanceId: 'i', host: '', vapidPublicKey: 'AQID' },
  }))
  b.routes.set('GET /api/notifications/push-subscriptions', () => ({ body: { subscriptions } }))
  b.routes.set('PUT /api/user/preferences', (c) => ({ body: { push: {}, ...(c.body as object) } }))
})
afterEach(() => {
  b.end()
  vi.unstubAllGlobals()
})
const PUSH = /\/(?:push|notifications|device_api|user\/preferences)/
const pushCalls = (): string[] =>
  b.seen.filter((s) => PUSH.test(s.path)).map((s) => `${s.method} ${s.path.split('?')[0]}`)
/** The page, signed in, with its push module. */
const page = async (handles: readonly string[] = ['claire']) => {
  b.own.account = account(handles)
  remember(b.own.account.id)
  const loaded = await b.load()
  await loaded.startSession()
  const module = await import('../../../src/data/push/push')
  const support = await import('../../../src/data/push/support')
  const errors = await import('../../../src/data/push/errors')
  return {
    ...loaded,
    ...module,
    ...support,
    ...errors,
    ids: b.own.account.identities.map((i) => i.id),
  }
}

describe('what a browser can do', () => {
  test('CORE-088: four permissions and no other', async () => {
    const { readPermission } = await import('../../../src/data/push/support')
    for (const permission of ['default', 'granted', 'denied']) {
      device('chrome', { permission })
      expect(readPermission()).toBe(permission)
    }
    device('safari')
    expect(readPermission()).toBe('unsupported')
  })
  test('CORE-090 CORE-091 CORE-122: iOS only when installed, and by web push; the four others by the service; a secure context', async () => {
    const { pushMode } = await import('../../../src/data/push/support')
    for (const agent of ['chrome', 'edge', 'opera', 'firefox'] as const) {
      device(agent)
      expect(pushMode(), agent).toBe('service')
      device(agent, { secure: false })
      expect(pushMode(), agent).toBeNull()
    }
    device('safari')
    expect(pushMode()).toBeNull()
    device('iphone')
    expect(pushMode()).toBeNull()
    device('iphone', { installed: true })
    expect(pushMode()).toBe('web-push')
  })
  test('CORE-093: the expected interest', () => {
    expect([interestOf('9', '5'), interestOf('9', null)]).toEqual(['identity-5', 'account-9'])
  })
  test('CORE-182: the client’s errors', async () => {
    const { PushError } = await import('../../../src/data/push/errors')
    const { findServiceWorker } = await import('../../../src/data/push/service-worker')
    expect(new PushError('PUSH_DISABLED')).toMatchObject({
      code: 'PUSH_DISABLED',
      message: 'Notifications push désactivées',
    })
    device('chrome', { worker: false })
    await expect(findServiceWorker()).rejects.toMatchObject({
      code: 'SERVICE_WORKER_MISSING',
      message: 'Service worker introuvable',
    })
    delete (navigator as { serviceWorker?: unknown }).serviceWorker
    await expect(findServiceWorker()).rejects.toMatchObject({ code: 'SW_UNSUPPORTED' })
  })
  test('CORE-184: sentences of a failed subscription', async () => {
    device('chrome')
    const { ApiError, subscribeMessage } = await page()
    const api = (code: string, error: string, details?: unknown) =>
      Object.assign(Object.create(ApiError.prototype) as InstanceType<typeof ApiError>, {
        code,
        message: error,
        details,
      })
    expect(subscribeMessage(api('invalid_payload', 'Non', 'deviceId'))).toBe(
      'Invalid payload: deviceId',
    )
    expect(
      subscribeMessage(
        api('invalid_payload', 'Non', [{ path: 'body.deviceId', message: 'trop court' }]),
      ),
    ).toBe('Invalid payload: body.deviceId trop court')
    expect(subscribeMessage(api('push_off', 'Pas ici'))).toBe('Pas ici')
    expect(subscribeMessage(new Error('autre'))).toBe('autre')
  })
  test('CORE-123: a subscription without endpoint, p256dh or auth is refused', async () => {
    device('iphone', { installed: true })
    const { readBrowserSubscription } = await import('../../../src/data/push/push-ios')
    const whole = { endpoint: 'https://web.push.apple.com/x', keys: { p256dh: 'P', auth: 'A' } }
    expect(readBrowserSubscription(whole)).toEqual(whole)
    for (const [missing, json] of [
      ['endpoint', { ...whole, endpoint: '' }],
      ['p256dh', { ...whole, keys: { auth: 'A' } }],
      ['auth', { ...whole, keys: { p256dh: 'P' } }],
    ] as const)
      expect(() => readBrowserSubscription(json as never)).toThrow(missing)
  })
})

describe('the switch', () => {
  test('CORE-113 CORE-114 CORE-115 CORE-116: guards in their order, one at a time, without a call', async () => {
    device('safari', { permission: 'denied' })
    const p = await page(['claire', 'tom'])
    const turn = async (agent: keyof typeof AGENTS, permission: string): Promise<string | null> => {
      device(agent, { permission })
      await p.togglePush()
      return p.push.message
    }
    expect(await turn('safari', 'denied')).toBe(
      'Les notifications push ne sont pas supportées sur cet appareil.',
    )
    expect(await turn('chrome', 'denied')).toBe(
      'Permission refusée. Activez-la dans les paramètres de votre navigateur.',
    )
    expect(await turn('chrome', 'default')).toBe(
      'Veuillez d’abord indiquer qui utilise cet appareil.',
    )
    if (p.session.account) p.session.account.identities = []
    expect(await turn('chrome', 'default')).toBe(
      'Impossible de déterminer l’identité pour cet appareil.',
    )
    expect(pushCalls()).toEqual([])
  })
  test('CORE-117: no account or no identity: rejected before any call', async () => {
    device('chrome')
    const p = await page()
    await expect(p.subscribe(null, p.ids[0] ?? '')).rejects.toThrow()
    await expect(p.subscribe(b.own.account?.id ?? '', null)).rejects.toThrow()
    expect(pushCalls()).toEqual([])
  })
  test('CORE-185: a prompt that is dismissed, then one that is refused', async () => {
    device('chrome', { permission: 'default', ask: 'default' })
    const p = await page()
    await p.startPush()
    expect(p.push.status).toBe('permission_required')
    await p.togglePush()
    expect(p.push).toMatchObject({
      status: 'permission_required',
      message:
        'Autorisez les notifications dans votre navigateur (icône cadenas > Notifications) puis réessayez.',
    })
    device('chrome', { permission: 'default', ask: 'denied' })
    await p.togglePush()
    expect(p.push).toMatchObject({ status: 'permission_denied', message: 'Permission refusée' })
    expect(pushCalls()).toEqual([])
  })
  test('CORE-073 CORE-183: disabled on this device; a missing worker; any other failure is its message', async () => {
    device('chrome')
    localStorage.setItem('push_disabled', 'true')
    let p = await page()
    await p.startPush()
    await p.togglePush()
    expect(p.push).toMatchObject({ status: 'disabled', message: 'Notifications push désactivées' })
    expect(pushCalls()).toEqual([])
    localStorage.removeItem('push_disabled')
    device('chrome', { worker: false })
    let appear: (() => void) | undefined
    own(navigator.serviceWorker, {
      ready: new Promise<void>((resolve) => {
        appear = resolve
      }),
    })
    p = await page()
    await p.startPush()
    expect(p.push.status).toBe('service_worker_missing')
    // it runs later, when there is one
    b.routes.set('GET /api/push/setup', () => ({ status: 500, body: { error: 'En panne' } }))
    own(navigator.serviceWorker, { getRegistration: () => Promise.resolve({}) })
    appear?.()
    await wait()
    expect(p.push.status).toBe('En panne')
  })
  test('CORE-137 CORE-092: signed out, or without permission, no push call is made', async () => {
    device('chrome', { permission: 'default' })
    const p = await page()
    await p.startPush()
    expect(pushCalls()).toEqual([])
    device('chrome')
    p.session.token = null
    await p.startPush()
    expect(pushCalls()).toEqual([])
  })
  test('CORE-089 CORE-167: installed on iOS: the browser’s own subscription is posted as the device’s identity, found again, and taken back', async () => {
    const state = device('iphone', { installed: true })
    const p = await page()
    p.chooseIdentity(p.ids[0] ?? '')
    const statuses = watched(p.push)
    await p.startPush()
    expect(p.push.status).toBe('awaiting_subscription')
    await p.togglePush()
    expect(p.push).toMatchObject({ status: 'subscribed', message: null })
    const [saved] = b.calls('POST /api/notifications/push-subscriptions')
    expect(saved?.body).toEqual({
      endpoint: 'https://web.push.apple.com/x',
      keys: { p256dh: 'P', auth: 'A' },
      origin: location.origin,
      userAgent: AGENTS.iphone,
      platform: 'ios',
      identityId: p.ids[0],
    })
    expect(saved?.headers.get('x-active-identity')).toBe(p.ids[0])
    expect(b.calls('PUT /api/user/preferences').map((c) => c.body)).toEqual([
      { pushNotifications: true },
    ])
    await p.togglePush()
    expect(p.push.status).toBe('unsubscribed')
    expect(statuses).toEqual([
      'initializing',
      'client_ready',
      'initialized',
      'awaiting_subscription',
      'subscribing',
      'subscribed',
      'unsubscribing',
      'unsubscribed',
    ])
    expect(state.subscription).toBeNull()
    expect(b.seen.at(-2)).toMatchObject({
      method: 'DELETE',
      path: `/api/notifications/push-subscriptions?endpoint=${encodeURIComponent('https://web.push.apple.com/x')}`,
    })
  })
  test('pressed before anybody looked, or while the client starts, the switch waits for it: told once, whatever begins beside it', async () => {
    for (const looks of [false, true]) {
      device('iphone', { installed: true })
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      b.routes.set('GET /api/push/setup', async () => {
        await held
        return { body: { instanceId: 'i', host: '', vapidPublicKey: 'AQID' } }
      })
      const p = await page()
      p.chooseIdentity(p.ids[0] ?? '')
      const [setups, told] = [
        b.count('GET /api/push/setup'),
        b.count('POST /api/notifications/push-subscriptions'),
      ]
      const before = looks ? p.startPush() : Promise.resolve()
      const turned = Promise.all([p.togglePush(), p.togglePush(), p.startPush()])
      expect(p.push.status).toBe('initializing')
      release()
      await Promise.all([before, turned])
      expect(p.push).toMatchObject({ status: 'subscribed', message: null })
      expect([
        b.count('GET /api/push/setup') - setups,
        b.count('POST /api/notifications/push-subscriptions') - told,
      ]).toEqual([1, 1])
    }
  })
  test('CORE-095: a failed self-heal is said and not tried again', async () => {
    const state = device('iphone', { installed: true })
    const me = b.routes.get('GET /api/auth/me')
    b.routes.set('GET /api/auth/me', async (c) => {
      const a = await me?.(c)
      return { body: { ...(a?.body as object), preferences: { pushNotifications: true } } }
    })
    b.routes.set('POST /api/notifications/push-subscriptions', () => ({
      status: 500,
      body: { error: 'Non' },
    }))
    b.own.account = account(['claire'])
    localStorage.setItem('push_identity_id', b.own.account.identities[0]?.id ?? '')
    remember(b.own.account.id)
    const loaded = await b.load()
    await loaded.startSession()
    const { push, startPush } = await import('../../../src/data/push/push')
    expect(state.subscription).toBeNull()
    const statuses = watched(push)
    await startPush()
    expect(statuses.slice(-2)).toEqual(['resubscribing', 'self_heal_failed'])
    await startPush()
    expect(push.status).toBe('self_heal_failed')
    expect(b.count('POST /api/notifications/push-subscriptions')).toBe(1)
  })
})

describe('words', () => {
  test('CORE-089 CORE-186: seventeen statuses, each with its words', async () => {
    const { PUSH_STATUSES } = await import('../../../src/data/push/state')
    const { pushLabel } = await import('../../../src/features/settings/push-labels')
    expect([...PUSH_STATUSES]).toEqual([
      'initializing',
      'client_ready',
      'initialized',
      'awaiting_subscription',
      'resubscribing',
      'resubscribed',
      'self_heal_failed',
      'subscribing',
      'subscribed',
      'unsubscribing',
      'unsubscribed',
      'disabled',
      'service_worker_missing',
      'identity_required',
      'permission_required',
      'permission_denied',
      'unsupported',
    ])
    expect(new Set(PUSH_STATUSES.map(pushLabel)).size).toBeGreaterThan(12)
    expect(pushLabel('service_worker_missing')).toBe(
      'Service worker introuvable. Actualisez la page ou réinstallez la PWA.',
    )
    expect(pushLabel('self_heal_failed')).toMatch(/^Réactivation automatique impossible…/)
    expect(pushLabel('HTTP 500')).toBe('HTTP 500')
  })
})
