import { describe, expect, test } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { presenceBootstrap } from '#contract/presence'
import { parseEvent } from '#contract/realtime'
import { newId } from '../../server/tokens'
import { type Member } from '../support/server/server'
import { until } from './hub/engine'
import { liveClient } from './live-client'
import { setUp, t, circle, seenBy, beat, offline, said } from './presence-setup'

setUp()

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
    await t.relate(me, friend)
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
    for (const other of [a, b, gone]) await t.relate(me, other)
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
    await t.relate(me, friend)
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
    await t.relate(me, friend)
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
    await t.relate(couple, friend)
    couple.identity = couple.identityIds[1] ?? null
    await beat(couple)
    expect((await seenBy(friend, couple))?.lastSeenIdentityId).toBe(couple.identityIds[1])
    couple.identity = null
    await beat(couple)
    expect((await seenBy(friend, couple))?.lastSeenIdentityId).toBeNull()
  })
})

test('a real client: relations hear it on their own channel, watchers on the presence channel', async () => {
  const base = await t.listen()
  const [me, friend, stranger] = [await t.member(), await t.member(), await t.member()]
  await t.relate(me, friend)
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
