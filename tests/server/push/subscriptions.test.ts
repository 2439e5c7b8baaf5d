import { describe, expect, test } from 'vitest'
import {
  deleteWebPush,
  getUserPreferences,
  interestOf,
  listWebPush,
  pushAuth,
  saveUserPreferences,
  saveWebPush,
  subscribePush,
  unsubscribePush,
} from '#contract/push'
import { logout } from '#contract/session/session'
import { readEnv } from '../../../server/env'
import { loadVapid } from '../../../server/push/keys'
import { type Member } from '../../support/server/server'
import { setUp, service, t, api, anna, couple, ids, current } from './devices-setup'

setUp()

describe('the product API', () => {
  test('CORE-164 CORE-165: after subscribing, the device record answers the identity', async () => {
    const id = await api.subscribe(couple, service.browser(), ids(couple)[1])
    expect(await current(couple, id)).toMatchObject({
      id,
      identity_id: ids(couple)[1],
      interests: [`identity-${ids(couple)[1]}`],
      platform: 'web',
    })
    expect(await current(anna, id)).toBeNull()
    expect(await current(couple, 'web-inconnu')).toBeNull()
  })
  test('somebody else’s identity, interest or device is refused', async () => {
    const id = await api.subscribe(couple, service.browser())
    const body = {
      deviceId: id,
      interests: [interestOf(anna.accountId, ids(anna)[0])],
      identityId: ids(anna)[0],
      platform: 'web' as const,
      userAgent: 'x',
    }
    expect((await anna.call(subscribePush, { body })).body).toMatchObject({
      code: 'push_device_taken',
    })
    expect((await couple.call(subscribePush, { body })).body).toMatchObject({
      code: 'foreign_identity',
    })
    expect(
      (await couple.call(subscribePush, { body: { ...body, identityId: ids(couple)[0] } })).body,
    ).toMatchObject({ code: 'push_interest_refused' })
    await anna.call(unsubscribePush, { body: { deviceId: id } })
    expect((await current(couple, id))?.interests).toHaveLength(1)
  })
  test('unsubscribing leaves the device known, and deaf; it may be done twice', async () => {
    const id = await api.subscribe(couple, service.browser())
    for (let i = 0; i < 2; i += 1)
      expect((await couple.call(unsubscribePush, { body: { deviceId: id } })).status).toBe(200)
    expect(await current(couple, id)).toMatchObject({ identity_id: null, interests: [] })
  })
  test('a logout removes the device at once, and its token ties nothing any more', async () => {
    const { body } = await t.client().raw('POST', '/api/auth/login', {
      body: { email: anna.email, password: 'un-bon-mot-de-passe' },
    })
    const second = Object.assign(t.client(), {
      token: String(body['token']),
      accountId: anna.accountId,
      identityIds: anna.identityIds,
    }) as Member
    const id = await api.subscribe(second, service.browser())
    const { token } = (await second.call(pushAuth, { query: { user_id: anna.accountId } })).body
    await second.call(logout)
    await expect.poll(() => current(anna, id)).toBeNull()
    const fresh = await api.register(service.browser())
    expect((await api.sdk('PUT', `/devices/web/${fresh}/user`, undefined, token)).status).toBe(401)
  })
  test('one browser, one row: who holds its address and keys replaces the older; the address alone does not', async () => {
    const browser = service.browser()
    const first = await api.subscribe(anna, browser)
    const thief = {
      ...browser,
      token: Buffer.from(
        JSON.stringify({ endpoint: browser.endpoint, keys: service.browser().keys }),
      ).toString('base64'),
    }
    await api.subscribe(couple, thief)
    expect(await current(anna, first)).not.toBeNull()
    const next = await api.subscribe(couple, browser)
    expect(await current(anna, first)).toBeNull()
    expect(await current(couple, next)).not.toBeNull()
  })
  test('nobody’s devices are swept after a day', async () => {
    const id = await api.register(service.browser())
    t.clock.now += 25 * 3_600_000
    await t.app.jobs.run()
    t.clock.now -= 25 * 3_600_000
    expect((await api.sdk('GET', `/devices/web/${id}/interests`)).status).toBe(404)
  })
  test('CORE-123 CORE-167 CORE-168 CORE-169: plain subscriptions (iOS) are stored, listed and removed', async () => {
    const browser = service.browser()
    const body = {
      endpoint: browser.endpoint,
      keys: browser.keys,
      origin: 'https://exemple.test',
      userAgent: 'iPhone',
      platform: 'ios' as const,
      identityId: ids(couple)[1],
    }
    couple.identity = ids(couple)[1]
    expect((await couple.call(saveWebPush, { body })).status).toBe(201)
    couple.identity = null
    const list = async (m: Member) => (await m.call(listWebPush)).body.subscriptions
    expect(await list(couple)).toEqual([{ endpoint: browser.endpoint, identityId: ids(couple)[1] }])
    await couple.call(saveWebPush, { body: { ...body, identityId: ids(couple)[0] } })
    expect(await list(couple)).toEqual([{ endpoint: browser.endpoint, identityId: ids(couple)[0] }])
    expect(await list(anna)).toEqual([])
    for (const broken of [
      { ...body, endpoint: '' },
      { ...body, keys: { ...body.keys, p256dh: '' } },
      { ...body, keys: { ...body.keys, auth: '' } },
    ])
      expect((await couple.call(saveWebPush, { body: broken })).body).toMatchObject({
        code: 'invalid_payload',
      })
    expect(
      (await couple.call(saveWebPush, { body: { ...body, endpoint: 'https://10.0.0.1/x' } })).body,
    ).toMatchObject({ code: 'push_endpoint_refused' })
    expect(
      (await couple.call(saveWebPush, { body: { ...body, identityId: ids(anna)[0] } })).body,
    ).toMatchObject({ code: 'foreign_identity' })
    await anna.call(deleteWebPush, { query: { endpoint: browser.endpoint } })
    expect(await list(couple)).toHaveLength(1)
    expect(
      (
        await couple.raw(
          'DELETE',
          `/api/notifications/push-subscriptions?endpoint=${encodeURIComponent(browser.endpoint)}`,
        )
      ).status,
    ).toBe(200)
    expect(await list(couple)).toEqual([])
  })
  test('CORE-170 CORE-171: preferences begin off and discreet; what is not named stays', async () => {
    const read = async () => (await anna.call(getUserPreferences)).body
    expect(await read()).toEqual({
      pushNotifications: false,
      push: {
        messages: true,
        invitations: true,
        confirmations: true,
        address: true,
        outings: true,
        details: false,
        quiet: null,
      },
    })
    expect(
      (await anna.call(saveUserPreferences, { body: { pushNotifications: true } })).body
        .pushNotifications,
    ).toBe(true)
    await anna.call(saveUserPreferences, {
      body: { push: { messages: false, quiet: { from: 1380, to: 420 } } },
    })
    expect(await read()).toMatchObject({
      pushNotifications: true,
      push: { messages: false, invitations: true, quiet: { from: 1380, to: 420 } },
    })
    expect(
      (await anna.call(saveUserPreferences, { body: { push: { quiet: { from: 0, to: 1440 } } } }))
        .status,
    ).toBe(400)
    await anna.call(saveUserPreferences, { body: { push: { messages: true, quiet: null } } })
  })
})

