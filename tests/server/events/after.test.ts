import { afterAll, beforeAll, expect, test } from 'vitest'
import { AFTER_DAYS, chooseAgain, getAfter, sayHome } from '#contract/events/after'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { listRelations } from '#contract/relations'
import { block, unblock } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { askAfter, tidyAfter } from '../../../server/events/after/jobs'
import { opensAt } from '../../../server/events/after/window'
import { collect } from '../../../server/life/collect'
import { purge } from '../../../server/life/deletion'
import { testApp, type Member, type TestApp } from '../../support/server/server'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  // one minute past ten in Paris
  const now = t.ctx.now()
  t.clock.now = opensAt({ start_at: now, end_at: now }) + 60_000 - now
})
afterAll(() => t.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR
const make = async (host: Member, ...guests: readonly Member[]): Promise<string> => {
  const at = (h: number) => new Date(t.ctx.now() + h * HOUR).toISOString()
  const { body } = await host.call(e.createEvent, {
    body: { title: 'Velours', start_date: at(72), end_date: at(76) },
  })
  const { id } = body.event
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  for (const x of guests) {
    await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
    await x.call(e.participateInEvent, { params: { id } })
  }
  return id
}
/** Moves the event so that its page opened this many days and one minute ago. */
const opened = async (id: string, days: number): Promise<void> => {
  const end = t.ctx.now() - days * DAY - 12 * HOUR
  await t.ctx.db
    .updateTable('events')
    .set({ start_at: end - HOUR, end_at: end })
    .where('id', '=', id)
    .execute()
}
const members = async (n: number): Promise<Member[]> => {
  const all = []
  for (let i = 0; i < n; i++) all.push(await t.member())
  return all
}
const look = async (m: Member, id: string) => (await m.call(getAfter, { params: { id } })).body
const choose = (m: Member, id: string, other: Member, yes = true) =>
  m.call(chooseAgain, { params: { id }, body: { account_id: other.accountId, yes } })
const namesFor = async (m: Member, id: string) =>
  (await look(m, id)).people.map((x) => x.account_handle)
const news = async (m: Member, type: string) =>
  (await m.call(listNews, { query: {} })).body.items.filter((n) => n.newsType === type)
const rows = async (id: string) =>
  (await t.ctx.db.selectFrom('event_reunions').where('event_id', '=', id).selectAll().execute())
    .length

test('the page opens at 10 o’clock in Paris, three hours after the end or later, also when the clock changes', () => {
  const at = (end: string) => {
    const ms = Date.parse(end)
    return new Date(opensAt({ start_at: ms - HOUR, end_at: ms })).toISOString()
  }
  expect(at('2026-12-05T22:30:00Z')).toBe('2026-12-06T09:00:00.000Z')
  expect(at('2026-12-06T06:00:00Z')).toBe('2026-12-06T09:00:00.000Z')
  expect(at('2026-12-06T06:01:00Z')).toBe('2026-12-07T09:00:00.000Z')
  expect(at('2026-07-31T23:00:00Z')).toBe('2026-08-01T08:00:00.000Z')
  // the nights in which the clock goes back, and forward
  expect(at('2026-10-24T22:00:00Z')).toBe('2026-10-25T09:00:00.000Z')
  expect(at('2027-03-27T23:00:00Z')).toBe('2027-03-28T08:00:00.000Z')
  const noEnd = Date.parse('2026-12-05T20:00:00Z')
  expect(new Date(opensAt({ start_at: noEnd, end_at: null })).toISOString()).toBe(
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
  await askAfter(t.ctx)
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
  await Promise.all([askAfter(t.ctx), askAfter(t.ctx)])
  await askAfter(t.ctx)
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
  await askAfter(t.ctx)
  expect(await news(a, 'event_after')).toHaveLength(1)
})

test('who did not come without a word is told to organizers, where presence was kept, and to no guest', async () => {
  const [host, a, absent] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, absent)
  await opened(id, 0)
  // nobody was checked in: nobody counts as absent
  expect((await look(host, id)).organizer).toEqual({ home: 0, absent: null })
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

test('«Bien rentrés»: the organizer reads a number, other guests nothing; a silence is nothing', async () => {
  const [host, a, b] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, b)
  await opened(id, 0)
  const before = JSON.stringify(await look(b, id))
  const said = await a.call(sayHome, { params: { id }, body: { home: true } })
  expect(said.body.is_home).toBe(true)
  await a.call(sayHome, { params: { id }, body: { home: true } })
  expect(JSON.stringify(await look(b, id))).toBe(before)
  expect((await look(host, id)).organizer).toEqual({ home: 1, absent: null })
  expect(await news(host, 'event_after')).toEqual([])
  expect(await collect(t.ctx, a)).toMatchObject({
    apres_sorties: { bien_rentres: [{ sortie: 'Velours' }] },
  })
  await a.call(sayHome, { params: { id }, body: { home: false } })
  expect((await look(host, id)).organizer?.home).toBe(0)
})

test('a one-sided yes leaks nowhere: screen, event, news, relations, frames and archive of the other are the same bytes', async () => {
  const [host, a, b] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, b)
  await opened(id, 0)
  const frames: string[] = []
  const { publisher } = t.ctx.realtime as unknown as {
    publisher: {
      publish: (channels: readonly string[], ...rest: unknown[]) => unknown
      isHeard: () => boolean
    }
  }
  const { publish, isHeard } = publisher
  publisher.isHeard = () => true
  publisher.publish = (channels, ...rest) => {
    frames.push(...channels)
    return publish.call(publisher, channels, ...rest)
  }
  const everything = async (m: Member) => {
    return JSON.stringify([
      await look(m, id),
      (await m.call(e.getEvent, { params: { id } })).body,
      (await m.call(p.listEventParticipants, { params: { id } })).body,
      (await m.call(listNews, { query: {} })).body,
      (await m.call(listRelations, { query: {} })).body,
      await collect(t.ctx, m),
    ])
  }
  // reading the news marks them as read
  for (const m of [b, host]) await everything(m)
  const before = [await everything(b), await everything(host)]
  const yes = await choose(a, id, b)
  expect(yes.body).toMatchObject({ is_mutual: false })
  expect([await everything(b), await everything(host)]).toEqual(before)
  expect(frames.filter((c) => c.includes(b.accountId) || c.includes(host.accountId))).toEqual([])
  expect(frames.some((c) => c.includes(a.accountId))).toBe(true)
  Object.assign(publisher, { publish, isHeard })
  // to someone who never chooses, the answer is the same as to someone who cannot
  expect((await choose(a, id, host)).body.is_mutual).toBe(false)
  expect(await collect(t.ctx, a)).toMatchObject({
    apres_sorties: { revoir: [b.handle, host.handle].sort().map((avec) => ({ avec })) },
  })
  await choose(a, id, host, false)
  expect((await look(a, id)).people.filter((x) => x.chosen).map((x) => x.account_handle)).toEqual([
    b.handle,
  ])
})

test('two yeses make a relation, told to both, also at the same moment; the choices are gone', async () => {
  for (let round = 0; round < 3; round++) {
    const [host, a, b] = (await members(3)) as [Member, Member, Member]
    const id = await make(host, a, b)
    await opened(id, 0)
    const answers = await Promise.all([choose(a, id, b), choose(b, id, a)])
    expect(answers.map((x) => x.body.is_mutual).sort()).toEqual([false, true])
    for (const [m, other] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(await news(m, 'met_again')).toMatchObject([
        { actorAccountId: other.accountId, payload: { handle: other.handle, title: 'Velours' } },
      ])
      expect(
        (await m.call(listRelations, { query: {} })).body.relations.map((r) => r.with_account_id),
      ).toEqual([other.accountId])
    }
    expect([await rows(id), await namesFor(a, id)]).toEqual([0, [host.handle]])
    expect((await choose(a, id, b)).status).toBe(404)
    // ended: both begin anew
    await a.call(endRelation, { params: { id: b.accountId } })
    expect((await choose(b, id, a)).body.is_mutual).toBe(false)
  }
})

test('a block ends what was chosen, for good; «Pseudo caché» meets organizers only; deleted accounts leave', async () => {
  const [host, a, b, hidden, gone] = (await members(5)) as [Member, Member, Member, Member, Member]
  const id = await make(host, a, b, hidden, gone)
  await hidden.call(p.hideMyself, { params: { id }, body: { is_hidden: true } })
  await opened(id, 0)
  expect(await namesFor(a, id)).toEqual([b.handle, gone.handle, host.handle].sort())
  expect((await choose(a, id, hidden)).status).toBe(404)
  expect((await choose(hidden, id, a)).status).toBe(404)
  expect(await look(hidden, id)).toMatchObject({
    is_hidden: true,
    people: [{ account_handle: host.handle }],
  })
  await choose(hidden, id, host)
  expect((await choose(host, id, hidden)).body.is_mutual).toBe(true)

  await choose(a, id, b)
  await b.call(block, { params: { id: a.accountId } })
  expect((await choose(b, id, a)).status).toBe(404)
  expect(await namesFor(a, id)).not.toContain(b.handle)
  await b.call(unblock, { params: { id: a.accountId } })
  expect(await rows(id)).toBe(0)
  expect((await choose(b, id, a)).body.is_mutual).toBe(false)

  await choose(gone, id, a)
  await choose(a, id, gone)
  await choose(gone, id, host)
  await gone.call(sayHome, { params: { id }, body: { home: true } })
  await purge(t.ctx, gone.accountId)
  expect(
    await t.ctx.db
      .selectFrom('event_reunions')
      .where((eb) =>
        eb.or([eb('account_id', '=', gone.accountId), eb('with_account_id', '=', gone.accountId)]),
      )
      .selectAll()
      .execute(),
  ).toEqual([])
  expect((await look(host, id)).organizer?.home).toBe(0)
  expect(await namesFor(a, id)).not.toContain(gone.handle)
})

test('after fourteen days nothing is left of the choices', async () => {
  const [host, a] = (await members(2)) as [Member, Member]
  const id = await make(host, a)
  await opened(id, 0)
  await choose(a, id, host)
  await a.call(sayHome, { params: { id }, body: { home: true } })
  const left = async () => [
    await rows(id),
    (await t.ctx.db.selectFrom('event_returns').where('event_id', '=', id).selectAll().execute())
      .length,
  ]
  await opened(id, AFTER_DAYS - 1)
  await tidyAfter(t.ctx)
  expect(await left()).toEqual([1, 1])
  await opened(id, AFTER_DAYS + 2)
  await tidyAfter(t.ctx)
  expect(await left()).toEqual([0, 0])
})
