import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HEARTBEAT_MS, PRESENCE_TIMEOUT_MS } from '#contract/limits'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import {
  presenceBootstrap,
  presenceHeartbeat,
  presenceOffline,
  type Presence,
} from '#contract/presence'
import { parseEvent } from '#contract/realtime'
import { login, logout } from '#contract/session/session'
import { createPresence, type PresenceRoom } from '../../server/presence/service'
import { newId } from '../../server/tokens'
import { testApp, type Client, type Member, type TestApp } from '../support/server/server'
import { pause, until } from './hub/engine'
import { liveClient, tapPublisher } from './live-client'

let t: TestApp
/** The room beside the app's own, for its clockwork: what a second process would do. */
let room: PresenceRoom
beforeAll(async () => {
  t = await testApp()
  room = createPresence(t.ctx)
})
afterAll(async () => {
  await room.stop()
  await t.close()
})
// whoever an earlier test left online is offline, and said so
beforeEach(async () => {
  t.clock.now += 10 * 60_000
  await room.sweep()
})

const relate = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('relations')
    .values([
      { account_id: a.accountId, with_account_id: b.accountId, created_at: 1, origin: 'link' },
      { account_id: b.accountId, with_account_id: a.accountId, created_at: 1, origin: 'link' },
    ])
    .execute()
const block = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('blocks')
    .values({ account_id: a.accountId, blocked_account_id: b.accountId, created_at: 1 })
    .execute()
