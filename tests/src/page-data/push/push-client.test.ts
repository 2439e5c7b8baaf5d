// @vitest-environment jsdom
// oxlint-disable-next-line typescript/triple-slash-reference -- the types of a file that carries none; nothing is loaded
/// <reference path="../../../../src/data/push/beams.d.ts" />
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Client } from '@pusher/push-notifications-web/src/push-notifications.js'
import { fakeIndexedDb } from './fake-idb'

/** The unmodified Beams client, as the page uses it; faked: the service, IndexedDB, the browser's push. */
const INSTANCE = 'instance-1'
interface Asked {
  method: string
  url: string
  body: unknown
  authorization: string | null
}
let asked: Asked[]
let subscription: { toJSON(): object; unsubscribe(): Promise<boolean> } | null
let subscribed: { applicationServerKey: Uint8Array }[]
let idb: ReturnType<typeof fakeIndexedDb>
const sub = (endpoint: string) => ({
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: () => {
    subscription = null
    return Promise.resolve(true)
  },
})
const registration = {
  scope: 'http://localhost:3000/',
  pushManager: {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: (options: { applicationServerKey: Uint8Array }) => {
      subscribed.push(options)
      subscription = sub('https://push.test/1')
      return Promise.resolve(subscription)
    },
  },
}
const start = async (endpointOverride?: string): Promise<Client> => {
  const client = new Client({
    instanceId: INSTANCE,
    serviceWorkerRegistration: registration as never,
    ...(endpointOverride ? { endpointOverride } : {}),
  })
  await client.start()
  return client
}
const provider = { fetchToken: () => Promise.resolve({ token: 'jeton' }) }
beforeEach(() => {
  asked = []
  subscribed = []
  subscription = null
  idb = fakeIndexedDb()
  vi.stubGlobal('indexedDB', idb.indexedDB)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('chrome', {})
  Object.defineProperty(navigator, 'vendor', { value: 'Google Inc.', configurable: true })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { ready: Promise.resolve(registration) },
    configurable: true,
  })
  vi.stubGlobal('location', new URL('http://localhost:3000/settings'))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({
      method: init.method ?? 'GET',
      url,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      authorization: new Headers(init.headers).get('authorization'),
    })
    const body = url.endsWith('web-vapid-public-key')
      ? { vapidPublicKey: 'AQID' }
      : url.endsWith('/devices/web')
        ? { id: 'web-1' }
        : { interests: ['a'] }
    return Promise.resolve(new Response(JSON.stringify(body)))
  })
})
afterEach(() => vi.unstubAllGlobals())
const last = () => asked.at(-1)
const path = (suffix: string): string =>
  `https://${INSTANCE}.pushnotifications.pusher.com/device_api/v1/instances/${INSTANCE}${suffix}`