describe('settings', () => {
  test('wrong ones stop the start with a sentence', () => {
    const wrong = (settings: Record<string, string>) => () =>
      loadVapid(readEnv({ DATA_DIR: '/nulle-part', ...settings }))
    expect(wrong({ VAPID_PUBLIC_KEY: 'x'.repeat(87) })).toThrow(
      'VAPID_PRIVATE_KEY: required with VAPID_PUBLIC_KEY.',
    )
    expect(wrong({ VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'y' })).toThrow(
      'VAPID_PUBLIC_KEY must have 87',
    )
    expect(
      wrong({ VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'A'.repeat(42) + 'E' }),
    ).toThrow('do not match')
    expect(wrong({ VAPID_SUBJECT: 'moi' })).toThrow('VAPID_SUBJECT')
    expect(wrong({ BEAMS_INSTANCE_ID: 'abc' })).toThrow('BEAMS_SECRET_KEY')
    expect(wrong({ PUSH_TEST_ORIGIN: 'http://10.0.0.1:80' })).toThrow('PUSH_TEST_ORIGIN')
    expect(wrong({ PUSH_TEST_ORIGIN: 'http://127.0.0.1:80', NODE_ENV: 'production' })).toThrow(
      'PUSH_TEST_ORIGIN',
    )
  })
})
