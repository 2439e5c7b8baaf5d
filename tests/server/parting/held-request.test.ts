import { expect, test } from 'vitest'
import { listNews } from '#contract/news'
import * as p from '#contract/profile/parting'
import { addPublicPhotos } from '#contract/profile/photos'
import { endLogin } from '#contract/session/security'
import { collectArchive } from '../../../server/life/collect'
import type { Member } from '../../support/server/server'
import { addPhoto } from '../../support/world/couples'
import { mailsTo } from '../mailbox'
import { again, ask, couple, DAY_MS, PASSWORD, type Couple } from './setup'
import { linkOf, setUp, t } from './parting-setup'
import { eventually } from '../../support/eventually'

setUp()

const HOLD_MS = p.PARTING_HELD_HOURS * 3_600_000
const SUBJECT = 'Un changement de votre compte est demandé'
const hold = (c: Couple) => ask(c.anne, { handle: c.handle, held: true })
const openOf = async (who: Member) => (await who.call(p.getParting)).body.open
const archiveOf = async (who: Member): Promise<string> =>
  JSON.stringify(
    await collectArchive(t.ctx, {
      userId: who.userId,
      accountId: who.accountId,
    }),
  )
const subjectsTo = async (who: Member) => (await mailsTo(t, who.email)).map((m) => m.subject)
const newsOf = async (who: Member) =>
  (await who.call(listNews, { query: {} })).body.items.map((n) => n.newsType)
const rowsOf = (c: Couple) =>
  t.ctx.db
    .selectFrom('partings')
    .where('account_id', '=', c.account)
    .select(['state', 'user_id'])
    .execute()

test('for a day nobody but who asked learns of it, and nothing closes; then it is as if asked now', async () => {
  const c = await couple(t)
  const both = await addPhoto(c.anne, [c.anneId, c.paulId])
  await t.ctx.db.updateTable('media_subjects').set({ state: 'yes' }).execute()
  await c.anne.call(addPublicPhotos, { body: { media_ids: [both] } })
  // the news of the photo arrive after the reply
  await t.ctx.bus.idle()
  const before = [await openOf(c.paul), await newsOf(c.paul), await archiveOf(c.paul)]
  expect((await hold(c)).status).toBe(201)
  await t.ctx.bus.idle()
  expect([await openOf(c.paul), await newsOf(c.paul), await archiveOf(c.paul)]).toEqual(before)
  const held = await openOf(c.anne)
  expect(held).toMatchObject({ is_own: true, handle: c.handle })
  const heldAt = Date.parse(held?.asked_at ?? '')
  expect([held?.told_at, held?.due_at].map((at) => Date.parse(at ?? '') - heldAt)).toEqual([
    HOLD_MS,
    HOLD_MS + p.PARTING_DAYS * DAY_MS,
  ])
  expect(await archiveOf(c.anne)).toContain(c.handle)
  expect(await linkOf(c.friend, both)).toBe(200)
  expect((await c.anne.call(p.listPartingPhotos, { query: {} })).body).toMatchObject({
    code: 'parting_none',
  })
  t.clock.now += HOLD_MS - 600_000
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  expect(await openOf(await again(t, c.paul))).toBeNull()
  expect(await subjectsTo(c.anne)).not.toContain(SUBJECT)
  expect(await subjectsTo(c.paul)).not.toContain(SUBJECT)

  t.clock.now += 600_000
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  const [anne, paul] = [await again(t, c.anne), await again(t, c.paul)]
  await eventually(async () => expect(await subjectsTo(paul)).toContain(SUBJECT))
  expect(await newsOf(paul)).toContain('parting_asked')
  const told = await openOf(paul)
  expect(told).toMatchObject({ is_own: false, handle: null, told_at: null })
  const askedAt = Date.parse(told?.asked_at ?? '')
  expect(askedAt).toBeGreaterThanOrEqual(heldAt + HOLD_MS)
  expect(Date.parse(told?.due_at ?? '') - askedAt).toBe(p.PARTING_DAYS * DAY_MS)
  expect(await openOf(anne)).toMatchObject({ is_own: true, told_at: null, handle: c.handle })
  expect(await linkOf(await again(t, c.friend), both)).toBe(404)

  t.clock.now += p.PARTING_DAYS * DAY_MS
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  expect((await again(t, c.anne)).accountId).not.toBe(c.account)
})

test('withdrawn within the day, nothing of it remains and nobody was told', async () => {
  const c = await couple(t)
  await hold(c)
  expect((await ask(c.anne, { handle: c.handle })).body).toMatchObject({ code: 'parting_open' })
  expect((await c.paul.call(p.cancelParting)).body).toMatchObject({ code: 'parting_none' })
  expect((await c.anne.call(p.cancelParting)).status).toBe(200)
  expect(await rowsOf(c)).toEqual([])
  t.clock.now += 2 * DAY_MS
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  for (const who of [c.anne, c.paul]) expect(await subjectsTo(who)).not.toContain(SUBJECT)
  expect(await newsOf(await again(t, c.paul))).not.toContain('parting_cancelled')
})

test('the other may ask meanwhile, and is refused nothing; the held request then ends', async () => {
  const c = await couple(t)
  await hold(c)
  expect((await ask(c.paul, { handle: `${c.handle}p` })).status).toBe(201)
  t.clock.now += HOLD_MS
  await t.app.jobs.run()
  expect(await rowsOf(c)).toEqual([{ state: 'asked', user_id: c.paul.userId }])
  expect(await openOf(await again(t, c.anne))).toMatchObject({ is_own: false, told_at: null })
})

test('of two held requests of one couple the first is opened', async () => {
  const c = await couple(t)
  await hold(c)
  t.clock.now += 1000
  expect((await ask(c.paul, { handle: `${c.handle}p`, held: true })).status).toBe(201)
  t.clock.now += HOLD_MS
  await t.app.jobs.run()
  expect(await rowsOf(c)).toEqual([{ state: 'asked', user_id: c.anne.userId }])
})

test('it ends with the login that made it, and needs a login that the other does not share', async () => {
  const c = await couple(t)
  await ask(c.paul, { handle: `${c.handle}p`, held: true })
  const ended = await c.anne.call(endLogin, {
    params: { id: c.paul.userId },
    body: { password: PASSWORD },
  })
  expect(ended.status).toBe(200)
  t.clock.now += HOLD_MS
  await t.app.jobs.run()
  expect(await rowsOf(c)).toEqual([])
  const alone = await t.member(undefined, ['woman', 'man'])
  alone.identity = alone.identityIds[0] ?? null
  expect((await ask(alone, { kind: 'leave', held: true })).body).toMatchObject({
    code: 'parting_login',
  })
})
