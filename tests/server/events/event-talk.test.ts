import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import {
  getConversation,
  listConversations,
  listMessages,
  sendMessage,
} from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { listRelations } from '#contract/relations'
import { ensureEventDirect } from '../../../server/events/conversations/conversations'
import { setPublicationStatus } from '../../../server/events/editing/publishing'
import { removeEvent } from '../../../server/events/editing/removal'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, inHours, make, read, invite, comes, crew } from './events-api-setup'

setUp()

describe('an event in messaging and the news', () => {
  test('MSG-091 MSG-157: 30 items are a page of 25 and one of 5, each with every field', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const ids: string[] = []
    for (let i = 0; i < 30; i += 1) ids.push(await make(m, { title: `Sortie ${i}` }))
    for (const id of ids) await invite(m, id, guest)
    const first = (await guest.call(listNews, { query: { limit: 25 } })).body
    expect(first.items).toHaveLength(25)
    expect(first.items[0]).toEqual({
      id: expect.any(String),
      eventId: ids[29],
      accountId: guest.accountId,
      actorAccountId: m.accountId,
      newsType: 'event_invited',
      payload: expect.objectContaining({ title: 'Sortie 29' }),
      createdAt: expect.stringMatching(/^\d{4}-/),
      readAt: null,
      deletedAt: null,
      event: { id: ids[29], title: 'Sortie 29', startDate: expect.stringMatching(/^\d{4}-/) },
    })
    const second = (
      await guest.call(listNews, { query: { limit: 25, cursor: first.nextCursor ?? '' } })
    ).body
    expect([second.items.length, second.nextCursor]).toEqual([5, null])
    expect([...first.items, ...second.items].map((n) => n.eventId)).toEqual([...ids].reverse())
    expect((await guest.raw('GET', '/api/news?limit=26')).status).toBe(400)
  })

  test('MSG-079: an event’s conversation in the list carries every field', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const start_date = inHours(50)
    const id = await make(m, {
      title: 'Vernissage',
      start_date,
      end_date: inHours(52),
      group_options: 'organizers',
    })
    await comes(m, id, guest)
    const talk = (await read(guest, id)).conversation_id ?? ''
    await m.call(sendMessage, {
      params: { id: talk },
      body: {
        content: 'Bienvenue',
        sender_identity_id: m.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    const entry = async (x: Member) =>
      (await x.call(listConversations)).body.conversations.find((c) => c.id === talk)
    expect(await entry(guest)).toMatchObject({
      conversation_type: 'event',
      event_title: 'Vernissage',
      event_start_date: start_date,
      is_event_organizer: false,
      event_id: id,
      unread_count: 1,
      last_message: { content: 'Bienvenue', senderHandle: m.handle },
      participant_count: 2,
      event_group_options: 'organizers',
    })
    expect((await entry(guest))?.participants.map((x) => x.account_id).sort()).toEqual(
      [m.accountId, guest.accountId].sort(),
    )
    expect(await entry(m)).toMatchObject({ is_event_organizer: true, unread_count: 0 })
  })

  test('MSG-081 MSG-084: a conversation states who may write; joining adds a «system» message with its type', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m, { group_options: 'organizers' })
    await comes(m, id, guest)
    const talk = (await read(guest, id)).conversation_id ?? ''
    const options = async () =>
      (await guest.call(getConversation, { params: { id: talk } })).body.conversation
        .event_group_options
    const write = async () =>
      (
        await guest.call(sendMessage, {
          params: { id: talk },
          body: {
            content: 'Bonsoir',
            sender_identity_id: guest.identityIds[0] ?? null,
            client_msg_id: newId(),
          },
        })
      ).status
    expect([await options(), await write()]).toEqual(['organizers', 403])
    await m.call(e.updateEvent, { params: { id }, body: { group_options: 'all' } })
    expect([await options(), await write()]).toEqual(['all', 201])
    const { messages } = (await m.call(listMessages, { params: { id: talk } })).body
    expect(messages.map((x) => [x.senderAccountId, x.systemType])).toEqual(
      expect.arrayContaining([
        ['system', 'participant_joined'],
        [guest.accountId, null],
      ]),
    )
  })

  test('relations for inviting have their status in the event', async () => {
    const [m, guest, free] = (await crew('', '', '')) as [Member, Member, Member]
    for (const x of [guest, free]) await t.relate(m, x)
    const id = await make(m)
    await comes(m, id, guest)
    const { relations } = (await m.call(p.listEventRelations, { params: { id }, query: {} })).body
    expect(new Map(relations.map((r) => [r.with_account_id, r.participation_status]))).toEqual(
      new Map([
        [guest.accountId, 'accepted'],
        [free.accountId, null],
      ]),
    )
    expect((await m.call(listRelations, { query: {} })).body.relations).toHaveLength(2)
  })

  test('a server killed right after the commit has written the pause and the removal', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m)
    await comes(m, id, guest)
    const talk = (await read(guest, id)).conversation_id ?? ''
    const lines = async () =>
      (await guest.call(listMessages, { params: { id: talk } })).body.messages.map((x) => x.content)
    const killedCtx = () => {
      let begun = 0
      const db = new Proxy(t.ctx.db, {
        get: (real, key) => {
          if (key === 'transaction' && ++begun > 1) throw new Error('killed')
          const value: unknown = Reflect.get(real, key)
          return typeof value === 'function' ? (value.bind(real) as unknown) : value
        },
      })
      return { ...t.ctx, db }
    }
    const viewer = { ...m, sessionId: '', identityId: null }
    await setPublicationStatus(killedCtx(), viewer, id, 'draft').catch(() => undefined)
    expect(await lines()).toContain('La sortie est en pause')
    await removeEvent(killedCtx(), viewer, id).catch(() => undefined)
    expect(await lines()).toContain('La sortie a été supprimée. Cette discussion reste ouverte.')
  })
})

test('no discussion begins about an event that was deleted, or with who organizes it no more', async () => {
  const [m, co, guest] = (await crew('', '', '')) as [Member, Member, Member]
  await t.relate(m, co)
  const id = await make(m)
  await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } })
  const known = await t.ctx.db
    .selectFrom('events')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const by = { ...guest, sessionId: '', identityId: null }
  // the calls that read the event before these changes go on
  await m.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })
  const talk = await ensureEventDirect(t.ctx, known, guest.accountId, by)
  expect((await co.call(getConversation, { params: { id: talk } })).status).toBe(404)
  await removeEvent(t.ctx, { ...m, sessionId: '', identityId: null }, id)
  await expect(ensureEventDirect(t.ctx, known, co.accountId, { ...by, ...co })).rejects.toThrow()
  expect(
    await t.ctx.db
      .selectFrom('conversations')
      .where('event_id', '=', id)
      .where('event_participant_id', '=', co.accountId)
      .select('id')
      .execute(),
  ).toEqual([])
})
