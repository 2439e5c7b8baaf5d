// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { subscribeKey } from 'valtio/utils'
import { account, remember, wait } from '../../../support/browser/data-page'
import { setUp, AGENTS, own, device, b, page } from './push-page'

setUp()

/** Every status that it goes through. */
const watched = (state: { status: string }): string[] => {
  const all: string[] = []
  subscribeKey(state, 'status', (s) => all.push(s), true)
  return all
}

const PUSH = /\/(?:push\b|notifications|device_api|user\/preferences)/

const pushCalls = (): string[] =>
  b.seen.filter((s) => PUSH.test(s.path)).map((s) => `${s.method} ${s.path.split('?')[0]}`)

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
    own(navigator.serviceWorker, { getRegistration: () => Promise.resolve({ active: {} }) })
    appear?.()
    await wait()
    expect(p.push.status).toBe('En panne')
  })
  test('CORE-073: a worker that is still being installed is waited for; one that cannot be is missing', async () => {
    device('iphone', { installed: true })
    const worker = Object.assign(new EventTarget(), { state: 'installing' })
    const become = (state: string): void => {
      worker.state = state
      worker.dispatchEvent(new Event('statechange'))
    }
    const found = Object.assign(new EventTarget(), {
      ...(await navigator.serviceWorker.getRegistration()),
      active: null,
      installing: null as typeof worker | null,
    })
    own(navigator.serviceWorker, { getRegistration: () => Promise.resolve(found) })
    const p = await page()
    vi.useFakeTimers()
    const first = p.startPush()
    // its script comes first
    await vi.advanceTimersByTimeAsync(10_000)
    found.installing = worker
    found.dispatchEvent(new Event('updatefound'))
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(p.push.status).toBe('initializing')
    become('redundant')
    await first
    expect(p.push.status).toBe('service_worker_missing')
    worker.state = 'installing'
    const second = p.startPush()
    await wait()
    become('activated')
    await second
    expect(p.push.status).toBe('awaiting_subscription')
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
  test('a change of the identity that fails leaves the device with the one before; pressed again, it is told', async () => {
    const told = 'POST /api/notifications/push-subscriptions'
    device('iphone', { installed: true })
    const p = await page(['claire', 'tom'])
    const [claire = '', tom = ''] = p.ids
    await p.startPush()
    await p.assignIdentity(claire)
    await p.togglePush()
    expect(p.push).toMatchObject({ status: 'subscribed', identityId: claire })
    b.routes.set(told, () => ({ status: 500, body: { error: 'En panne' } }))
    await p.assignIdentity(tom)
    expect(p.push).toMatchObject({
      status: 'subscribed',
      identityId: claire,
      message: 'En panne',
    })
    expect(localStorage.getItem('push_identity_id')).toBe(claire)
    b.routes.delete(told)
    const before = b.count(told)
    await p.assignIdentity(tom)
    expect(p.push).toMatchObject({ status: 'subscribed', identityId: tom, message: null })
    expect(b.count(told) - before).toBe(1)
    expect(b.calls(told).at(-1)?.body).toMatchObject({ identityId: tom })
  })
  test('a press while a change of the identity is under way is ignored, also when that fails', async () => {
    const told = 'POST /api/notifications/push-subscriptions'
    device('iphone', { installed: true })
    const p = await page(['claire', 'tom'])
    const [claire = '', tom = ''] = p.ids
    await p.startPush()
    await p.assignIdentity(claire)
    await p.togglePush()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    b.routes.set(told, async () => {
      await held
      return { status: 500, body: { error: 'En panne' } }
    })
    const before = b.count(told)
    const pressed = [p.assignIdentity(tom), p.assignIdentity(tom), p.assignIdentity(claire)]
    release()
    await Promise.all(pressed)
    expect(p.push).toMatchObject({ status: 'subscribed', identityId: claire, message: 'En panne' })
    expect(b.count(told) - before).toBe(1)
  })
  test('the last press while the client starts waits for it: the device is that person’s', async () => {
    const told = 'POST /api/notifications/push-subscriptions'
    device('iphone', { installed: true })
    const me = b.routes.get('GET /api/auth/me')
    b.routes.set('GET /api/auth/me', async (c) => {
      const a = await me?.(c)
      return { body: { ...(a?.body as object), preferences: { pushNotifications: true } } }
    })
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const answer = b.routes.get(told)
    b.routes.set(told, async (c) => {
      await held
      return answer?.(c) ?? { body: {} }
    })
    b.own.account = account(['claire', 'tom'])
    const [claire = '', tom = ''] = b.own.account.identities.map((i) => i.id)
    localStorage.setItem('push_identity_id', claire)
    remember(b.own.account.id)
    const loaded = await b.load()
    await loaded.startSession()
    const p = await import('../../../../src/data/push/push')
    const start = p.startPush()
    await vi.waitFor(() => expect(p.push.status).toBe('resubscribing'))
    const presses = [p.assignIdentity(tom), p.assignIdentity(claire), p.assignIdentity(tom)]
    release()
    await Promise.all([start, ...presses])
    expect(p.push).toMatchObject({ status: 'subscribed', identityId: tom, message: null })
    expect(b.calls(told).map((one) => (one.body as { identityId: string }).identityId)).toEqual([
      claire,
      tom,
    ])
  })
  test('a start for an account that is no longer signed in says nothing, and the next one starts its own', async () => {
    device('iphone', { installed: true })
    let fail: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      fail = resolve
    })
    const p = await page()
    const { emitSession } = await import('../../../../src/data/session/state')
    const setup = 'GET /api/push/setup'
    const answers = b.routes.get(setup)
    b.routes.set(setup, async () => {
      await held
      return { status: 500, body: { error: 'En panne' } }
    })
    const first = p.startPush()
    await wait()
    if (answers) b.routes.set(setup, answers)
    const next = account(['nina'])
    Object.assign(p.session, { account: next, accountId: next.id })
    emitSession('account')
    await wait()
    expect(b.count(setup)).toBe(2)
    fail()
    await first
    expect(p.push).toMatchObject({ status: 'awaiting_subscription', message: null })
  })
  test('a switch that was pressed by another account changes no preference of this one', async () => {
    device('iphone', { installed: true })
    const p = await page()
    await p.startPush()
    const { emitSession } = await import('../../../../src/data/session/state')
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    b.routes.set('POST /api/notifications/push-subscriptions', async () => {
      await held
      return {}
    })
    const pressed = p.togglePush()
    await wait()
    const next = account(['nina'])
    Object.assign(p.session, { account: next, accountId: next.id })
    emitSession('account')
    answer()
    await pressed
    await p.startPush()
    expect(b.count('PUT /api/user/preferences')).toBe(0)
    expect(p.push.status).toBe('awaiting_subscription')
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
    const { push, startPush } = await import('../../../../src/data/push/push')
    expect(state.subscription).toBeNull()
    const statuses = watched(push)
    await startPush()
    expect(statuses.slice(-2)).toEqual(['resubscribing', 'self_heal_failed'])
    await startPush()
    expect(push.status).toBe('self_heal_failed')
    expect(b.count('POST /api/notifications/push-subscriptions')).toBe(1)
  })
})
