// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { interestOf } from '#contract/push'
import { setUp, device, page } from './push-page'

setUp()

describe('what a browser can do', () => {
  test('CORE-088: four permissions and no other', async () => {
    const { readPermission } = await import('../../../../src/data/push/support')
    for (const permission of ['default', 'granted', 'denied']) {
      device('chrome', { permission })
      expect(readPermission()).toBe(permission)
    }
    device('safari')
    expect(readPermission()).toBe('unsupported')
  })
  test('CORE-090 CORE-091 CORE-122: iOS only when installed, and by web push; the four others by the service; a secure context', async () => {
    const { pushMode } = await import('../../../../src/data/push/support')
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
    const { PushError } = await import('../../../../src/data/push/errors')
    const { findServiceWorker } = await import('../../../../src/data/push/service-worker')
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
    expect(subscribeMessage(new ApiError(0, 'Network error'))).toMatch(/^Pas de réseau/)
  })
  test('CORE-123: a subscription without endpoint, p256dh or auth is refused', async () => {
    device('iphone', { installed: true })
    const { readBrowserSubscription } = await import('../../../../src/data/push/push-ios')
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

describe('words', () => {
  test('CORE-089 CORE-186: seventeen statuses, each with its words', async () => {
    const { PUSH_STATUSES } = await import('../../../../src/data/push/state')
    const { pushLabel } = await import('../../../../src/features/settings/push-labels')
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
