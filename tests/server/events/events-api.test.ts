import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { createGroup } from '#contract/messaging/groups'
import {
  getConversation,
  listConversations,
  listMessages,
  sendMessage,
} from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { listPlaces, listRelationLocations } from '#contract/radar'
import { listRelations } from '#contract/relations'
import { setSharing } from '#contract/sharing'
import { isEnded } from '../../../server/access/events'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const HOUR = 3_600_000
const ADDRESS = { address: '3 impasse des Chênes', lat: 47.913577, lng: 1.933456, is_public: false }
const inHours = (h: number): string => new Date(t.ctx.now() + h * HOUR).toISOString()
const relate = (a: Member, b: Member) =>
  t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))
const publish = (m: Member, id: string, status: 'draft' | 'published') =>
  m.call(e.publishEvent, { params: { id }, body: { status } })
const make = async (
  m: Member,
  more: Partial<e.EventInput> = {},
  published = true,
): Promise<string> => {
  const { status, body } = await m.call(e.createEvent, {
    body: { title: 'Dîner au jardin', start_date: inHours(72), end_date: inHours(76), ...more },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  if (published) expect((await publish(m, body.event.id, 'published')).status).toBe(200)
  return body.event.id
}
const read = async (m: Member, id: string, query = {}) =>
  (await m.call(e.getEvent, { params: { id }, query })).body.event
const invite = (m: Member, id: string, who: Member) =>
  m.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
const join = (m: Member, id: string) => m.call(e.participateInEvent, { params: { id } })
const comes = async (m: Member, id: string, who: Member) => {
  expect((await invite(m, id, who)).body.success).toBe(true)
  expect((await join(who, id)).status).toBe(200)
}
const people = async (m: Member, id: string) =>
  (await m.call(p.listEventParticipants, { params: { id } })).body.participants
const rowOf = async (m: Member, id: string, who: Member) =>
  (await people(m, id)).find((x) => x.account_id === who.accountId)?.id ?? ''
const patch = (m: Member, id: string, participantId: string, body: object) =>
  m.call(p.patchParticipant, { params: { id }, body: { participantId, ...body } })
const crew = async (...names: string[]) =>
  Promise.all(names.map((n) => t.member(n ? `${n}_${newId().slice(-6)}` : undefined)))

describe('reading and writing an event', () => {
  test('SOC-117 SOC-208 SOC-141: the address has five fields, for organizers always, for others only when revealed', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m, { private_location: ADDRESS })
    await comes(m, id, guest)
    expect((await read(m, id, { include_private: '1' })).private_location).toEqual({
      ...ADDRESS,
      is_revealed: false,
    })
    expect((await read(guest, id, { include_private: '1' })).private_location).toBeNull()
    await m.call(e.updateEvent, {
      params: { id },
      body: { private_location: { ...ADDRESS, is_public: true } },
    })
    expect((await read(guest, id, { include_private: '1' })).private_location).toEqual({
      ...ADDRESS,
      is_public: true,
      is_revealed: false,
    })
  })

  test('SOC-138 SOC-140: revealing shows the point and one news item to confirmed participants; hiding removes both', async () => {
    const [m, guest, asked] = (await crew('', '', '')) as [Member, Member, Member]
    const id = await make(m, { place_id: '45234', private_location: ADDRESS })
    await comes(m, id, guest)
    await invite(m, id, asked)
    const point = async (x: Member) =>
      (await x.call(listPlaces, { query: { bbox: '47,1,49,3' } })).body.places.find(
        (y) => y.id === id,
      )
    const told = async (x: Member) =>
      (await x.call(listNews, { query: {} })).body.items.filter(
        (n) => n.newsType === 'location_revealed' && n.eventId === id,
      ).length
    expect(
      (await m.call(e.revealLocation, { params: { id } })).body.event.private_location?.is_revealed,
    ).toBe(true)
    expect([await point(guest), await told(guest)]).toEqual([
      expect.objectContaining({ precise: true, lat: ADDRESS.lat, lng: ADDRESS.lng }),
      1,
    ])
    expect([await point(asked), await told(asked)]).toEqual([
      expect.objectContaining({ precise: false, address: null }),
      0,
    ])
    expect((await read(guest, id)).private_location).toMatchObject({ is_revealed: true })
    expect(
      (await m.call(e.hideLocation, { params: { id } })).body.event.private_location?.is_revealed,
    ).toBe(false)
    expect([
      (await read(guest, id)).private_location,
      (await point(guest))?.precise,
      await told(guest),
    ]).toEqual([null, false, 0])
  })

  test('SOC-211 SOC-212 SOC-128: created, edited, published and reverted to a draft repeatedly', async () => {
    const m = await t.member()
    const id = await make(m, {}, false)
    expect(
      (await m.call(e.updateEvent, { params: { id }, body: { title: 'Autre titre' } })).status,
    ).toBe(200)
    expect((await read(m, id)).title).toBe('Autre titre')
    for (const status of ['published', 'draft', 'published'] as const) {
      expect((await publish(m, id, status)).body.event.status).toBe(status)
      expect((await read(m, id)).status).toBe(status)
    }
    expect(
      (await m.raw('POST', `/api/events/${id}/publish`, { body: { status: 'closed' } })).status,
    ).toBe(400)
  })

  test('SOC-209: by its slug; an unknown one is 404', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m, { slug: 'par-son-code' })
    await invite(m, id, guest)
    expect(
      (await guest.call(e.getEventBySlug, { params: { slug: (await read(m, id)).slug ?? '' } }))
        .body.event.id,
    ).toBe(id)
    expect((await guest.call(e.getEventBySlug, { params: { slug: 'un-autre-code' } })).status).toBe(
      404,
    )
  })

  test('only joining reveals whether a code exists, and it counts the guesses', async () => {
    const [m, stranger] = (await crew('', '')) as [Member, Member]
    const id = await make(m, { slug: 'code-a-deviner' })
    for (const ref of [(await read(m, id)).slug ?? '', 'code-de-personne']) {
      expect(
        (await stranger.call(e.getEvent, { params: { id: ref }, query: {} })).body,
      ).toMatchObject({ code: 'not_found' })
      expect((await stranger.call(e.getEventBySlug, { params: { slug: ref } })).body).toMatchObject(
        { code: 'not_found' },
      )
    }
    expect((await stranger.call(e.getEvent, { params: { id }, query: {} })).body).toMatchObject({
      code: 'forbidden',
    })
  })

  test('SOC-207: invitations list invited events, the calendar joined ones; q filters both', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const [asked, joined] = [
      await make(m, { title: 'Brunch d’été' }),
      await make(m, { title: 'Bal de mai' }),
    ]
    await invite(m, asked, guest)
    await comes(m, joined, guest)
    const ids = async (route: typeof e.listInvitedEvents | typeof e.listMyEvents, q?: string) =>
      (await guest.call(route, { query: q === undefined ? {} : { q } })).body.events.map(
        (x) => x.id,
      )
    expect([await ids(e.listInvitedEvents), await ids(e.listMyEvents)]).toEqual([[asked], [joined]])
    expect([await ids(e.listInvitedEvents, 'ETE'), await ids(e.listInvitedEvents, 'bal')]).toEqual([
      [asked],
      [],
    ])
    expect([await ids(e.listMyEvents, 'bal'), await ids(e.listMyEvents, 'brunch')]).toEqual([
      [joined],
      [],
    ])
  })

  test('SOC-129: ended by each of four statuses, by a past end, or by a past start without an end', () => {
    const [now, past, coming] = [1e12, 1e12 - 1, 1e12 + 1]
    for (const status of ['completed', 'archived', 'closed', 'cancelled'] as const)
      expect(isEnded({ status, start_at: coming, end_at: coming }, now)).toBe(true)
    expect(isEnded({ status: 'published', start_at: past, end_at: past }, now)).toBe(true)
    expect(isEnded({ status: 'published', start_at: past, end_at: null }, now)).toBe(true)
    expect(isEnded({ status: 'published', start_at: past, end_at: coming }, now)).toBe(false)
    expect(isEnded({ status: 'published', start_at: coming, end_at: null }, now)).toBe(false)
  })

  test('SOC-201: another member’s events while it shares them, none once it does not', async () => {
    const [m, other] = (await crew('', '')) as [Member, Member]
    await relate(m, other)
    const id = await make(m)
    const share = (shareEvents: boolean) =>
      m.call(setSharing, {
        params: { id: other.accountId },
        body: { shareNames: false, shareEvents, shareAllPrivateAlbums: false, sharedAlbumIds: [] },
      })
    const seen = () => other.call(e.listRelationEvents, { params: { id: m.accountId } })
    await share(true)
    expect((await seen()).body.events.map((x) => x.id)).toEqual([id])
    await share(false)
    const off = await seen()
    expect([off.status, JSON.stringify(off.body)]).toEqual([403, expect.not.stringContaining(id)])
  })
})

