import { expect, test } from 'vitest'
import { AFTER_DAYS, getAfter, sayHome } from '#contract/events/after'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { block } from '#contract/safety'
import { announceAfter } from '../../../server/events/after/jobs'
import { afterOpensAt } from '../../../server/events/after/window'
import { collectArchive } from '../../../server/life/collect'
import { type Member } from '../../support/server/server'
import { setUp, t, HOUR, make, opened, members, look, namesFor, news } from './after/after-setup'

setUp()

test('the page opens at 10 o’clock in Paris, three hours after the end or later, also when the clock changes', () => {
  const at = (end: string) => {
    const ms = Date.parse(end)
    return new Date(afterOpensAt({ start_at: ms - HOUR, end_at: ms })).toISOString()
  }
  expect(at('2026-12-05T22:30:00Z')).toBe('2026-12-06T09:00:00.000Z')
  expect(at('2026-12-06T06:00:00Z')).toBe('2026-12-06T09:00:00.000Z')
  expect(at('2026-12-06T06:01:00Z')).toBe('2026-12-07T09:00:00.000Z')
  expect(at('2026-07-31T23:00:00Z')).toBe('2026-08-01T08:00:00.000Z')
  // the nights in which the clock goes back, and forward
  expect(at('2026-10-24T22:00:00Z')).toBe('2026-10-25T09:00:00.000Z')
  expect(at('2027-03-27T23:00:00Z')).toBe('2027-03-28T08:00:00.000Z')
  const noEnd = Date.parse('2026-12-05T20:00:00Z')
  expect(new Date(afterOpensAt({ start_at: noEnd, end_at: null })).toISOString()).toBe(
    '2026-12-06T09:00:00.000Z',
  )
})

test('the morning after, those who were there are asked, once; nobody else, and not for an old event', async () => {
  const [host, a, absent, left, stranger] = (await members(5)) as [
    Member,
    Member,
    Member,
    Member,
    Member,
  ]
  const id = await make(host, a, absent, left)
  await left.call(e.leaveEvent, { params: { id } })
  const asked = () => Promise.all([host, a, absent, left].map((m) => news(m, 'event_after')))
  const openFor = async (m: Member) =>
    (await m.call(e.getEvent, { params: { id } })).body.event?.after_until ?? null
  expect((await a.call(getAfter, { params: { id } })).body).toMatchObject({ code: 'after_closed' })
  expect(await openFor(a)).toBeNull()
  await opened(id, -1)
  await announceAfter(t.ctx)
  expect((await asked()).flat()).toEqual([])
  await opened(id, 0)
  const { participants } = (await host.call(p.listEventParticipants, { params: { id } })).body
  await host.call(p.patchParticipant, {
    params: { id },
    body: {
      participantId: participants.find((x) => x.account_id === a.accountId)?.id ?? '',
      is_present: true,
    },
  })
  await Promise.all([announceAfter(t.ctx), announceAfter(t.ctx)])
  await announceAfter(t.ctx)
  expect((await asked()).map((n) => n.length)).toEqual([1, 1, 0, 0])
  expect(await openFor(a)).toBe((await look(a, id)).until)
  expect(await openFor(absent)).toBeNull()
  for (const m of [absent, left, stranger])
    expect((await m.call(getAfter, { params: { id } })).status).toBe(403)
  await opened(id, AFTER_DAYS - 1)
  expect((await a.call(getAfter, { params: { id } })).status).toBe(200)
  await opened(id, AFTER_DAYS)
  for (const m of [host, a])
    expect((await m.call(getAfter, { params: { id } })).body).toMatchObject({
      code: 'after_closed',
    })
  const old = await make(host, a)
  await opened(old, 1)
  await announceAfter(t.ctx)
  expect(await news(a, 'event_after')).toHaveLength(1)
})

test('who did not come without a word is told to organizers, where presence was kept, and to no guest', async () => {
  const [host, a, absent] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, absent)
  await opened(id, 0)
  // nobody was checked in: nobody counts as absent
  expect((await look(host, id)).organizer).toEqual({ home: 0, impressions: null, absent: null })
  expect((await look(absent, id)).is_home).toBe(false)
  const { participants } = (await host.call(p.listEventParticipants, { params: { id } })).body
  const rowOf = (m: Member) => participants.find((x) => x.account_id === m.accountId)?.id ?? ''
  const setPresent = (m: Member, is_present: boolean) =>
    host.call(p.patchParticipant, {
      params: { id },
      body: { participantId: rowOf(m), is_present },
    })
  await setPresent(a, true)
  expect((await look(host, id)).organizer?.absent).toMatchObject([
    { participant_id: rowOf(absent), account_handle: absent.handle },
  ])
  // the same list as before for a guest, and no word of it
  const seen = await a.call(getAfter, { params: { id } })
  expect(seen.body).toMatchObject({ organizer: null })
  expect(await namesFor(a, id)).toEqual([host.handle, absent.handle].sort())
  await absent.call(block, { params: { id: host.accountId } })
  expect((await look(host, id)).organizer?.absent).toEqual([])
})

test('«Bien rentrés»: no organizer finds whose answer it is by taking a guest out of the number', async () => {
  const [host, a, b] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, b)
  await opened(id, 0)
  await a.call(sayHome, { params: { id }, body: { home: true } })
  const home = async () => (await look(host, id)).organizer?.home
  for (const x of [a, b]) {
    const row = await t.ctx.db
      .selectFrom('event_participants')
      .where('event_id', '=', id)
      .where('account_id', '=', x.accountId)
      .select('id')
      .executeTakeFirstOrThrow()
    for (const status of ['cancelled', 'accepted'] as const) {
      await host.call(p.patchParticipant, {
        params: { id },
        body: { participantId: row.id, status },
      })
      expect(await home()).toBe(1)
    }
    await host.call(block, { params: { id: x.accountId } })
    expect(await home()).toBe(1)
  }
})

test('«Bien rentrés»: the organizer reads a number, other guests nothing; a silence is nothing', async () => {
  const [host, a, b] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, b)
  await opened(id, 0)
  const before = JSON.stringify(await look(b, id))
  const said = await a.call(sayHome, { params: { id }, body: { home: true } })
  expect(said.body.is_home).toBe(true)
  await a.call(sayHome, { params: { id }, body: { home: true } })
  expect(JSON.stringify(await look(b, id))).toBe(before)
  expect((await look(host, id)).organizer).toEqual({ home: 1, impressions: null, absent: null })
  expect(await news(host, 'event_after')).toEqual([])
  expect(await collectArchive(t.ctx, a)).toMatchObject({
    apres_sorties: { bien_rentres: [{ sortie: 'Velours' }] },
  })
  await a.call(sayHome, { params: { id }, body: { home: false } })
  expect((await look(host, id)).organizer?.home).toBe(0)
})
