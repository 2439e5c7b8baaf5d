import { expect, test } from 'vitest'
import { AFTER_DAYS, chooseAgain, sayHome } from '#contract/events/after'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { listRelations } from '#contract/relations'
import { block, unblock } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { deleteExpiredAfter } from '../../../../server/events/after/jobs'
import { collectArchive } from '../../../../server/life/collect'
import { purgeAccount } from '../../../../server/life/deletion'
import { type Member } from '../../../support/server/server'
import { setUp, t, make, opened, members, look, namesFor, news } from './after-setup'

setUp()

const choose = (m: Member, id: string, other: Member, yes = true) =>
  m.call(chooseAgain, { params: { id }, body: { account_id: other.accountId, yes } })
const rows = async (id: string) =>
  (await t.ctx.db.selectFrom('event_reunions').where('event_id', '=', id).selectAll().execute())
    .length

test('a one-sided yes leaks nowhere: screen, event, news, relations, frames and archive of the other are the same bytes', async () => {
  const [host, a, b] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, b)
  await opened(id, 0)
  const frames: string[] = []
  const { publisher } = t.ctx.realtime as unknown as {
    publisher: {
      publish: (channels: readonly string[], ...rest: unknown[]) => unknown
      isHeard: () => boolean
      listeners: () => null
    }
  }
  const { publish, isHeard, listeners } = publisher
  publisher.isHeard = () => true
  publisher.listeners = () => null
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
      await collectArchive(t.ctx, m),
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
  Object.assign(publisher, { publish, isHeard, listeners })
  // to someone who never chooses, the answer is the same as to someone who cannot
  expect((await choose(a, id, host)).body.is_mutual).toBe(false)
  expect(await collectArchive(t.ctx, a)).toMatchObject({
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
  await purgeAccount(t.ctx, gone.accountId)
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
  await deleteExpiredAfter(t.ctx)
  expect(await left()).toEqual([1, 1])
  await opened(id, AFTER_DAYS + 2)
  await deleteExpiredAfter(t.ctx)
  expect(await left()).toEqual([0, 0])
})
