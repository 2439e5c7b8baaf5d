import { createHmac } from 'node:crypto'
import Pusher from 'pusher'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { conversation, id, KEYS, presence, startEngine, until, type Engine } from './engine'

let engine: Engine
let shift = 0
beforeEach(async () => {
  shift = 0
  engine = await startEngine({ now: () => Date.now() + shift })
})
afterEach(() => engine.close())

const listen = async (n: number, names: readonly string[]): Promise<unknown[]> => {
  const client = engine.client({ accountId: id(n) })
  const got: unknown[] = []
  for (const name of names)
    (await engine.subscribe(client, name)).bind('e', (data: unknown) => got.push(data))
  return got
}
const status = async (answer: Promise<{ status: number }>): Promise<number | undefined> =>
  answer.then(
    (r) => r.status,
    (e: { status?: number }) => e.status,
  )
const json = async (answer: Promise<unknown>): Promise<unknown> =>
  ((await answer) as Response).json()

describe('unmodified pusher (server library)', () => {
  test('triggers to one and several channels, without the sender, and in batches', async () => {
    const names = [conversation(1), conversation(2)]
    const client = engine.client({ accountId: id(1) })
    const got: unknown[] = []
    for (const name of names)
      (await engine.subscribe(client, name)).bind('e', (data: unknown) => got.push(data))
    await engine.rest.trigger(names, 'e', { é: 'à plusieurs' })
    await until(() => got.length === 2)
    await engine.rest.trigger(conversation(1), 'e', 'not to me', {
      socket_id: client.connection.socket_id,
    })
    await engine.rest.triggerBatch([
      { channel: conversation(1), name: 'e', data: { n: 1 } },
      { channel: conversation(2), name: 'e', data: { n: 2 } },
    ])
    await until(() => got.length === 4)
    expect(got).toEqual([{ é: 'à plusieurs' }, { é: 'à plusieurs' }, { n: 1 }, { n: 2 }])
  })

  test('lists channels, tells one, and the users of a presence channel', async () => {
    await listen(1, [conversation(1), presence(1)])
    await listen(2, [presence(1)])
    expect(await json(engine.rest.get({ path: '/channels', params: {} }))).toEqual({
      channels: { [conversation(1)]: {}, [presence(1)]: {} },
    })
    expect(
      await json(
        engine.rest.get({
          path: '/channels',
          params: { filter_by_prefix: 'presence-', info: 'user_count' },
        }),
      ),
    ).toEqual({ channels: { [presence(1)]: { user_count: 2 } } })
    expect(
      await json(
        engine.rest.get({
          path: `/channels/${presence(1)}`,
          params: { info: 'user_count,subscription_count' },
        }),
      ),
    ).toEqual({ occupied: true, user_count: 2, subscription_count: 2 })
    expect(
      await json(engine.rest.get({ path: `/channels/${conversation(9)}`, params: {} })),
    ).toEqual({ occupied: false })
    expect(
      await json(engine.rest.get({ path: `/channels/${presence(1)}/users`, params: {} })),
    ).toEqual({ users: [{ id: id(1) }, { id: id(2) }] })
    expect(
      await status(engine.rest.get({ path: `/channels/${conversation(1)}/users`, params: {} })),
    ).toBe(400)
    expect(
      await status(engine.rest.get({ path: '/channels', params: { info: 'user_count' } })),
    ).toBe(400)
  })

  test('ends the connections of a user, who does not come back', async () => {
    const client = engine.client({ accountId: id(1) })
    await engine.subscribe(client, conversation(1))
    const other = engine.client({ accountId: id(2) })
    await engine.subscribe(other, conversation(1))
    await engine.rest.terminateUserConnections(id(1))
    await until(() => client.connection.state === 'disconnected')
    expect(other.connection.state).toBe('connected')
  })
})

