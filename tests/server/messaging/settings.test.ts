import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listConversations, startConversation } from '#contract/messaging/messages'
import { setConversationSettings } from '#contract/messaging/acts'
import { sayTyping } from '#contract/messaging/typing'
import { parseEvent } from '#contract/realtime'
import { getAccount } from '#contract/profile/data'
import { updatePreferences } from '#contract/settings'
import {
  blocks,
  groupOf,
  hide,
  hush,
  pairOf,
  say,
  settled,
  takeOut,
} from '../../support/world/exchanges'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { tapPublisher } from '../live-client'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const set = (
  who: Member,
  id: string,
  body: { muted?: boolean; pinned?: boolean; archived?: boolean },
) => who.call(setConversationSettings, { params: { id }, body })
const entry = async (who: Member, id: string) =>
  (await who.call(listConversations, {})).body.conversations.find((c) => c.id === id)
const quiet = () => settled(() => false, 30)

describe('settings of a conversation', () => {
  test('muted, pinned, archived: for the caller alone; what is not named stays; own devices hear of it', async () => {
    const [a, b, id] = await pairOf(t)
    await say(a, id, 'Bonsoir')
    const tap = tapPublisher(t)
    await hush(tap.events)
    expect((await set(b, id, { muted: true })).body.settings).toEqual({
      muted: true,
      pinned: false,
      archived: false,
    })
    expect((await set(b, id, { pinned: true })).body.settings).toEqual({
      muted: true,
      pinned: true,
      archived: false,
    })
    expect((await set(b, id, {})).body.settings).toEqual({
      muted: true,
      pinned: true,
      archived: false,
    })
    await quiet()
    tap.stop()
    expect(new Set(tap.events.map((e) => e.channel))).toEqual(
      new Set([`private-account-${b.accountId}`]),
    )
    expect(parseEvent(tap.events[1]?.data)?.payload).toMatchObject({
      conversation: { id, settings: { muted: true, pinned: true } },
    })
    expect((await entry(b, id))?.settings).toEqual({ muted: true, pinned: true, archived: false })
    expect((await entry(a, id))?.settings).toEqual({ muted: false, pinned: false, archived: false })
  })

  test('archiving unpins, pinning brings back; of one call archiving wins', async () => {
    const [a, , id] = await pairOf(t)
    await set(a, id, { pinned: true })
    expect((await set(a, id, { archived: true })).body.settings).toMatchObject({
      pinned: false,
      archived: true,
    })
    expect((await set(a, id, { pinned: true })).body.settings).toMatchObject({
      pinned: true,
      archived: false,
    })
    expect((await set(a, id, { pinned: true, archived: true })).body.settings).toMatchObject({
      pinned: false,
      archived: true,
    })
    expect((await set(a, id, { archived: false })).body.settings).toMatchObject({
      pinned: false,
      archived: false,
    })
  })

  test('five pins at most, also with ten concurrent requests; left conversations do not count', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const ids: string[] = []
    for (let i = 0; i < 10; i += 1) ids.push(await groupOf(t, [b, a]))
    const all = await Promise.all(ids.map((id) => set(a, id, { pinned: true })))
    expect(all.filter((r) => r.status === 200)).toHaveLength(5)
    expect(all.find((r) => r.status !== 200)?.body).toMatchObject({ code: 'pinned_full' })
    const pinned = ids.filter((_, i) => all[i]?.status === 200)
    const other = ids.find((_, i) => all[i]?.status !== 200) ?? ''
    expect((await set(a, pinned[0] ?? '', { pinned: true })).status).toBe(200)
    await takeOut(t, pinned[0] ?? '', a)
    expect((await set(a, other, { pinned: true })).status).toBe(200)
    expect((await set(a, pinned[0] ?? '', { pinned: true })).status).toBe(404)
  })

  test('messages of others restore an archived conversation unless it is muted; one’s own do not', async () => {
    const [a, b, id] = await pairOf(t)
    await set(a, id, { archived: true })
    await set(b, id, { archived: true, muted: true })
    await say(a, id, 'de moi')
    expect((await entry(a, id))?.settings.archived).toBe(true)
    await say(b, id, 'des autres')
    expect((await entry(a, id))?.settings.archived).toBe(false)
    expect((await entry(b, id))?.settings).toMatchObject({ archived: true, muted: true })
  })
})

/** Accounts that hear of it, and the payload. */
const heardWhile = async (
  work: () => Promise<unknown>,
): Promise<{ channels: string[]; payload: unknown }> => {
  const tap = tapPublisher(t)
  await hush(tap.events, 30)
  await work()
  await quiet()
  tap.stop()
  const events = tap.events.filter((e) => e.name === 'typing.updated')
  return {
    channels: events.map((e) => e.channel).sort(),
    payload: parseEvent(events[0]?.data)?.payload,
  }
}
const types = (
  who: Member,
  id: string,
  identity_id: string | null = who.identityIds[0] ?? null,
  isTyping = true,
) => who.call(sayTyping, { params: { id }, body: { identity_id, isTyping } })
const account = (who: Member) => `private-account-${who.accountId}`

