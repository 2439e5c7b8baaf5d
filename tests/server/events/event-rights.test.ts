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
import { listPlaces, listRelationLocations } from '#contract/radar'
import { block, unblock } from '#contract/safety'
import { listRelations } from '#contract/relations'
import { setSharing } from '#contract/sharing'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import {
  setUp,
  t,
  HOUR,
  ADDRESS,
  inHours,
  relate,
  publish,
  make,
  read,
  invite,
  join,
  comes,
  rowOf,
  patch,
  crew,
} from './events-api-setup'

setUp()

describe('who may what', () => {
  test('a block ends a participation for good: unblocked, without a relation, nobody comes back to the revealed address', async () => {
    const [m, guest, declined] = (await crew('', '', '')) as [Member, Member, Member]
    for (const x of [guest, declined]) await relate(m, x)
    const id = await make(m, { private_location: ADDRESS, access_type: 'open_to_relations' })
    for (const x of [guest, declined]) expect((await join(x, id)).status).toBe(200)
    await declined.call(e.leaveEvent, { params: { id } })
    await m.call(e.revealLocation, { params: { id } })
    expect((await read(guest, id)).private_location).not.toBeNull()
    for (const x of [guest, declined]) {
      expect((await m.call(block, { params: { id: x.accountId } })).status).toBe(200)
      expect((await m.call(unblock, { params: { id: x.accountId } })).status).toBe(200)
      expect((await join(x, id)).status).toBe(403)
    }
    await relate(m, guest)
    expect((await join(guest, id)).status).toBe(200)
  })

  test('SOC-180 SOC-181: the creator may do everything; a co-organizer everything but add co-organizers', async () => {
    const [m, co, guest, third] = (await crew('', '', '', '')) as [Member, Member, Member, Member]
    for (const x of [co, third]) await relate(m, x)
    const id = await make(m, { slug: 'droits-des-deux', private_location: ADDRESS })
    const { slug } = await read(m, id)
    expect(
      (await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } }))
        .status,
    ).toBe(201)
    await comes(m, id, guest)
    const row = await rowOf(m, id, guest)
    for (const who of [m, co]) {
      const answers = [
        await who.call(e.updateEvent, { params: { id }, body: { price: '10 €' } }),
        await publish(who, id, 'draft'),
        await publish(who, id, 'published'),
        await who.call(e.revealLocation, { params: { id } }),
        await who.call(e.hideLocation, { params: { id } }),
        await patch(who, id, row, { is_vip: true, has_paid: true }),
        await who.call(p.startEventConversation, { params: { id }, body: { participant_id: row } }),
      ]
      expect(answers.map((x) => x.status)).toEqual(answers.map(() => 200))
      expect((await read(who, id)).slug).toBe(slug)
      const someone = await t.member()
      expect((await invite(who, id, someone)).body.success).toBe(true)
      const talk = (await read(who, id)).conversation_id ?? ''
      expect(
        (
          await who.call(sendMessage, {
            params: { id: talk },
            body: {
              content: 'Bonsoir',
              sender_identity_id: who.identityIds[0] ?? null,
              client_msg_id: newId(),
            },
          })
        ).status,
      ).toBe(201)
    }
    expect(
      (await co.call(p.addCoOrganizer, { params: { id }, body: { account_id: third.accountId } }))
        .status,
    ).toBe(403)
    expect(
      (await co.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })).status,
    ).toBe(403)
    expect(
      (await m.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })).status,
    ).toBe(200)
    // a participant may do none of it
    expect([
      (await publish(guest, id, 'draft')).status,
      (await patch(guest, id, row, { is_vip: true })).status,
      (await invite(guest, id, third)).status,
      (await guest.call(e.revealLocation, { params: { id } })).status,
    ]).toEqual([403, 403, 403, 403])
  })

  test('SOC-183: a participant may join, leave, write to organizers and visible confirmed participants, not to hidden ones', async () => {
    const [m, guest, shown, hidden] = (await crew('', '', '', '')) as [
      Member,
      Member,
      Member,
      Member,
    ]
    const id = await make(m)
    for (const x of [guest, shown, hidden]) await comes(m, id, x)
    const [shownRow, hiddenRow] = [await rowOf(m, id, shown), await rowOf(m, id, hidden)]
    await patch(m, id, hiddenRow, { is_hidden: true })
    const talk = (body: object) => guest.call(p.startEventConversation, { params: { id }, body })
    expect([
      (await talk({})).body.success,
      (await talk({ participant_id: shownRow })).body.success,
      (await talk({ participant_id: hiddenRow })).status,
    ]).toEqual([true, true, 403])
    expect((await guest.call(e.leaveEvent, { params: { id } })).body.event).toBeNull()
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('SOC-184: an event by invitation found in a shared list: only its organizers can be contacted', async () => {
    const [m, other] = (await crew('', '')) as [Member, Member]
    await relate(m, other)
    const id = await make(m, { access_type: 'invitation_only' })
    await m.call(setSharing, {
      params: { id: other.accountId },
      body: {
        shareNames: false,
        shareEvents: true,
        shareAllPrivateAlbums: false,
        sharedAlbumIds: [],
      },
    })
    expect(
      (await other.call(e.listRelationEvents, { params: { id: m.accountId } })).body.events,
    ).toHaveLength(1)
    expect([
      (await other.call(e.getEvent, { params: { id }, query: {} })).status,
      (await join(other, id)).status,
      (await other.call(p.listEventParticipants, { params: { id } })).status,
    ]).toEqual([403, 403, 403])
    expect(
      (await other.call(p.startEventConversation, { params: { id }, body: {} })).body,
    ).toMatchObject({ success: true, conversation_id: expect.any(String) })
  })

  test('SOC-130 SOC-131: joining and leaving are limited by role, event state and participation status', async () => {
    const [m, a, b, c] = (await crew('', '', '', '')) as [Member, Member, Member, Member]
    for (const x of [a, b, c]) await relate(m, x)
    const open = { access_type: 'open_to_relations' as const }
    const [id, draft, past, asks] = [
      await make(m, { ...open, max_participants: 3, has_waitlist: true }),
      await make(m, open, false),
      await make(m, open),
      await make(m, { ...open, requires_approval: true }),
    ]
    await t.ctx.db
      .updateTable('events')
      .set({ start_at: t.ctx.now() - 9 * HOUR, end_at: t.ctx.now() - HOUR })
      .where('id', '=', past)
      .execute()
    const becomes = async (x: Member, event = id) => {
      const { status, body } = await join(x, event)
      return status === 200 ? body.event?.user_participation_status : status
    }
    const leaves = async (x: Member, event = id) =>
      (await x.call(e.leaveEvent, { params: { id: event } })).body.event?.user_participation_status
    expect([await becomes(m), await becomes(a, draft), (await join(a, past)).body]).toEqual([
      409,
      404,
      expect.objectContaining({ code: 'event_ended' }),
    ])
    await invite(m, id, b)
    expect([await becomes(a), await becomes(b), await becomes(c)]).toEqual([
      'accepted',
      'accepted',
      'waitlist',
    ])
    expect([await leaves(a), await becomes(c), await becomes(a)]).toEqual([
      'declined',
      'accepted',
      'waitlist',
    ])
    expect([await becomes(a, asks), await leaves(a, asks), await becomes(a, asks)]).toEqual([
      'pending_approval',
      'declined',
      'pending_approval',
    ])
  })
})

