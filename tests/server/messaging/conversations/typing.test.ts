import { describe, expect, test } from 'vitest'
import { sayTyping } from '#contract/messaging/typing'
import { parseEvent } from '#contract/realtime'
import { getAccount } from '#contract/profile/data'
import { updatePreferences } from '#contract/settings'
import { blocks, groupOf, hide, hush, pairOf, takeOut } from '../../../support/world/exchanges'
import { testApp, type Member } from '../../../support/server/server'
import { tapPublisher } from '../../live-client'
import { setUp, t, quiet } from './settings-setup'

setUp()

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