describe('what is not signed, or not well', () => {
  const trigger = (keys: Partial<typeof KEYS>): Promise<number | undefined> =>
    status(
      new Pusher({
        ...KEYS,
        ...keys,
        host: '127.0.0.1',
        port: String(engine.port),
        useTLS: false,
      }).trigger(conversation(1), 'e', {}),
    )

  test('wrong secret, wrong key, wrong app, no signature at all', async () => {
    const got = await listen(1, [conversation(1)])
    expect(await trigger({ secret: 'other' })).toBe(401)
    expect(await trigger({ key: 'other' })).toBe(401)
    expect(await trigger({ appId: 'other' })).toBe(404)
    expect(
      (
        await fetch(`http://127.0.0.1:${engine.port}/apps/${KEYS.appId}/events`, {
          method: 'POST',
          body: '{}',
        })
      ).status,
    ).toBe(401)
    expect(await trigger({})).toBe(200)
    await until(() => got.length === 1)
  })

  test('a timestamp more than 600 s away, either way', async () => {
    // signatures have whole seconds: freeze the clock for both sides
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T12:00:00Z') })
    try {
      for (const [ms, wanted] of [
        [600_000, 200],
        [600_001, 401],
        [-600_000, 200],
        [-600_001, 401],
      ] as const) {
        shift = ms
        expect(await trigger({}), `${ms} ms`).toBe(wanted)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('another body, path or query than the signed one', async () => {
    const body = JSON.stringify({ name: 'e', channels: [conversation(1)], data: '{}' })
    const path = `/apps/${KEYS.appId}/events`
    const query = engine.rest.createSignedQueryString({ method: 'POST', path, body })
    const post = async (p: string, q: string, b: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${engine.port}${p}?${q}`, { method: 'POST', body: b })).status
    expect(await post(path, query, body)).toBe(200)
    expect(await post(path, query, body.replace('"e"', '"f"'))).toBe(401)
    expect(await post(path, `${query}&info=user_count`, body)).toBe(401)
    expect(await post(`/apps/${KEYS.appId}/batch_events`, query, body)).toBe(401)
    // signed, but without the digest of the body
    const bare = `auth_key=${KEYS.key}&auth_timestamp=${Math.floor(Date.now() / 1000)}&auth_version=1.0`
    const signature = createHmac('sha256', KEYS.secret)
      .update(`POST\n${path}\n${bare}`)
      .digest('hex')
    expect(await post(path, `${bare}&auth_signature=${signature}`, body)).toBe(401)
  })

  test('signed nonsense is 400 or 413, never 5xx', async () => {
    const bodies = [
      {},
      { name: 'e' },
      { name: 'e', channels: [], data: '' },
      { name: 'e', channels: ['public'], data: '' },
      { name: 'e', channel: 5, data: '' },
      { name: 7, channel: conversation(1), data: '' },
      { name: 'pusher:error', channel: conversation(1), data: '' },
      { name: 'pusher_internal:member_added', channel: conversation(1), data: '' },
      { name: 'e', channel: conversation(1), data: { a: 1 } },
      { name: 'e', channel: conversation(1), data: '', socket_id: 'x' },
      { name: 'e', channels: Array.from({ length: 101 }, (_, n) => conversation(n)), data: '' },
    ]
    for (const body of bodies)
      expect(
        await status(engine.rest.post({ path: '/events', body: body as never })),
        JSON.stringify(body).slice(0, 80),
      ).toBe(400)
    for (const batch of [
      undefined,
      [],
      [null],
      ['x'],
      Array.from({ length: 11 }, () => ({ name: 'e', channel: conversation(1), data: '' })),
    ])
      expect(
        await status(engine.rest.post({ path: '/batch_events', body: { batch } as never })),
      ).toBe(400)
    expect(await status(engine.rest.trigger(conversation(1), 'e', 'x'.repeat(102_401)))).toBe(413)
    expect(await status(engine.rest.get({ path: '/channels/%ff', params: {} }))).toBe(400)
    expect(await status(engine.rest.get({ path: '/nothing', params: {} }))).toBe(404)
  })
})