const talk = async (a: Member, b: Member): Promise<void> => {
  const { body } = await a.call(startConversation, { body: { handle: b.handle } })
  await a.call(sendMessage, {
    params: { id: body.conversation.id },
    body: {
      content: 'Bonsoir',
      sender_identity_id: a.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
}
const circle = async (who: Member): Promise<Presence[]> =>
  (await who.call(presenceBootstrap)).body.presences
const seenBy = async (who: Member, other: Member): Promise<Presence | undefined> =>
  (await circle(who)).find((p) => p.accountId === other.accountId)
const beat = async (who: Client): Promise<void> => {
  expect((await who.call(presenceHeartbeat)).body).toEqual({ success: true })
}
const offline = async (who: Client): Promise<void> => {
  expect((await who.call(presenceOffline, { body: { sessionId: 'onglet' } })).body).toEqual({
    success: true,
  })
}
/** Presence events published while `work` runs: account, state and channels. */
const said = async (
  work: () => Promise<unknown>,
): Promise<{ accountId: string; isOnline: boolean; channels: string[] }[]> => {
  const tap = tapPublisher(t)
  await work()
  await pause(20)
  tap.stop()
  const ids = new Map<unknown, { accountId: string; isOnline: boolean; channels: string[] }>()
  for (const { data, channel } of tap.events) {
    const event = parseEvent(data)
    if (event?.name !== 'account.presence.updated') continue
    const { accountId, isOnline } = event.payload
    const one = ids.get(event.id) ?? { accountId, isOnline, channels: [] }
    one.channels.push(channel)
    ids.set(event.id, one)
  }
  return [...ids.values()]
}

describe('who is in one’s circle', () => {
  test('MSG-163 MSG-092: bootstrap lists relations and direct partners with four fields each', async () => {
    const [me, friend, talked, opened, wrote, stranger] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    await relate(me, friend)
    await talk(talked, me)
    await talk(me, talked)
    // not answered
    await talk(wrote, me)
    await opened.call(startConversation, { body: { handle: me.handle } })
    const { status, body } = await me.call(presenceBootstrap)
    expect([status, Array.isArray(body.presences)]).toEqual([200, true])
    expect(body.presences.map((p) => p.accountId).sort()).toEqual(
      [friend.accountId, talked.accountId].sort(),
    )
    expect(body.presences[0]).toEqual({
      accountId: expect.any(String) as string,
      isOnline: false,
      lastSeenAt: null,
      lastSeenIdentityId: null,
    })
    expect(await circle(stranger)).toEqual([])
  })

  test('never the blocked, either way, and never the deleted', async () => {
    const [me, a, b, gone] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    for (const other of [a, b, gone]) await relate(me, other)
    await talk(me, a)
    expect(await circle(me)).toHaveLength(3)
    await block(me, a)
    await block(b, me)
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 1 })
      .where('id', '=', gone.accountId)
      .execute()
    expect([await circle(me), await circle(a), await circle(b)]).toEqual([[], [], []])
    expect((await said(() => beat(me)))[0]?.channels).toEqual([
      `private-account-${me.accountId}`,
      `private-account-${gone.accountId}`,
      `presence-account-${me.accountId}`,
    ])
  })
})

describe('online and offline', () => {
  test('MSG-164: a heartbeat with the bearer makes the account online; without it 401', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await relate(me, friend)
    expect((await t.client().raw('POST', '/api/presence/heartbeat')).status).toBe(401)
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: false })
    expect((await me.raw('POST', '/api/presence/heartbeat')).status).toBe(200)
    expect(await seenBy(friend, me)).toMatchObject({
      isOnline: true,
      lastSeenIdentityId: me.identityIds[0],
    })
    expect(Date.parse((await seenBy(friend, me))?.lastSeenAt ?? '')).toBeGreaterThan(
      t.ctx.now() - 65_000,
    )
    // to the minute
    expect((await seenBy(friend, me))?.lastSeenAt).toMatch(/:00\.000Z$/)
  })

  test('MSG-165: offline with a sessionId takes effect at once; a body without it is refused', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await relate(me, friend)
    await beat(me)
    expect((await me.raw('POST', '/api/presence/offline', { body: {} })).status).toBe(400)
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: true })
    await offline(me)
    expect(await seenBy(friend, me)).toMatchObject({
      isOnline: false,
      lastSeenIdentityId: me.identityIds[0],
    })
    expect((await seenBy(friend, me))?.lastSeenAt).not.toBeNull()
  })

  test('which identity was last seen; both mode: none', async () => {
    const [couple, friend] = [await t.member('couple_presence', ['woman', 'man']), await t.member()]
    await relate(couple, friend)
    couple.identity = couple.identityIds[1] ?? null
    await beat(couple)
    expect((await seenBy(friend, couple))?.lastSeenIdentityId).toBe(couple.identityIds[1])
    couple.identity = null
    await beat(couple)
    expect((await seenBy(friend, couple))?.lastSeenIdentityId).toBeNull()
  })

  test('three missed heartbeats: offline, said once by the sweep, with the time of the last beat', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await relate(me, friend)
    await beat(me)
    const last = (await seenBy(friend, me))?.lastSeenAt
    t.clock.now += PRESENCE_TIMEOUT_MS - 2_000
    expect(await said(() => room.sweep())).toEqual([])
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: true })
    t.clock.now += 2_001
    expect(await said(() => Promise.all([room.sweep(), room.sweep()]))).toEqual([
      {
        accountId: me.accountId,
        isOnline: false,
        channels: [me.accountId, friend.accountId]
          .map((id) => `private-account-${id}`)
          .concat(`presence-account-${me.accountId}`),
      },
    ])
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: false, lastSeenAt: last })
    expect(await said(() => beat(me))).toMatchObject([{ accountId: me.accountId, isOnline: true }])
  })

  test('only changes are published: 10 heartbeats one, two offlines one', async () => {
    const me = await t.member()
    expect(
      await said(async () => {
        await Promise.all([beat(me), beat(me), beat(me)])
        for (let i = 0; i < 7; i += 1) {
          t.clock.now += HEARTBEAT_MS
          await beat(me)
        }
      }),
    ).toMatchObject([{ accountId: me.accountId, isOnline: true }])
    expect(
      await said(async () => {
        await offline(me)
        await offline(me)
      }),
    ).toMatchObject([{ accountId: me.accountId, isOnline: false }])
    const never = await t.member()
    expect(await said(() => offline(never))).toEqual([])
  })

  test('beats and offlines at the same moment: what was said last is what stands', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await relate(me, friend)
    let standing = false
    for (let i = 0; i < 5; i += 1) {
      standing =
        (
          await said(() => Promise.all([beat(me), offline(me), beat(me), offline(me), beat(me)]))
        ).at(-1)?.isOnline ?? standing
      expect((await seenBy(friend, me))?.isOnline).toBe(standing)
    }
  })

  test('one goes offline with the last of one’s devices; logging out counts', async () => {
    const { email, accountId } = await t.member('deux_telephones')
    const friend = await t.member()
    await t.ctx.db
      .insertInto('relations')
      .values({
        account_id: friend.accountId,
        with_account_id: accountId,
        created_at: 1,
        origin: 'link',
      })
      .execute()
    const online = async () =>
      (await circle(friend)).find((p) => p.accountId === accountId)?.isOnline
    const device = async (): Promise<Client> => {
      const client = t.client()
      client.token = (
        await client.call(login, { body: { email, password: 'un-bon-mot-de-passe' } })
      ).body.token
      return client
    }
    const [phone, desk] = [await device(), await device()]
    await beat(phone)
    await beat(desk)
    await offline(phone)
    expect(await online()).toBe(true)
    await desk.call(logout)
    for (let i = 0; i < 100 && (await online()); i += 1) await pause(10)
    expect(await online()).toBe(false)
  })

  test('a device that fell silent does not keep the account online when the other leaves', async () => {
    const { email } = await t.member('appareil_muet')
    const [silent, other] = [t.client(), t.client()]
    for (const c of [silent, other])
      c.token = (
        await c.call(login, { body: { email, password: 'un-bon-mot-de-passe' } })
      ).body.token
    await beat(silent)
    t.clock.now += PRESENCE_TIMEOUT_MS
    await beat(other)
    expect(await said(() => offline(other))).toMatchObject([{ isOnline: false }])
  })

  test('beats are kept when they could not be written, and written with the next', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await relate(me, friend)
    await beat(me)
    t.clock.now += 30_000
    const { transaction } = t.ctx.db
    await beat(me)
    t.ctx.db.transaction = () => {
      throw new Error('no database')
    }
    expect((await me.call(presenceBootstrap)).status).toBe(500)
    t.ctx.db.transaction = transaction
    t.clock.now += 40_000
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: true })
  })
})

test('a real client: relations hear it on their own channel, watchers on the presence channel', async () => {
  const base = await t.listen()
  const [me, friend, stranger] = [await t.member(), await t.member(), await t.member()]
  await relate(me, friend)
  const [ear, other] = [await liveClient(base, friend), await liveClient(base, stranger)]
  await ear.subscribe(`private-account-${friend.accountId}`)
  await ear.subscribe(`presence-account-${me.accountId}`)
  await expect(other.subscribe(`presence-account-${me.accountId}`)).rejects.toThrow('403')
  await other.subscribe(`private-account-${stranger.accountId}`)
  await beat(me)
  await until(() => ear.heard.length === 2)
  await offline(me)
  await until(() => ear.heard.length === 4)
  expect(ear.heard.map((h) => h.name)).toEqual(
    Array.from({ length: 4 }, () => 'account.presence.updated'),
  )
  expect(
    ear.heard
      .map((h) => parseEvent(h.data)?.payload)
      .map((p) => p && 'isOnline' in p && p.isOnline),
  ).toEqual([true, true, false, false])
  expect(other.heard).toEqual([])
  ear.pusher.disconnect()
  other.pusher.disconnect()
})
