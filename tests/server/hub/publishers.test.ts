import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { localPublisher } from '../../../server/hub/publish'
import { pusherPublisher } from '../../../server/hub/pusher'
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

describe('publishers', () => {
  const settings = () => ({
    PUSHER_APP_ID: KEYS.appId,
    PUSHER_KEY: KEYS.key,
    PUSHER_SECRET: KEYS.secret,
    PUSHER_CLUSTER: '',
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: engine.port,
    PUSHER_TLS: false,
  })

  test('the embedded and the outside engine sign alike and deliver alike', async () => {
    const [own, outside] = [localPublisher(engine.hub), pusherPublisher(settings())]
    const who = { user_id: id(1), user_info: { handle: 'é' } }
    expect(outside.authorize('12.34', presence(1), who)).toEqual(
      await own.authorize('12.34', presence(1), who),
    )
    expect(outside.authorize('12.34', conversation(1))).toEqual(
      await own.authorize('12.34', conversation(1)),
    )
    const got = await listen(1, [conversation(1)])
    for (const publisher of [own, outside])
      await publisher.publish([conversation(1), conversation(1)], 'e', { é: 1 })
    await until(() => got.length === 2)
    expect(got).toEqual([{ é: 1 }, { é: 1 }])
  })

  test('isHeard is false without subscribers; an external engine always counts as heard', async () => {
    const [own, outside] = [localPublisher(engine.hub), pusherPublisher(settings())]
    expect([
      own.isHeard([conversation(1), presence(1)]),
      own.isHeard([]),
      outside.isHeard([conversation(1)]),
    ]).toEqual([false, false, true])
    const client = engine.client({ accountId: id(1) })
    await engine.subscribe(client, conversation(1))
    expect([
      own.isHeard([conversation(2), conversation(1)]),
      own.isHeard([conversation(2)]),
    ]).toEqual([true, false])
    client.disconnect()
    await until(() => !own.isHeard([conversation(1)]))
  })

  test('more than 100 channels go in several requests; a refusal rejects', async () => {
    const names = Array.from({ length: 205 }, (_, n) => conversation(n))
    const got = await listen(1, [conversation(0), conversation(150), conversation(204)])
    await pusherPublisher(settings()).publish(names, 'e', 1)
    await until(() => got.length === 3)
    await expect(
      pusherPublisher({ ...settings(), PUSHER_SECRET: 'other' }).publish(names, 'e', 1),
    ).rejects.toThrow('401')
  })

  test('a withdrawn account is closed from outside too', async () => {
    const client = engine.client({ accountId: id(1) })
    await engine.subscribe(client, presence(1))
    await pusherPublisher(settings()).withdraw({ accountId: id(1) })
    await until(() => client.connection.state === 'disconnected')
  })
})