describe('the Beams client', () => {
  test('CORE-158 CORE-159 CORE-160 CORE-199: its host holds the instance id; the key goes to the browser; the device is registered with its version', async () => {
    const client = await start()
    expect(asked.map((a) => `${a.method} ${a.url}`)).toEqual([
      `GET ${path('/web-vapid-public-key')}`,
      `POST ${path('/devices/web')}`,
    ])
    expect([...(subscribed[0]?.applicationServerKey ?? [])]).toEqual([1, 2, 3])
    expect(last()?.body).toEqual({
      token: btoa(JSON.stringify(sub('https://push.test/1'))),
      metadata: { sdkVersion: '2.1.0' },
    })
    expect(await client.getDeviceId()).toBe('web-1')
    asked.length = 0
    subscription = null
    idb.rows.clear()
    await start('http://localhost:3000')
    expect(asked[0]?.url).toBe(
      `http://localhost:3000/device_api/v1/instances/${INSTANCE}/web-vapid-public-key`,
    )
  })
  test('CORE-161: stopping deletes the device; another version or browser tells it', async () => {
    const client = (await start()) as Client & { _updateDeviceMetadata(): Promise<void> }
    const row = idb.rows.get(INSTANCE)
    idb.rows.set(INSTANCE, { ...row, last_seen_sdk_version: '1.0.0' })
    await client._updateDeviceMetadata()
    expect(last()).toMatchObject({
      method: 'PUT',
      url: path('/devices/web/web-1/metadata'),
      body: { sdkVersion: '2.1.0' },
    })
    await client.stop()
    expect(last()).toMatchObject({ method: 'DELETE', url: path('/devices/web/web-1') })
    expect(await client.getDeviceId()).toBeNull()
  })
  test('CORE-163 CORE-099 CORE-121: the user is tied by a bearer token, once and for all; ids are texts with something in them', async () => {
    const client = await start()
    await client.setUserId('anna', provider)
    expect(last()).toMatchObject({
      method: 'PUT',
      url: path('/devices/web/web-1/user'),
      authorization: 'Bearer jeton',
    })
    await client.setUserId('anna', provider)
    await expect(client.setUserId('bruno', provider)).rejects.toThrow(/not allowed/)
    for (const wrong of ['', 5] as never[]) {
      await expect(client.setUserId(wrong, provider)).rejects.toThrow()
      expect(() => new Client({ instanceId: wrong })).toThrow()
    }
  })
  test('CORE-157 CORE-181: its helper sends JSON by the method asked for, with same-origin credentials; another status than a good one is told with what the answer says', async () => {
    const client = await start()
    const sent: RequestInit[] = []
    let answer = new Response('{}')
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      sent.push(init)
      return Promise.resolve(answer)
    })
    await client.setDeviceInterests(['a'])
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      credentials: 'same-origin',
      body: '{"interests":["a"]}',
      headers: { 'Content-Type': 'application/json' },
    })
    answer = new Response(JSON.stringify({ error: 'Théière', description: 'trop courte' }), {
      status: 418,
    })
    await expect(client.setDeviceInterests(['a'])).rejects.toThrow(
      'Unexpected status code 418: Théière, trop courte',
    )
  })
  test('CORE-098: another token of the browser, and nothing of the device is left', async () => {
    const client = await start()
    await client.setUserId('anna', provider)
    subscription = sub('https://push.test/2')
    expect([await client.getDeviceId(), await client.getUserId()]).toEqual([null, null])
    expect(idb.rows.get(INSTANCE)).toMatchObject({ device_id: null, token: null, user_id: null })
  })
  test('CORE-118 CORE-119: names of interests', async () => {
    const client = await start()
    for (const good of ['a_-=@,.;9', 'x'.repeat(164)]) await client.addDeviceInterest(good)
    expect(asked.slice(-1)[0]?.url).toBe(path(`/devices/web/web-1/interests/${'x'.repeat(164)}`))
    const before = asked.length
    // an empty name is left to the service, which refuses it (tests/server/push/devices)
    for (const bad of [undefined, null, 5, ' ', 'é', '/', 'x'.repeat(165)] as never[])
      await expect(client.addDeviceInterest(bad)).rejects.toThrow()
    expect(asked).toHaveLength(before)
  })
  test('CORE-120: at most 5000 interests, each once', async () => {
    const client = await start()
    await client.setDeviceInterests(['a', 'b', 'a'])
    expect(last()).toMatchObject({
      method: 'PUT',
      url: path('/devices/web/web-1/interests'),
      body: { interests: ['a', 'b'] },
    })
    await client.setDeviceInterests(Array.from({ length: 5000 }, (_, i) => String(i)))
    const before = asked.length
    await expect(
      client.setDeviceInterests(Array.from({ length: 5001 }, (_, i) => String(i))),
    ).rejects.toThrow(/5000/)
    await expect(client.setDeviceInterests('a' as never)).rejects.toThrow(/array/)
    expect(asked).toHaveLength(before)
    await client.clearDeviceInterests()
    expect(last()?.body).toEqual({ interests: [] })
    await client.removeDeviceInterest('a')
    expect(last()).toMatchObject({ method: 'DELETE', url: path('/devices/web/web-1/interests/a') })
    expect(await client.getDeviceInterests()).toEqual({ interests: ['a'] })
  })
  test('without a secure context it does not start', () => {
    vi.stubGlobal('isSecureContext', false)
    expect(() => new Client({ instanceId: INSTANCE })).toThrow(/secure contexts/)
  })
})
