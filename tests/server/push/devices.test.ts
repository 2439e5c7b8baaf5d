import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { interestOf, pushAuth, pushSetup } from '#contract/push'
import { mayCallEndpoint } from '../../../server/push/endpoints'
import { loadVapid } from '../../../server/push/keys'
import { setUp, service, t, api, anna, couple, ids, current } from './devices-setup'

setUp()

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
  test('U+0000, which PostgreSQL refuses, is dropped from paths and bodies, as elsewhere', async () => {
    expect((await api.sdk('GET', '/devices/web/%00/interests')).status).toBe(404)
    expect((await api.sdk('DELETE', '/devices/web/%00')).status).toBe(200)
    const browser = service.browser()
    const token = Buffer.from(
      JSON.stringify({ ...browser, endpoint: `${browser.endpoint}\0` }),
    ).toString('base64')
    const { status, body } = await api.sdk('POST', '/devices/web', { token })
    expect(status).toBe(200)
    const id = String(body['id'])
    await api.sdk('PUT', `/devices/web/${id}/metadata`, { sdkVersion: '1.\u00001' })
    const stored = await t.ctx.db
      .selectFrom('push_devices')
      .where('id', '=', id)
      .select(['endpoint', 'sdk_version'])
      .executeTakeFirst()
    expect(stored).toEqual({ endpoint: browser.endpoint, sdk_version: '1.1' })
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
    expect(mayCallEndpoint({ PUSH_TEST_ORIGIN: '' }, `${service.origin}/x`)).toBe(false)
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
