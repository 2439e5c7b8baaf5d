import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  currentPushDevice,
  deleteWebPush,
  getUserPreferences,
  interestOf,
  listWebPush,
  pushAuth,
  pushSetup,
  saveUserPreferences,
  saveWebPush,
  subscribePush,
  unsubscribePush,
} from '#contract/push'
import { logout } from '#contract/session/session'
import { readEnv } from '../../../server/env'
import { mayCall } from '../../../server/push/endpoints'
import { loadVapid } from '../../../server/push/keys'
import { pushService, type PushService } from '../../support/push/service'
import { deviceApi, type DeviceApi } from '../../support/push/device'
import { testApp, type Member, type TestApp } from '../../support/server/server'

let service: PushService
let t: TestApp
let api: DeviceApi
let anna: Member
let couple: Member
beforeAll(async () => {
  service = await pushService()
  t = await testApp({ PUSH_TEST_ORIGIN: service.origin })
  anna = await t.member('anna_push')
  couple = await t.member('couple_push', ['woman', 'man'])
  api = await deviceApi(t, anna)
})
afterAll(async () => {
  await t.close()
  await service.close()
})
const ids = (m: Member): [string, string] => m.identityIds as [string, string]
const current = async (m: Member, deviceId: string) =>
  (await m.call(currentPushDevice, { query: { deviceId } })).body.device

