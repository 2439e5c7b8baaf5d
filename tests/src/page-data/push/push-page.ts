import { afterEach, beforeEach, vi } from 'vitest'
import { account, browser, remember, type Browser } from '../../../support/browser/data-page'

export const AGENTS = {
  chrome: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
  opera: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
} as const

export const own = (o: object, values: Record<string, unknown>): void => {
  for (const [k, value] of Object.entries(values))
    Object.defineProperty(o, k, { value, configurable: true })
}

/** What the browser says of itself, and what its push manager holds. */
export const device = (
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
    active: {},
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

export let b: Browser

export let subscriptions: { endpoint: string; identityId: string }[]

/** The page, signed in, with its push module. */
export const page = async (handles: readonly string[] = ['claire']) => {
  b.own.account = account(handles)
  remember(b.own.account.id)
  const loaded = await b.load()
  await loaded.startSession()
  const module = await import('../../../../src/data/push/push')
  const support = await import('../../../../src/data/push/support')
  const errors = await import('../../../../src/data/push/errors')
  return {
    ...loaded,
    ...module,
    ...support,
    ...errors,
    ids: b.own.account.identities.map((i) => i.id),
  }
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeEach(async () => {
    b = await browser()
    subscriptions = []
    b.routes.set('GET /api/push/setup', () => ({
      body: { instanceId: 'i', host: '', vapidPublicKey: 'AQID' },
    }))
    b.routes.set('GET /api/notifications/push-subscriptions', () => ({ body: { subscriptions } }))
    b.routes.set('PUT /api/user/preferences', (c) => ({
      body: { push: {}, ...(c.body as object) },
    }))
  })
  afterEach(() => {
    b.end()
    vi.unstubAllGlobals()
  })
}
