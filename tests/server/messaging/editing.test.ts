import { describe, expect, test } from 'vitest'
import { MESSAGE_EDIT_MS, MESSAGE_MAX_CHARS } from '#contract/limits'
import { listConversations } from '#contract/messaging/messages'
import { deleteMessage, editMessage, searchMessages } from '#contract/messaging/acts'
import { parseEvent } from '#contract/realtime'
import {
  blocks,
  groupOf,
  hush,
  pageOf,
  pairOf,
  say,
  seesFrom,
  settled,
  syncOf,
  takeOut,
} from '../../support/world/exchanges'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'
import { tapPublisher } from '../live-client'

const t = sharedApp()

const edit = async (who: Member, id: string, content: string, identity: string | null = null) => {
  who.identity = identity
  const answer = await who.call(editMessage, { params: { id }, body: { content } })
  who.identity = null
  return answer
}
const codeOf = async (answer: ReturnType<typeof edit>): Promise<unknown> => {
  const { status, body } = await answer
  return [status, (body as { code?: string }).code]
}
const rowOf = (id: string) =>
  t.ctx.db.selectFrom('messages').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

describe('editing a message', () => {
  test('replaces the text for everybody: thread, quotes, sync, search, list; the old one is kept nowhere', async () => {
    const [a, b, id] = await pairOf(t)
    const sent = await say(a, id, 'rendez-vous mercredi')
    const answer = await say(b, id, 'parfait', { quoted_message_id: sent.id })
    const since = (await pageOf(b, id)).lastSyncDate
    const { status, body } = await edit(a, sent.id, '  rendez-vous jeudi\u202e ')
    expect([status, body.message]).toEqual([
      200,
      {
        ...sent,
        changed: expect.any(Number) as number,
        content: 'rendez-vous jeudi',
        edited: true,
        readByOther: true,
        readByIdentityIds: b.identityIds,
      },
    ])
    expect(body.message.changed).toBeGreaterThan(answer.seq)
    for (const who of [a, b]) {
      const { messages } = await pageOf(who, id)
      expect(messages.map((m) => [m.id, m.content, m.edited])).toEqual([
        [sent.id, 'rendez-vous jeudi', true],
        [answer.id, 'parfait', false],
      ])
      expect(messages[1]?.quote).toMatchObject({ content: 'rendez-vous jeudi', deleted: false })
      const find = async (q: string) =>
        (await who.call(searchMessages, { params: { id }, query: { q } })).body.hits.length
      expect([await find('mercredi'), await find('jeudi')]).toEqual([0, 1])
    }
    expect((await syncOf(b, id, since)).messages).toMatchObject([
      { id: sent.id, content: 'rendez-vous jeudi', edited: true },
    ])
    const last = await say(a, id, 'à demian')
    await edit(a, last.id, 'à demain')
    expect(
      (await b.call(listConversations, {})).body.conversations.find((c) => c.id === id),
    ).toMatchObject({ last_message: { id: last.id, content: 'à demain' }, unread_count: 1 })
    expect(JSON.stringify(await rowOf(sent.id))).not.toContain('mercredi')
  })

  test('the mark goes with the message when it is deleted, and a deleted one is not edited', async () => {
    const [a, , id] = await pairOf(t)
    const sent = await say(a, id, 'un')
    await edit(a, sent.id, 'deux')
    await a.call(deleteMessage, { params: { id: sent.id } })
    const row = await rowOf(sent.id)
    expect([row.content, row.edited_at]).toEqual(['', null])
    expect(await codeOf(edit(a, sent.id, 'trois'))).toEqual([409, 'edit_refused'])
    expect(await codeOf(edit(a, sent.id, ''))).toEqual([409, 'edit_refused'])
    expect((await rowOf(sent.id)).content).toBe('')
  })

  test('for 15 minutes; a retry of the same text still succeeds, changes nothing and is not published', async () => {
    const [a, , id] = await pairOf(t)
    const sent = await say(a, id, 'un')
    const first = await edit(a, sent.id, 'deux')
    await t.ctx.db
      .updateTable('messages')
      .set({ created_at: t.ctx.now() - MESSAGE_EDIT_MS - 1 } as object)
      .where('id', '=', sent.id)
      .execute()
    const tap = tapPublisher(t)
    await hush(tap.events)
    expect((await edit(a, sent.id, 'deux')).body.message.changed).toBe(first.body.message.changed)
    expect(await codeOf(edit(a, sent.id, 'trois'))).toEqual([409, 'edit_refused'])
    await settled(() => false, 30)
    tap.stop()
    expect(tap.events).toEqual([])
    expect((await rowOf(sent.id)).content).toBe('deux')
  })

  test('the limits of sending: something visible unless it has photos, and 10,000 characters', async () => {
    const [a, , id] = await pairOf(t)
    const sent = await say(a, id, 'un')
    expect(await codeOf(edit(a, sent.id, ' \u200b '))).toEqual([400, 'empty_message'])
    expect((await edit(a, sent.id, 'x'.repeat(MESSAGE_MAX_CHARS + 1))).status).toBe(400)
    const photo = (await upload(a, await picture(1))).body.media_id
    const withPhoto = await say(a, id, 'légende', { media_ids: [photo] })
    expect((await edit(a, withPhoto.id, '')).body.message).toMatchObject({
      content: '',
      edited: true,
      media: [{ id: photo }],
    })
  })
})