describe('the device API that the SDK calls', () => {
  test('the public key is made once and kept, readable by nobody else', async () => {
    const answer = await api.sdk('GET', '/web-vapid-public-key')
    expect(answer.body).toEqual({ vapidPublicKey: expect.stringMatching(/^[\w-]{87}$/) })
    expect((await anna.call(pushSetup)).body).toEqual({
      instanceId: api.instance,
      host: '',
      vapidPublicKey: answer.body['vapidPublicKey'],
    })
    const file = join(t.ctx.env.DATA_DIR, 'vapid.json')
    expect(existsSync(file)).toBe(true)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(loadVapid(t.ctx.env).publicKey).toBe(answer.body['vapidPublicKey'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      publicKey: answer.body['vapidPublicKey'],
    })
  })
  test('CORE-163: a device is nobody’s until a token of ours ties it; then it hears its own account alone', async () => {
    const id = await api.register(service.browser())
    const own = interestOf(anna.accountId, ids(anna)[0])
    expect((await api.sdk('POST', `/devices/web/${id}/interests/${own}`)).status).toBe(403)
    expect(await current(anna, id)).toBeNull()
    expect((await api.sdk('PUT', `/devices/web/${id}/user`)).status).toBe(401)
    expect((await api.sdk('PUT', `/devices/web/${id}/user`, undefined, anna.token)).status).toBe(
      401,
    )
    const { token } = (await anna.call(pushAuth, { query: { user_id: anna.accountId } })).body
    expect((await api.sdk('PUT', `/devices/web/${id}/user`, undefined, token)).status).toBe(200)
    expect((await api.sdk('POST', `/devices/web/${id}/interests/${own}`)).status).toBe(200)
    expect((await api.sdk('GET', `/devices/web/${id}/interests`)).body['interests']).toEqual([own])
    for (const foreign of [
      interestOf(couple.accountId, null),
      interestOf(couple.accountId, ids(couple)[0]),
      'hello',
    ]) {
      expect((await api.sdk('POST', `/devices/web/${id}/interests/${foreign}`)).status).toBe(403)
      expect(
        (await api.sdk('PUT', `/devices/web/${id}/interests`, { interests: [own, foreign] })).body,
      ).toMatchObject({ error: 'push_interest_refused', description: expect.any(String) })
    }
    expect((await api.sdk('GET', `/devices/web/${id}/interests`)).body['interests']).toEqual([own])
    // another account's token does not take it over
    const theirs = (await couple.call(pushAuth, { query: { user_id: couple.accountId } })).body
      .token
    expect((await api.sdk('PUT', `/devices/web/${id}/user`, undefined, theirs)).status).toBe(409)
    expect((await couple.call(pushAuth, { query: { user_id: anna.accountId } })).status).toBe(403)
  })
  test('CORE-162 CORE-118 CORE-119: interests: list, set, add, remove, clear; names are checked', async () => {
    const id = await api.subscribe(couple, service.browser())
    const [a, b] = ids(couple).map((i) => `identity-${i}`) as [string, string]
    await api.sdk('PUT', `/devices/web/${id}/interests`, { interests: [b, b, a] })
    expect(
      (await api.sdk('GET', `/devices/web/${id}/interests?limit=100`)).body['interests'],
    ).toEqual([a, b].sort())
    expect((await api.sdk('GET', `/devices/web/${id}/interests/${a}`)).status).toBe(200)
    await api.sdk('DELETE', `/devices/web/${id}/interests/${a}`)
    expect((await api.sdk('GET', `/devices/web/${id}/interests/${a}`)).status).toBe(404)
    await api.sdk('PUT', `/devices/web/${id}/interests/${a}`)
    await api.sdk('DELETE', `/devices/web/${id}/interests`)
    expect((await api.sdk('GET', `/devices/web/${id}/interests`)).body['interests']).toEqual([])
    expect((await api.sdk('POST', `/devices/web/${id}/interests/${'x'.repeat(165)}`)).status).toBe(
      400,
    )
    for (const bad of ['é', '', ' ', '/', 5, null])
      expect(
        (await api.sdk('PUT', `/devices/web/${id}/interests`, { interests: [bad] })).status,
      ).toBe(400)
    expect((await api.sdk('PUT', `/devices/web/${id}/interests`, {})).status).toBe(400)
    expect(
      (await api.sdk('PUT', `/devices/web/${id}/metadata`, { sdkVersion: '1.1.1' })).status,
    ).toBe(200)
  })
  test('deleting a device that is gone succeeds; other instances and paths answer 404 in JSON', async () => {
    const id = await api.register(service.browser())
    expect((await api.sdk('DELETE', `/devices/web/${id}`)).status).toBe(200)
    expect((await api.sdk('DELETE', `/devices/web/${id}`)).status).toBe(200)
    expect((await api.sdk('GET', `/devices/web/${id}/interests`)).status).toBe(404)
    const other = await t.client().raw('GET', '/device_api/v1/instances/autre/web-vapid-public-key')
    expect([other.status, other.body['error']]).toEqual([404, 'not_found'])
    expect((await t.client().raw('GET', '/device_api/v1/rien')).body).toMatchObject({
      error: 'not_found',
    })
    expect(
      (
        await t.client().raw('POST', `/reporting_api/v2/instances/${api.instance}/events`, {
          body: { publishId: 'x', event: 'delivery' },
        })
      ).status,
    ).toBe(200)
  })
  test('only the push services of browsers are ever called', async () => {
    const token = (endpoint: string): string =>
      Buffer.from(JSON.stringify({ endpoint, keys: service.browser().keys })).toString('base64')
    const register = async (endpoint: string) =>
      (await api.sdk('POST', '/devices/web', { token: token(endpoint) })).status
    const good = [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
      'https://web.push.apple.com/x',
      'https://wns2-par02p.notify.windows.com/w/?token=x',
      `${service.origin}/x`,
    ]
    for (const endpoint of good) expect(await register(endpoint), endpoint).toBe(200)
    const bad = [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com.evil.test/x',
      'https://evil.test/fcm.googleapis.com',
      'https://u:p@fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'http://127.0.0.1:1/x',
      'https://10.0.0.8/x',
      'https://169.254.169.254/latest',
      'https://[::1]/x',
      'https://192.168.1.1/x',
      'https://localhost/x',
      'file:///etc/passwd',
      `https://fcm.googleapis.com/${'x'.repeat(2100)}`,
    ]
    for (const endpoint of bad) expect(await register(endpoint), endpoint).toBe(400)
    // without the setting of tests, not even the loopback of tests
    expect(mayCall({ PUSH_TEST_ORIGIN: '' }, `${service.origin}/x`)).toBe(false)
    for (const wrong of [
      'pas du base64 !',
      Buffer.from('{}').toString('base64'),
      Buffer.from(
        JSON.stringify({ endpoint: good[0], keys: { p256dh: 'AA', auth: 'AA' } }),
      ).toString('base64'),
    ])
      expect((await api.sdk('POST', '/devices/web', { token: wrong })).status).toBe(400)
  })
})

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