describe('on the map', () => {
  test('SOC-202: relations of the box, with their identities', async () => {
    const [m, near, far] = (await crew('', '', '')) as [Member, Member, Member]
    for (const [x, lat, lng] of [
      [near, 47.9, 1.9],
      [far, 43.3, 5.4],
    ] as const) {
      await relate(m, x)
      await t.ctx.db
        .updateTable('accounts')
        .set({ data: JSON.stringify({ location: { place_id: 'x', city: 'Ville', lat, lng } }) })
        .where('id', '=', x.accountId)
        .execute()
    }
    const { relations } = (
      await m.call(listRelationLocations, { query: { bbox: '47,1,49,3', ts: '1' } })
    ).body
    expect(relations).toMatchObject([
      {
        with_account_id: near.accountId,
        identities: [{ id: near.identityIds[0], gender: 'woman' }],
      },
    ])
  })

  test('CORE-173 SOC-206: places of the box, at most 300, fewer where limit says so', async () => {
    const m = await t.member()
    const now = t.ctx.now()
    const row = (i: number, lat: number) => ({
      id: newId(),
      creator_account_id: m.accountId,
      slug: null,
      title: `Sortie ${i}`,
      title_key: `sortie ${i}`,
      description: null,
      status: 'published' as const,
      start_at: now + 1e8 + i,
      end_at: null,
      place: JSON.stringify({ city: 'Orléans' }),
      place_lat: lat,
      place_lng: 1.9,
      address: null,
      address_lat: null,
      address_lng: null,
      address_public: 0 as const,
      address_revealed: 0 as const,
      price: null,
      payment_url: null,
      banner_media_id: null,
      max_participants: null,
      has_waitlist: 0 as const,
      requires_approval: 0 as const,
      access_type: 'invitation_only' as const,
      group_options: 'all' as const,
      counts_persons: 0 as const,
      auto_offer: 0 as const,
      seats_taken: 1,
      revision: 0,
      created_at: now,
      updated_at: now,
    })
    await t.ctx.db
      .insertInto('events')
      .values([...Array.from({ length: 310 }, (_, i) => row(i, 47.9)), row(999, 43.3)])
      .execute()
    const places = async (query: { bbox: string; limit?: number }) =>
      (await m.call(listPlaces, { query: { ...query, ts: String(now) } })).body.places
    expect(await places({ bbox: '47,1,49,3' })).toHaveLength(300)
    expect(await places({ bbox: '47,1,49,3', limit: 20 })).toHaveLength(20)
    expect((await places({ bbox: '43,1,44,3' })).map((x) => [x.name, x.lat])).toEqual([
      ['Sortie 999', 43.3],
    ])
    expect((await m.raw('GET', '/api/places?bbox=47,1,49,3&limit=301')).status).toBe(400)
  })
})

describe('what messaging and the news say of it', () => {
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
    for (const x of [guest, free]) await relate(m, x)
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
})