describe('who may', () => {
  test('its sending identity, or both; not the other identity, except what both had sent', async () => {
    const [a, b, id] = await pairOf(t)
    const [first, second] = a.identityIds as [string, string]
    const [one, both] = [
      await say(a, id, 'un'),
      await say(a, id, 'nous', { sender_identity_id: null }),
    ]
    expect(await codeOf(edit(a, one.id, 'x', second))).toEqual([403, 'message_not_yours'])
    expect(await codeOf(edit(b, one.id, 'x'))).toEqual([403, 'message_not_yours'])
    expect((await edit(a, one.id, 'x', first)).status).toBe(200)
    expect((await edit(a, one.id, 'y')).status).toBe(200)
    expect((await edit(a, both.id, 'z', second)).status).toBe(200)
  })

  test('a stranger and who has left get 404, across a block nobody edits', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const group = await groupOf(t, [a, b])
    const sent = await say(b, group, 'un')
    expect(await codeOf(edit(await t.member(), sent.id, 'x'))).toEqual([404, 'not_found'])
    await takeOut(t, group, b)
    expect(await codeOf(edit(b, sent.id, 'x'))).toEqual([404, 'not_found'])
    const [c, d, id] = await pairOf(t)
    const own = await say(c, id, 'un')
    await blocks(t, d, c)
    expect(await codeOf(edit(c, own.id, 'x'))).toEqual([403, 'conversation_readonly'])
    expect((await rowOf(own.id)).content).toBe('un')
  })
})

test('publishes the edited message without a push, except to later members; a late one gets no quote', async () => {
  const [a, b, late, later] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  const id = await groupOf(t, [a, b, late, later])
  const quoted = await say(b, id, 'avant')
  const sent = await say(a, id, 'un', { quoted_message_id: quoted.id })
  await seesFrom(t, id, late, quoted.seq)
  await seesFrom(t, id, later, sent.seq)
  const tap = tapPublisher(t)
  await hush(tap.events)
  const pushed: unknown[] = []
  t.ctx.bus.on('message.sent', (event) => void pushed.push(event))
  await edit(a, sent.id, 'deux')
  const heard = () => tap.events.filter((e) => e.name === 'conversation.message.created')
  await settled(() => heard().length >= 3)
  await settled(() => false, 50)
  tap.stop()
  const quotes = Object.fromEntries(
    heard().map((e) => {
      const event = parseEvent(e.data)
      const message = event?.name === 'conversation.message.created' ? event.payload.message : null
      expect(message).toMatchObject({ id: sent.id, content: 'deux', edited: true })
      return [e.channel, message?.quote?.content ?? null]
    }),
  )
  expect(quotes).toEqual({
    [`private-account-${a.accountId}`]: 'avant',
    [`private-account-${b.accountId}`]: 'avant',
    [`private-account-${late.accountId}`]: null,
  })
  expect(pushed).toEqual([])
})