describe('«écrit…»', () => {
  test('MSG-185: typing.updated goes to the others’ accounts only; nothing is stored', async () => {
    const [a, b, id] = await pairOf(t)
    const clock = async () =>
      (
        await t.ctx.db
          .selectFrom('conversations')
          .where('id', '=', id)
          .select('clock')
          .executeTakeFirst()
      )?.clock
    const before = await clock()
    const one = await heardWhile(() => types(a, id, a.identityIds[1]))
    expect(one).toEqual({
      channels: [account(b)],
      payload: {
        conversationId: id,
        accountId: a.accountId,
        identityId: a.identityIds[1],
        isTyping: true,
      },
    })
    expect((await heardWhile(() => types(a, id, null, false))).payload).toEqual({
      conversationId: id,
      accountId: a.accountId,
      identityId: null,
      isTyping: false,
    })
    expect(await clock()).toBe(before)
    expect((await types(a, id, b.identityIds[0])).body).toMatchObject({ code: 'foreign_identity' })
  })

  test('not across a block, in either direction, nor after one left; a blocked direct conversation refuses it', async () => {
    const [a, b, c, d] = [await t.member(), await t.member(), await t.member(), await t.member()]
    const id = await groupOf(t, [a, b, c, d])
    await blocks(t, a, b)
    await blocks(t, c, a)
    expect((await heardWhile(() => types(a, id))).channels).toEqual([account(d)])
    await takeOut(t, id, d)
    expect((await heardWhile(() => types(a, id))).channels).toEqual([])
    expect((await types(d, id)).status).toBe(404)
    const [x, y, direct] = await pairOf(t)
    await blocks(t, y, x)
    expect((await types(x, direct)).body).toMatchObject({ code: 'conversation_readonly' })
  })

  test('switched off: refused, and nobody’s is heard either; other preferences stay; the own account says so', async () => {
    const [a, b, id] = await pairOf(t)
    await t.ctx.db
      .updateTable('accounts')
      .set({ preferences: '{"other":1}' })
      .where('id', '=', b.accountId)
      .execute()
    const known = async () =>
      (await b.call(getAccount, { params: { id: b.accountId } })).body.account.preferences
    expect(await known()).toEqual({ typing: true, presence: true, contact: 'everyone' })
    expect((await b.call(updatePreferences, { body: { typing: false } })).body.preferences).toEqual(
      { typing: false, presence: true, contact: 'everyone' },
    )
    expect((await b.call(updatePreferences, { body: {} })).body.preferences).toEqual({
      typing: false,
      presence: true,
      contact: 'everyone',
    })
    expect(await known()).toEqual({ typing: false, presence: true, contact: 'everyone' })
    expect(
      (
        await t.ctx.db
          .selectFrom('accounts')
          .where('id', '=', b.accountId)
          .select('preferences')
          .executeTakeFirst()
      )?.preferences,
    ).toBe('{"other":1,"typing":false}')
    expect((await types(b, id)).body).toMatchObject({ code: 'typing_off' })
    expect((await heardWhile(() => types(a, id))).channels).toEqual([])
    await b.call(updatePreferences, { body: { typing: true } })
    expect((await heardWhile(() => types(a, id))).channels).toEqual([account(b)])
    expect((await types(b, id)).status).toBe(200)
  })

  test('above 50 members nobody hears it; of «Pseudo caché» only the organizers', async () => {
    const many: Member[] = []
    for (let i = 0; i < 51; i += 1) many.push(await t.member())
    const crowd = await groupOf(t, many)
    expect((await heardWhile(() => types(many[0] as Member, crowd))).channels).toEqual([])
    await takeOut(t, crowd, many[50] as Member)
    expect((await heardWhile(() => types(many[0] as Member, crowd))).channels).toHaveLength(49)
    const [admin, hidden, guest] = many.slice(0, 3) as [Member, Member, Member]
    const id = await groupOf(t, [admin, hidden, guest], 'event')
    await hide(t, id, hidden)
    expect((await heardWhile(() => types(hidden, id))).channels).toEqual([account(admin)])
  })
})

test('typing is limited to 60 a minute and account', async () => {
  const limited = await testApp({ RATE_FACTOR: '1' })
  try {
    const [a, , id] = await pairOf(limited)
    const statuses: number[] = []
    for (let i = 0; i < 61; i += 1) statuses.push((await types(a, id)).status)
    expect([statuses.slice(0, 60).every((s) => s === 200), statuses[60]]).toEqual([true, 429])
  } finally {
    await limited.close()
  }
})

test('30 messages in 10 s in one conversation; the next is asked to wait, another conversation is not', async () => {
  const limited = await testApp({ RATE_FACTOR: '1' })
  try {
    const [a, , id] = await pairOf(limited)
    const other = await limited.member('ailleurs')
    const there = (await a.call(startConversation, { body: { handle: other.handle } })).body
      .conversation.id
    const send = (to: string) =>
      limited.app.fastify.inject({
        method: 'POST',
        url: `/api/conversations/${to}/messages`,
        headers: { authorization: `Bearer ${a.token}` },
        payload: {
          content: 'bonsoir',
          sender_identity_id: a.identityIds[0],
          client_msg_id: randomUUID(),
        },
      })
    const answers = []
    for (let i = 0; i < 31; i += 1) answers.push(await send(id))
    expect(answers.slice(0, 30).map((r) => r.statusCode)).toEqual(
      Array(30).fill(answers[0]?.statusCode),
    )
    const last = answers[30]
    expect([last?.statusCode, last?.json()]).toMatchObject([429, { code: 'too_many' }])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(10)
    expect((await send(there)).statusCode).toBe(answers[0]?.statusCode)
  } finally {
    await limited.close()
  }
})
