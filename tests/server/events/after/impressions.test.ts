import { expect, test } from 'vitest'
import { AFTER_DAYS, sayImpressions, type Impressions } from '#contract/events/after'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { getAccount } from '#contract/profile/data'
import { block } from '#contract/safety'
import { deleteExpiredAfter } from '../../../../server/events/after/jobs'
import { collectArchive } from '../../../../server/life/collect'
import { purgeAccount } from '../../../../server/life/deletion'
import { createRelation } from '../../../../server/relations/service'
import { type Member } from '../../../support/server/server'
import { setUp, t, make, opened, members, look, news } from './after-setup'

setUp()

const say = (m: Member, id: string, impressions: Impressions | null) =>
  m.call(sayImpressions, { params: { id }, body: { impressions } })
const all = (n: number): Impressions => ({ welcome: n, respect: n, again: n })
const read = async (m: Member, id: string) => (await look(m, id)).organizer?.impressions
const rows = async (id: string) =>
  (await t.ctx.db.selectFrom('event_impressions').where('event_id', '=', id).selectAll().execute())
    .length
/** Later than the answer before: the first three are read together. */
const tick = (): void => void (t.clock.now += 1000)

test('organizers read nothing before three guests have answered, then bands; one more answer changes nothing', async () => {
  for (const fourth of [1, 2, 3]) {
    const [host, ...guests] = await members(7)
    const id = await make(host as Member, ...guests)
    await opened(id, 0)
    expect(await read(host as Member, id)).toBeNull()
    const given = [
      all(3),
      { welcome: 3, respect: 1, again: 2 },
      { welcome: 2, respect: 1, again: 1 },
    ]
    for (const [i, said] of given.entries()) {
      expect(await read(host as Member, id)).toBeNull()
      tick()
      expect((await say(guests[i] as Member, id, said)).body.impressions).toEqual(said)
    }
    const three = { of: 3, welcome: 'yes', respect: 'no', again: 'mixed' }
    expect(await read(host as Member, id)).toEqual(three)
    // whatever the fourth and the fifth say
    for (const i of [3, 4]) {
      tick()
      await say(guests[i] as Member, id, all(fourth))
      expect(await read(host as Member, id)).toEqual(three)
    }
    tick()
    await say(guests[5] as Member, id, all(fourth))
    expect((await read(host as Member, id))?.of).toBe(6)
  }
})

test('no guest, name or news tells of impressions; a block changes nothing; counted, they stay', async () => {
  const [host, a, b, c, d] = (await members(5)) as [Member, Member, Member, Member, Member]
  const id = await make(host, a, b, c, d)
  await opened(id, 0)
  const seenBy = async (m: Member) =>
    JSON.stringify([
      await look(m, id),
      (await m.call(e.getEvent, { params: { id } })).body,
      (await m.call(p.listEventParticipants, { params: { id } })).body,
      (await m.call(getAccount, { params: { id: host.accountId } })).body,
    ])
  const [before, hosts] = [await seenBy(d), await seenBy(host)]
  await say(a, id, all(1))
  tick()
  await say(b, id, all(3))
  expect([await seenBy(d), await seenBy(host)]).toEqual([before, hosts])
  tick()
  await say(c, id, all(3))
  expect(await seenBy(d)).toBe(before)
  const shown = JSON.stringify((await look(host, id)).organizer)
  for (const m of [a, b, c]) {
    expect(shown).not.toContain(m.accountId)
    expect(shown).not.toContain(m.handle)
  }
  expect(await read(host, id)).toMatchObject({ of: 3, welcome: 'yes' })
  expect(await news(host, 'event_after')).toEqual([])
  await host.call(block, { params: { id: a.accountId } })
  expect(await read(host, id)).toMatchObject({ of: 3 })
  expect(await collectArchive(t.ctx, b)).toMatchObject({
    apres_sorties: {
      impressions: [{ sortie: 'Velours', accueil: 'oui', limites_respectees: 'oui' }],
    },
  })
  // counted: the same again is no change, another would tell what the other two said
  expect((await say(b, id, all(3))).status).toBe(200)
  for (const other of [all(1), null])
    expect((await say(b, id, other)).body).toMatchObject({ code: 'impressions_read' })
  tick()
  await say(d, id, all(1))
  expect((await say(d, id, all(2))).body.impressions).toEqual(all(2))
  expect((await say(d, id, null)).body.impressions).toBeNull()
  expect(await read(host, id)).toMatchObject({ of: 3, welcome: 'yes' })
})

test('nobody becomes an organizer once the evening is over', async () => {
  const [host, a] = (await members(2)) as [Member, Member]
  const id = await make(host, a)
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, host.accountId, a.accountId, 'link', t.ctx.now()))
  await opened(id, 0)
  expect(
    (await host.call(p.addCoOrganizer, { params: { id }, body: { account_id: a.accountId } })).body,
  ).toMatchObject({ code: 'event_ended' })
})

test('organizers say none, nor do who was absent and strangers; no figure beside the three', async () => {
  const [host, a, stranger] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a)
  expect((await say(a, id, all(3))).body).toMatchObject({ code: 'after_closed' })
  await opened(id, 0)
  expect((await say(host, id, all(3))).status).toBe(409)
  expect((await say(stranger, id, all(3))).status).toBe(403)
  for (const wrong of [all(0), all(4), all(1.5)]) expect((await say(a, id, wrong)).status).toBe(400)
  expect(await rows(id)).toBe(0)
})

test('erased with the account, and with the page', async () => {
  const [host, a, b] = (await members(3)) as [Member, Member, Member]
  const id = await make(host, a, b)
  await opened(id, 0)
  for (const m of [a, b]) await say(m, id, all(2))
  await purgeAccount(t.ctx, a.accountId)
  expect(await rows(id)).toBe(1)
  await opened(id, AFTER_DAYS - 1)
  await deleteExpiredAfter(t.ctx)
  expect(await rows(id)).toBe(1)
  await opened(id, AFTER_DAYS + 2)
  await deleteExpiredAfter(t.ctx)
  expect(await rows(id)).toBe(0)
})
