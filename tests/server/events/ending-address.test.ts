import { expect, test } from 'vitest'
import { addressSeen, listAddressViews } from '#contract/events/address'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { eraseAddresses, revealDueAddresses } from '../../../server/events/editing/address-jobs'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const HOUR = 3_600_000
const inHours = (h: number): string => new Date(t.ctx.now() + h * HOUR).toISOString()
const ADDRESS = { address: '3 impasse des Chênes', lat: 47.9, lng: 1.9 }
const make = async (
  m: Member,
  patch: Partial<e.EventInput>,
  ...guests: readonly Member[]
): Promise<string> => {
  const { body } = await m.call(e.createEvent, {
    body: {
      title: 'Soirée',
      start_date: inHours(72),
      end_date: inHours(76),
      private_location: ADDRESS,
      ...patch,
    },
  })
  const { id } = body.event
  await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  for (const x of guests) {
    await m.call(p.inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
    await x.call(e.participateInEvent, { params: { id } })
  }
  return id
}
const read = async (m: Member, id: string) =>
  (await m.call(e.getEvent, { params: { id } })).body.event
/** Moves a column of the event into the past, as the hours that pass would. */
const shift = (id: string, set: Record<string, number>) =>
  t.ctx.db.updateTable('events').set(set).where('id', '=', id).execute()

test('an address is revealed at the hour that was set, once, and not after it was hidden', async () => {
  const [host, guest] = [await t.member(), await t.member()]
  const id = await make(host, { reveal_at: inHours(48) }, guest)
  const told = async () =>
    (await guest.call(listNews, { query: {} })).body.items.filter(
      (n) => n.newsType === 'location_revealed',
    ).length
  await revealDueAddresses(t.ctx)
  expect(await read(guest, id)).toMatchObject({
    private_location: null,
    reveal_at: expect.any(String),
  })
  await shift(id, { reveal_at: t.ctx.now() })
  await Promise.all([revealDueAddresses(t.ctx), revealDueAddresses(t.ctx)])
  expect(await read(guest, id)).toMatchObject({
    private_location: { address: ADDRESS.address, is_revealed: true },
    reveal_at: null,
    address_until: expect.any(String),
  })
  expect(await told()).toBe(1)
  await host.call(e.hideLocation, { params: { id } })
  await revealDueAddresses(t.ctx)
  expect((await read(guest, id)).private_location).toBeNull()
  // a draft waits for its publication
  const draft = await make(host, { reveal_at: inHours(1) }, guest)
  await shift(draft, { reveal_at: t.ctx.now() - HOUR })
  await host.call(e.publishEvent, { params: { id: draft }, body: { status: 'draft' } })
  await revealDueAddresses(t.ctx)
  expect((await read(host, draft)).private_location?.is_revealed).toBe(false)
})

test('it goes from who leaves at once, and from the server the chosen time after the end, with who opened it', async () => {
  const [host, guest, other] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host, {}, guest, other)
  expect((await guest.call(addressSeen, { params: { id } })).status).toBe(403)
  await host.call(e.revealLocation, { params: { id } })
  for (let i = 0; i < 2; i += 1) await guest.call(addressSeen, { params: { id } })
  await host.call(addressSeen, { params: { id } })
  expect(await read(host, id)).toMatchObject({ address_hours: 24, address_views: 1 })
  expect((await host.call(listAddressViews, { params: { id } })).body.views).toMatchObject([
    { account_handle: guest.handle },
  ])
  expect(await read(guest, id)).toMatchObject({ address_hours: null, address_views: null })
  await other.call(e.leaveEvent, { params: { id } })
  const gone = await other.call(e.getEvent, { params: { id } })
  expect([gone.status, JSON.stringify(gone.body).includes('Chênes')]).toEqual([403, false])

  const ended = (h: number) =>
    shift(id, { start_at: t.ctx.now() - (h + 4) * HOUR, end_at: t.ctx.now() - h * HOUR })
  await ended(23)
  await eraseAddresses(t.ctx)
  expect((await read(guest, id)).private_location).not.toBeNull()
  await ended(25)
  await eraseAddresses(t.ctx)
  for (const m of [guest, host])
    expect(await read(m, id)).toMatchObject({ private_location: null, address_until: null })
  const row = await t.ctx.db
    .selectFrom('events')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('Chênes')
  expect([row.address_point, row.address_lat, row.address_lng]).toEqual([null, null, null])
  expect((await host.call(listAddressViews, { params: { id } })).body.views).toEqual([])
  expect(
    (await guest.call(listNews, { query: {} })).body.items.map((n) => n.newsType),
  ).not.toContain('location_revealed')
})

test('an address from before this rule, or one that is kept, stays', async () => {
  const host = await t.member()
  const id = await make(host, { address_hours: null })
  await shift(id, { start_at: t.ctx.now() - 900 * HOUR, end_at: t.ctx.now() - 800 * HOUR })
  await eraseAddresses(t.ctx)
  expect((await read(host, id)).private_location?.address).toBe(ADDRESS.address)
})

test('an hour of reveal in the past is refused, and kept where a form sends it unchanged', async () => {
  const host = await t.member()
  const id = await make(host, { reveal_at: inHours(48) })
  const set = (reveal_at: string | null) =>
    host.call(e.updateEvent, { params: { id }, body: { title: 'Nuit', reveal_at } })
  expect((await set(inHours(-1))).body).toMatchObject({ code: 'reveal_past' })
  expect((await set(inHours(24))).status).toBe(200)
  await shift(id, { reveal_at: t.ctx.now() - HOUR })
  expect((await set((await read(host, id)).reveal_at)).status).toBe(200)
  expect((await set(null)).status).toBe(200)
  const { status } = await host.call(e.createEvent, {
    body: { title: 'Tard', start_date: inHours(2), reveal_at: inHours(-1) },
  })
  expect(status).toBe(400)
})

test('an event that fails keeps no other from its job', async () => {
  const host = await t.member()
  const ids = [await make(host, {}), await make(host, {})]
  for (const id of ids) await shift(id, { reveal_at: t.ctx.now() - 1 })
  const { publish } = t.ctx.realtime
  t.ctx.realtime.publish = (name, ...rest) => {
    if (JSON.stringify(rest).includes(ids[0] ?? '')) throw new Error('no')
    return publish.call(t.ctx.realtime, name, ...rest)
  }
  try {
    await revealDueAddresses(t.ctx)
  } finally {
    t.ctx.realtime.publish = publish
  }
  for (const id of ids) expect((await read(host, id)).address_state).toBe('revealed')
})
