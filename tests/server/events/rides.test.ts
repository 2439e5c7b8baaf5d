import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { setConversationSettings } from '#contract/messaging/acts'
import { startConversation } from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { refuseReminder, remindInvited } from '#contract/events/reminders'
import { listRides, offerRide, withdrawRide } from '#contract/events/rides'
import { block } from '#contract/safety'
import { saveProfile } from '#contract/profile/data'
import { addZone, removeZone } from '#contract/zones'
import { deleteExpiredRides } from '../../../server/events/participation/rides'
import { collectArchive } from '../../../server/life/collect'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { placeInput, profile } from '../../support/world/profiles'

const t = sharedApp()

const HOUR = 3_600_000
const inHours = (h: number): string => new Date(t.ctx.now() + h * HOUR).toISOString()
const make = async (m: Member, ...guests: readonly Member[]): Promise<string> => {
  const { body } = await m.call(e.createEvent, {
    body: { title: 'Soirée', start_date: inHours(72), end_date: inHours(76) },
  })
  const { id } = body.event
  await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  for (const x of guests)
    await m.call(p.inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
  return id
}
const join = (m: Member, id: string) => m.call(e.participateInEvent, { params: { id } })
const rides = async (m: Member, id: string) =>
  (await m.call(listRides, { params: { id } })).body.rides
const offer = (m: Member, id: string, body = { seats: 2, place_id: '45234' }) =>
  m.call(offerRide, { params: { id }, body: { leaves_at: '19:30', ...body } })
const event = async (m: Member, id: string) =>
  (await m.call(e.getEvent, { params: { id } })).body.event

test('seats are offered between confirmed participants, from a commune; gone with the participation and a day after the end', async () => {
  const [host, a, b, waiting] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  const id = await make(host, a, b, waiting)
  for (const x of [a, b]) await join(x, id)
  expect((await offer(waiting, id)).status).toBe(403)
  expect((await waiting.call(listRides, { params: { id } })).status).toBe(403)
  expect((await offer(a, id, { seats: 0, place_id: '45234' })).status).toBe(400)
  expect((await offer(a, id, { seats: 1, place_id: 'inconnue' })).status).toBe(404)
  await offer(a, id)
  // one offer each: the next one changes it
  expect((await offer(a, id, { seats: 3, place_id: '45234' })).body.rides).toMatchObject([
    { is_own: true, seats: 3, location: { city: 'Orléans' }, leaves_at: '19:30' },
  ])
  expect(await rides(b, id)).toMatchObject([
    { account_handle: a.handle, is_own: false, is_organizer: false },
  ])
  const [row] = await rides(b, id)
  expect(
    (
      await b.call(p.startEventConversation, {
        params: { id },
        body: { participant_id: row?.participant_id ?? '' },
      })
    ).body.success,
  ).toBe(true)
  expect(await collectArchive(t.ctx, a)).toMatchObject({
    covoiturage: [{ places: 3, depart: 'Orléans' }],
  })

  // leaving takes it along
  await a.call(e.leaveEvent, { params: { id } })
  await join(a, id)
  expect(await rides(b, id)).toEqual([])
  await offer(a, id)
  await a.call(withdrawRide, { params: { id } })
  expect(await rides(b, id)).toEqual([])
  await offer(a, id)
  const left = async () =>
    (await t.ctx.db.selectFrom('event_rides').where('event_id', '=', id).select('id').execute())
      .length
  const endedFor = (h: number) =>
    t.ctx.db
      .updateTable('events')
      .set({ start_at: t.ctx.now() - (h + 4) * HOUR, end_at: t.ctx.now() - h * HOUR })
      .where('id', '=', id)
      .execute()
  await endedFor(23)
  await deleteExpiredRides(t.ctx)
  expect([await left(), (await rides(b, id)).length]).toEqual([1, 1])
  await endedFor(25)
  expect(await rides(b, id)).toEqual([])
  await deleteExpiredRides(t.ctx)
  expect(await left()).toBe(0)
})

test('an offer is not seen across a block, nor from «Pseudo caché» except by organizers', async () => {
  const [host, a, b] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host, a, b)
  for (const x of [a, b]) await join(x, id)
  await offer(a, id)
  await offer(b, id)
  await a.call(p.hideMyself, { params: { id }, body: { is_hidden: true } })
  expect((await rides(b, id)).map((r) => r.account_id)).toEqual([b.accountId])
  expect(await rides(host, id)).toHaveLength(2)
  expect((await offer(a, id)).body).toMatchObject({ code: 'ride_hidden' })
  await a.call(p.hideMyself, { params: { id }, body: { is_hidden: false } })
  expect(await rides(b, id)).toHaveLength(2)
  await a.call(block, { params: { id: b.accountId } })
  expect((await rides(b, id)).map((r) => r.account_id)).toEqual([b.accountId])
  expect((await rides(a, id)).map((r) => r.account_id)).toEqual([a.accountId])
})

