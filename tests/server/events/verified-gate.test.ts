import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { listNews } from '#contract/news'
import { newId } from '../../../server/tokens'
import { listPlaces, listRelationLocations } from '#contract/radar'
import { setAnswersTogether } from '#contract/events/held-answers'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { verify } from '../../support/world/met'

const t = sharedApp()

const make = async (m: Member, patch: Partial<e.EventInput> = {}): Promise<string> => {
  const start_date = new Date(t.ctx.now() + 72 * 3_600_000).toISOString()
  const made = await m.call(e.createEvent, {
    body: { title: 'Soirée', start_date, verified_only: true, ...patch },
  })
  const { id } = made.body.event
  await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  return id
}
const read = async (m: Member, id: string) =>
  (await m.call(e.getEvent, { params: { id } })).body.event
const join = async (m: Member, id: string): Promise<unknown> => {
  const { status, body } = await m.call(e.participateInEvent, { params: { id } })
  return status === 200
    ? body.event?.user_participation_status
    : [status, (body as { code?: string }).code]
}
const CLOSED = [403, 'event_verified']

test('only verified members enter, also those who are invited; all read the event and why', async () => {
  const [host, relation, guest] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host, { access_type: 'open_to_relations' })
  await t.relate(host, relation)
  await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  for (const one of [relation, guest]) {
    expect(await read(one, id)).toMatchObject({ verified_only: true, verification_missing: true })
    expect(await join(one, id)).toEqual(CLOSED)
  }
  expect(await read(host, id)).toMatchObject({ verified_only: true, verification_missing: false })
  // others read no more of a stranger than before
  const stranger = await t.member()
  expect(await join(stranger, id)).toEqual([403, 'forbidden'])
  await verify(t, guest)
  expect(await read(guest, id)).toMatchObject({ verification_missing: false })
  expect(await join(guest, id)).toBe('accepted')
})

test('who had answered before the gate, or whose verification ended, keeps the place', async () => {
  const [host, guest, late] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host, { access_type: 'open_to_relations', verified_only: false })
  for (const one of [guest, late]) await t.relate(host, one)
  expect(await join(guest, id)).toBe('accepted')
  await host.call(e.updateEvent, { params: { id }, body: { verified_only: true } })
  expect(await join(guest, id)).toBe('accepted')
  expect(await join(late, id)).toEqual(CLOSED)
  await verify(t, late)
  expect(await join(late, id)).toBe('accepted')
  await t.ctx.db.deleteFrom('verifications').where('account_id', '=', late.accountId).execute()
  expect(await read(late, id)).toMatchObject({ verification_missing: false })
  // who leaves comes back like anybody else
  await late.call(e.leaveEvent, { params: { id } })
  expect(await join(late, id)).toEqual(CLOSED)
  await host.call(e.updateEvent, { params: { id }, body: { verified_only: false } })
  expect(await join(late, id)).toBe('accepted')
})

test('a role is no way past the gate; who had entered before may have it', async () => {
  const [host, late, inside] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host, { access_type: 'open_to_relations', verified_only: false })
  for (const one of [late, inside]) await t.relate(host, one)
  expect(await join(inside, id)).toBe('accepted')
  await host.call(e.updateEvent, { params: { id }, body: { verified_only: true } })
  const name = async (one: Member) => {
    const body = { account_id: one.accountId }
    const reply = await host.call(p.addCoOrganizer, { params: { id }, body })
    return reply.status === 201 ? 201 : [reply.status, (reply.body as { code?: string }).code]
  }
  expect(await name(late)).toEqual([403, 'organizer_unverified'])
  expect(await read(late, id)).toMatchObject({ is_organizer: false })
  expect(await name(inside)).toBe(201)
  await verify(t, late)
  expect(await name(late)).toBe(201)
})

test('who comes is told when the gate opens or closes', async () => {
  const [host, guest] = [await t.member(), await t.member()]
  const id = await make(host, { access_type: 'open_to_relations' })
  await t.relate(host, guest)
  await verify(t, guest)
  expect(await join(guest, id)).toBe('accepted')
  const told = async () =>
    (await guest.call(listNews, { query: {} })).body.items
      .filter((item) => item.newsType === 'event_changed')
      .map((item) => item.payload['fields'])
  await host.call(e.updateEvent, { params: { id }, body: { verified_only: true } })
  expect(await told()).toEqual([])
  await host.call(e.updateEvent, { params: { id }, body: { verified_only: false } })
  expect(await told()).toEqual([['entry']])
})