describe('participants', () => {
  test('SOC-118 SOC-214: a participant has every field; fields set by organizers are in the reply and the list', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m)
    await comes(m, id, guest)
    const row = (await people(m, id)).find((x) => x.account_id === guest.accountId)
    expect(row).toEqual({
      id: expect.any(String),
      account_id: guest.accountId,
      account_handle: guest.handle,
      avatar_url: null,
      identities: [
        expect.objectContaining({
          gender: 'woman',
          identity_handle: guest.handle,
          avatar_url: null,
        }),
      ],
      status: 'accepted',
      has_asked: true,
      has_paid: false,
      is_present: false,
      is_vip: false,
      is_hidden: false,
      organizer_comment: null,
      is_creator: false,
      is_co_organizer: false,
      invited_by_account_id: m.accountId,
      invited_by_handle: m.handle,
      created_at: expect.stringMatching(/^\d{4}-/),
      offer_until: null,
      invitation_transfers_remaining: expect.any(Number),
    })
    for (const body of [
      { has_paid: true },
      { is_present: true },
      { is_vip: true },
      { organizer_comment: 'Vient tard' },
      { is_hidden: true },
      { status: 'pending_approval' },
      { status: 'declined' },
    ]) {
      expect((await patch(m, id, row?.id ?? '', body)).body.participant).toMatchObject(body)
      expect((await people(m, id)).find((x) => x.id === row?.id)).toMatchObject(body)
    }
  })

  test('SOC-215: an invited handle is listed as invited', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m)
    expect((await invite(m, id, guest)).body).toMatchObject({
      success: true,
      participant: { account_id: guest.accountId, status: 'invited' },
    })
    expect((await people(m, id)).find((x) => x.account_id === guest.accountId)?.status).toBe(
      'invited',
    )
  })

  test('SOC-119 SOC-216: co-organizers are added, listed with their four fields, and removed', async () => {
    const [m, co] = (await crew('', '')) as [Member, Member]
    await relate(m, co)
    const id = await make(m)
    const list = async () =>
      (await m.call(p.listCoOrganizers, { params: { id } })).body.co_organizers
    expect(await list()).toEqual([])
    expect(
      (await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } }))
        .status,
    ).toBe(201)
    expect(await list()).toMatchObject([
      {
        account_id: co.accountId,
        account_handle: co.handle,
        avatar_url: null,
        identities: [{ gender: 'woman', identity_handle: co.handle }],
      },
    ])
    expect(
      (await m.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })).status,
    ).toBe(200)
    expect(await list()).toEqual([])
  })

  test('SOC-121 SOC-205: groups for inviting, found by name, with their members; also without an event', async () => {
    const [m, a, b] = (await crew('', 'amie', 'copine')) as [Member, Member, Member]
    for (const x of [a, b]) await relate(m, x)
    const made = await m.call(createGroup, {
      body: { title: 'Les Épicuriens', account_ids: [a.accountId, b.accountId] },
    })
    await m.call(createGroup, { body: { title: 'Autres', account_ids: [a.accountId] } })
    const id = await make(m)
    for (const groups of [
      (await m.call(p.listEventGroups, { params: { id }, query: { q: 'epicu' } })).body.groups,
      (await m.call(p.listGroups, { query: { q: 'epicu' } })).body.groups,
    ]) {
      expect(groups).toMatchObject([
        { id: made.body.conversation.id, name: 'Les Épicuriens', member_count: 3 },
      ])
      expect(groups[0]?.participants).toEqual(
        expect.arrayContaining(
          [a, b].map((x) => ({ account_id: x.accountId, account_handle: x.handle })),
        ),
      )
    }
    expect(
      (await m.call(p.listEventGroups, { params: { id }, query: {} })).body.groups,
    ).toHaveLength(2)
  })

  test('SOC-217 SOC-218: a conversation with the organizers or a participant is missing, started, then found by the same id', async () => {
    const [m, guest, other] = (await crew('', '', '')) as [Member, Member, Member]
    const id = await make(m)
    for (const x of [guest, other]) await comes(m, id, x)
    const withOrganizers = async () =>
      (await guest.call(p.checkOrganizersConversation, { params: { id } })).body
    const withOther = async (x: Member, participantId: string) =>
      (await x.call(p.checkEventConversation, { params: { id, participantId } })).body
    const otherRow = await rowOf(m, id, other)
    for (const [check, body] of [
      [withOrganizers, {}],
      [() => withOther(guest, otherRow), { participant_id: otherRow }],
    ] as const) {
      expect(await check()).toEqual({ exists: false, conversation_id: null })
      const started = (await guest.call(p.startEventConversation, { params: { id }, body })).body
      expect(started).toMatchObject({ success: true, conversation_id: expect.any(String) })
      expect(await check()).toEqual({ exists: true, conversation_id: started.conversation_id })
    }
    // the conversation of an organizer with a participant is that participant's with the organizers
    const guestRow = await rowOf(m, id, guest)
    expect(await withOther(m, guestRow)).toEqual(await withOrganizers())
    expect(await withOther(m, otherRow)).toEqual({ exists: false, conversation_id: null })
  })

  test('MSG-095: a participation and an event go through their states and no others', async () => {
    const [m, a, b, c, d] = (await crew('', '', '', '', '')) as [
      Member,
      Member,
      Member,
      Member,
      Member,
    ]
    const id = await make(m, {
      max_participants: 3,
      has_waitlist: true,
      requires_approval: true,
      access_type: 'open_to_relations',
    })
    for (const x of [a, b, c, d]) await relate(m, x)
    const status = async (x: Member) => (await read(x, id)).user_participation_status
    const seen = new Set<string | null>([await status(m)])
    const note = async (x: Member) => void seen.add(await status(x))
    await invite(m, id, b)
    await note(b)
    await join(a, id)
    await note(a)
    await patch(m, id, await rowOf(m, id, a), { status: 'accepted' })
    await note(a)
    await join(b, id)
    await join(c, id)
    await note(c)
    await patch(m, id, await rowOf(m, id, b), { status: 'cancelled' })
    await note(b)
    await a.call(e.leaveEvent, { params: { id } })
    await note(a)
    expect([...seen].sort()).toEqual([
      'accepted',
      'cancelled',
      'declined',
      'invited',
      'organizer',
      'pending_approval',
      'waitlist',
    ])
    expect(
      (
        await m.raw('PATCH', `/api/events/${id}/participants`, {
          body: { participantId: await rowOf(m, id, a), status: 'maybe' },
        })
      ).status,
    ).toBe(400)
  })
})

describe('who may what', () => {
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
    expect((await join(guest, id)).body.event.user_participation_status).toBe('accepted')
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
      return status === 200 ? body.event.user_participation_status : status
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