test('an offer is not seen across a zone, and comes back with its removal', async () => {
  const [host, a, b, c] = [await t.member(), await t.member(), await t.member(), await t.member()]
  const { status } = await b.call(saveProfile, {
    body: { data: profile({ location: placeInput('69266') }) },
  })
  expect(status).toBe(200)
  const id = await make(host, a, b, c)
  for (const x of [a, b, c]) {
    await join(x, id)
    await offer(x, id)
  }
  const seenBy = async (m: Member) => (await rides(m, id)).map((r) => r.account_id).toSorted()
  const all = [a, b, c].map((m) => m.accountId).toSorted()
  expect(await Promise.all([a, b, c].map(seenBy))).toEqual([all, all, all])
  const { zone } = (await a.call(addZone, { body: { place_id: '69123', radius_km: 20 } })).body
  // both ways, and nobody else's
  expect(await Promise.all([a, b, c].map(seenBy))).toEqual([
    all.filter((one) => one !== b.accountId),
    all.filter((one) => one !== a.accountId),
    all,
  ])
  await a.call(removeZone, { params: { id: zone.id } })
  expect(await Promise.all([a, b].map(seenBy))).toEqual([all, all])
})

test('invited members who have not answered are reminded once: not after an answer, a refusal, a block or a mute', async () => {
  const host = await t.member()
  const all = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  const [silent, answered, unwilling, muting, blocking] = all as [
    Member,
    Member,
    Member,
    Member,
    Member,
  ]
  const id = await make(host, ...all)
  const remind = async () => (await host.call(remindInvited, { params: { id } })).body.reminded
  const told = async (m: Member) =>
    (await m.call(listNews, { query: {} })).body.items.filter(
      (n) => n.newsType === 'invitation_reminder',
    ).length
  // not on the day of the invitation
  expect([await remind(), (await event(host, id)).counts?.to_remind]).toEqual([0, 0])
  await t.ctx.db
    .updateTable('event_participants')
    .set({ status_at: t.ctx.now() - 25 * HOUR })
    .where('event_id', '=', id)
    .execute()
  await join(answered, id)
  expect((await unwilling.call(refuseReminder, { params: { id } })).status).toBe(200)
  expect((await answered.call(refuseReminder, { params: { id } })).status).toBe(409)
  const { conversation } = (await muting.call(startConversation, { body: { handle: host.handle } }))
    .body
  await muting.call(setConversationSettings, {
    params: { id: conversation.id },
    body: { muted: true },
  })
  await blocking.call(block, { params: { id: host.accountId } })
  // nobody learns who refuses or mutes
  expect((await event(host, id)).counts?.to_remind).toBe(3)
  expect(await remind()).toBe(3)
  expect(await Promise.all(all.map(told))).toEqual([1, 0, 0, 0, 0])
  expect([await remind(), (await event(host, id)).counts?.to_remind]).toEqual([0, 0])
  expect(await told(silent)).toBe(1)
  // answered: the reminder is over
  await silent.call(e.leaveEvent, { params: { id } })
  expect(await told(silent)).toBe(0)
  expect((await answered.call(remindInvited, { params: { id } })).status).toBe(403)
})

test('seats for women or couples alone are seen by those, by how they come, and by nobody else', async () => {
  const [host, driver] = [await t.member(undefined, ['man']), await t.member(undefined, ['man'])]
  const [woman, man] = [await t.member(undefined, ['woman']), await t.member(undefined, ['man'])]
  const couple = await t.member(undefined, ['woman', 'man'])
  const guests = [driver, woman, man, couple]
  const id = await make(host, ...guests)
  for (const x of guests) await join(x, id)
  const offerTo = (for_kind: 'woman' | 'couple' | null) =>
    driver.call(offerRide, {
      params: { id },
      body: { seats: 2, place_id: '45234', leaves_at: null, for_kind },
    })
  const readers = async () => {
    const seen: Record<string, string | null | undefined> = {}
    for (const [name, who] of Object.entries({ host, driver, woman, man, couple }))
      seen[name] = (await rides(who, id)).map((r) => r.for_kind ?? 'all')[0]
    return seen
  }
  await offerTo('woman')
  expect(await readers()).toEqual({
    driver: 'woman',
    woman: 'woman',
    host: undefined,
    man: undefined,
    couple: undefined,
  })
  // one of the couple comes alone
  const come = (identity_id: string | null | undefined) =>
    couple.call(e.participateInEvent, { params: { id }, body: { identity_id } })
  await come(couple.identityIds[0])
  expect((await readers())['couple']).toBe('woman')
  await come(couple.identityIds[1])
  expect((await readers())['couple']).toBeUndefined()
  await come(null)
  await offerTo('couple')
  expect(await readers()).toMatchObject({ driver: 'couple', couple: 'couple', woman: undefined })
  expect(await collectArchive(t.ctx, driver)).toMatchObject({ covoiturage: [{ pour: 'couples' }] })
  await offerTo(null)
  expect(Object.values(await readers())).toEqual(['all', 'all', 'all', 'all', 'all'])
  const other = await driver.call(offerRide, {
    params: { id },
    body: { seats: 1, place_id: '45234', leaves_at: null, for_kind: 'man' as never },
  })
  expect(other.status).toBe(400)
})