test('invitations and the map may be limited to verified organizers and relations; the own stay', async () => {
  const [reader, known, unknown] = [await t.member(), await t.member(), await t.member()]
  const place_id = '45234'
  const of = async (m: Member) =>
    make(m, { access_type: 'open_to_relations', verified_only: false, place_id })
  for (const one of [known, unknown]) {
    t.clock.now += 1
    await t.relate(reader, one)
    const data = { location: { place_id, city: 'Orléans', lat: 47.9025, lng: 1.909 } }
    await t.ctx.db
      .updateTable('accounts')
      .set({ data: JSON.stringify(data) })
      .where('id', '=', one.accountId)
      .execute()
  }
  await verify(t, known)
  const [own, shown, left] = [await of(reader), await of(known), await of(unknown)]
  expect(await join(reader, shown)).toBe('accepted')
  const all = { bbox: '47,1,49,3' }
  const found = async (query: { verified?: '1' }) => ({
    invited: (await reader.call(e.listInvitedEvents, { query })).body.events.map((x) => x.id),
    places: (await reader.call(listPlaces, { query: { ...all, ...query } })).body.places.map(
      (x) => x.id,
    ),
    relations: (
      await reader.call(listRelationLocations, { query: { ...all, ...query } })
    ).body.relations.map((x) => x.with_account_id),
  })
  const unfiltered = await found({})
  expect(unfiltered.invited).toEqual([left])
  expect(unfiltered.places.toSorted()).toEqual([own, shown, left].toSorted())
  expect(unfiltered.relations).toContain(unknown.accountId)
  expect(await found({ verified: '1' })).toEqual({
    invited: [],
    places: unfiltered.places.filter((id) => id !== left),
    relations: [known.accountId],
  })
  // who is not verified, and is a relation since later, takes no room in a reply that is full
  const query = { ...all, limit: 1, verified: '1' as const }
  const { relations } = (await reader.call(listRelationLocations, { query })).body
  expect(relations.map((x) => x.with_account_id)).toEqual([known.accountId])
})

test('so many invitations of others that the lists are full take no room from verified organizers', async () => {
  const [reader, known, unknown] = [await t.member(), await t.member(), await t.member()]
  for (const one of [known, unknown]) await t.relate(reader, one)
  await verify(t, known)
  const open = {
    access_type: 'open_to_relations',
    verified_only: false,
    place_id: '45234',
  } as const
  const [shown, other] = [await make(known, open), await make(unknown, open)]
  const row = await t.ctx.db
    .selectFrom('events')
    .where('id', '=', other)
    .selectAll()
    .executeTakeFirstOrThrow()
  // as many as the map reads at most
  for (let made = 0; made < 2000; made += 250)
    await t.ctx.db
      .insertInto('events')
      .values(
        Array.from({ length: 250 }, () => ({
          ...row,
          id: newId(),
          slug: null,
          start_at: row.start_at - 1000,
        })),
      )
      .execute()
  const places = await reader.call(listPlaces, { query: { bbox: '47,1,49,3', verified: '1' } })
  expect(places.body.places.map((x) => x.id)).toEqual([shown])
  const { events } = (await reader.call(e.listInvitedEvents, { query: { verified: '1' } })).body
  expect(events.map((x) => x.id)).toEqual([shown])
})

test('a code asks for no place without a verification, nor does a couple that answers together', async () => {
  const [host, single] = [await t.member(), await t.member()]
  const couple = await t.member('deux_au_portail', ['woman', 'man'])
  const id = await make(host, { slug: 'porte-close' })
  const slug = (await read(host, id)).slug ?? ''
  const use = async (m: Member) => {
    const { status, body } = await m.call(e.joinBySlug, { body: { slug } })
    return status === 200 ? 200 : [status, (body as { code?: string }).code]
  }
  await couple.call(setAnswersTogether, { body: { on: true } })
  for (const one of [single, couple]) expect(await use(one)).toEqual(CLOSED)
  expect(await t.ctx.db.selectFrom('held_answers').selectAll().execute()).toEqual([])
  const open = await make(host, { access_type: 'open_to_relations' })
  await t.relate(host, couple)
  expect(await join(couple, open)).toEqual(CLOSED)
  expect(await t.ctx.db.selectFrom('held_answers').selectAll().execute()).toEqual([])
  await verify(t, single)
  expect(await use(single)).toBe(200)
})
