import { beforeAll, expect, test } from 'vitest'
import { setPeople } from '#contract/agreements'
import { deleteMedia } from '#contract/albums/albums'
import { addPublicPhotos, listAccountPhotos } from '#contract/profile/photos'
import { block, report } from '#contract/safety'
import { decideCase, getCase, undoDecision } from '#contract/staff/cases'
import type { Measure } from '#contract/staff/measures'
import type { Member } from '../../support/server/server'
import { addPhoto, pattern } from '../../support/world/couples'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { linkStatus, newsOf, scene, send, setUp, surfaces, t } from './agreements-setup'

setUp()

let moderator: Member
beforeAll(async () => {
  moderator = await staffMember(t, 'le_moderateur')
})

const claim = (who: Member, id: string) =>
  who.call(report, { body: { kind: 'photo', id, reason: 'pictured', comment: 'Le tatouage.' } })
const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const caseOf = async (id: string): Promise<string> =>
  (
    await t.ctx.db
      .selectFrom('cases')
      .where('subject_kind', '=', 'photo')
      .where('subject_id', '=', id)
      .orderBy('opened_at', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const detail = async (id: string) =>
  (await moderator.call(getCase, { params: { id: await caseOf(id) } })).body.case
const decide = async (id: string, measure: Measure) => {
  const { line } = await detail(id)
  return moderator.call(decideCase, {
    params: { id: line.id },
    body: {
      version: line.version,
      measure,
      ...(measure === 'dismiss' ? {} : { rule: 'photos', facts: 'Une personne y apparaît.' }),
    },
  })
}
/** Whether the owner is told that the photo is claimed. */
const markOf = async (owner: Member, id: string) =>
  (await owner.call(listAccountPhotos, { params: { id: owner.accountId } })).body.photos.find(
    (p) => p.media_id === id,
  )?.people?.claimed
const publicPhoto = async (owner: Member, bytes?: Buffer): Promise<string> => {
  const id = await addPhoto(owner, [], bytes)
  await owner.call(addPublicPhotos, { body: { media_ids: [id] } })
  return id
}

test('«Je suis sur cette photo» hides it from all but its owner, everywhere and at once; a dismissal shows it again', async () => {
  const s = await scene()
  const { couple, other, talk } = s
  const id = await addPhoto(couple, [])
  const shown = await surfaces(s, id)
  await send(couple, talk, [id])
  const third = await t.member()
  expect(await shown.seen(other)).toContain(id)
  expect((await claim(other, id)).status).toBe(201)
  for (const who of [other, third]) expect(await linkStatus(who, id)).toBe(404)
  expect(await linkStatus(couple, id)).toBe(200)
  // avatars and banners keep their place, and no link opens it
  const [list, photos] = [await shown.seen(third), await markOf(couple, id)]
  expect([list.includes(`"media_id":"${id}"`), photos]).toEqual([false, true])
  expect(await newsOf(couple)).toContainEqual(['photo_hidden', { why: 'claimed' }])
  expect(JSON.stringify(await newsOf(couple))).not.toContain(other.handle)
  // the lost reply of the first call
  expect((await claim(other, id)).status).toBe(201)
  expect((await detail(id)).reports).toHaveLength(1)
  expect((await decide(id, 'dismiss')).status).toBe(200)
  expect(await shown.seen(other)).toContain(id)
  for (const who of [other, third]) expect(await linkStatus(who, id)).toBe(200)
  expect(await markOf(couple, id)).toBeUndefined()
  expect(await newsOf(couple)).toContainEqual(['photo_hidden', { why: 'freed' }])
})

test('the owner can neither send it, nor show it again by adding the same picture', async () => {
  const { couple, other, talk } = await scene()
  const bytes = await pattern(4_211)
  const id = await publicPhoto(couple, bytes)
  await claim(other, id)
  const sent = await send(couple, talk, [id])
  expect([sent.status, codeOf(sent)]).toEqual([409, 'photo_claimed'])
  const again = await publicPhoto(couple, bytes)
  expect([await linkStatus(other, again), await linkStatus(couple, again)]).toEqual([404, 200])
  const unlike = await publicPhoto(couple, await pattern(4_212))
  expect(await linkStatus(other, unlike)).toBe(200)
  await decide(id, 'dismiss')
  expect(await linkStatus(other, again)).toBe(200)
})

test('removed by the staff it stays hidden when it is added again, until that is taken back', async () => {
  const { couple, other } = await scene()
  const bytes = await pattern(4_213)
  const id = await publicPhoto(couple, bytes)
  await claim(other, id)
  const { line } = await detail(id)
  expect((await decide(id, 'remove')).status).toBe(200)
  expect(await linkStatus(couple, id)).toBe(404)
  const again = await publicPhoto(couple, bytes)
  expect(await linkStatus(other, again)).toBe(404)
  const [decision] = (await moderator.call(getCase, { params: { id: line.id } })).body.case
    .decisions
  await moderator.call(undoDecision, {
    params: { id: decision?.id ?? '' },
    body: { reason: 'Une autre personne.' },
  })
  expect(await linkStatus(other, again)).toBe(200)
})

test('ten at once hide three; a dismissed claim that is repeated hides nothing', async () => {
  const { couple, other } = await scene()
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await publicPhoto(couple))
  const statuses = (await Promise.all(ids.map((id) => claim(other, id)))).map((r) => r.status)
  expect(statuses.filter((s) => s === 201)).toHaveLength(3)
  const hidden = ids[statuses.indexOf(201)] ?? ''
  await decide(hidden, 'dismiss')
  t.clock.now += 25 * 3_600_000
  for (const one of [couple, other, moderator]) await renewToken(t, one)
  await openDesk(t, moderator)
  const again = await claim(other, hidden)
  expect([again.status, again.body.hidden]).toEqual([201, undefined])
  expect(await linkStatus(other, hidden)).toBe(200)
  // repeated, it is one report
  await claim(other, hidden)
  expect((await detail(hidden)).reports).toHaveLength(1)
})

test('other uploads of the same picture are hidden with it; a purged case leaves it hidden', async () => {
  const { couple, other } = await scene()
  const bytes = await pattern(4_217)
  const [id, twin] = [await publicPhoto(couple, bytes), await publicPhoto(couple, bytes)]
  expect((await claim(other, id)).body.hidden).toBe(true)
  expect(await linkStatus(other, twin)).toBe(404)
  expect((await decide(id, 'warn')).status).toBe(200)
  await t.ctx.db.deleteFrom('cases').where('subject_id', '=', id).execute()
  for (const one of [id, twin]) expect(await linkStatus(other, one)).toBe(404)
})

test('who still has to agree, or is gone, is not told that a photo is shown again', async () => {
  const { couple, other, anne, paul } = await scene()
  const [waits, gone] = [await publicPhoto(couple), await publicPhoto(couple)]
  for (const id of [waits, gone]) await claim(other, id)
  await couple.call(setPeople, {
    params: { id: waits },
    body: { people: 'named', shows: [anne, paul] },
  })
  await couple.call(deleteMedia, { params: { id: gone } })
  for (const id of [waits, gone]) await decide(id, 'dismiss')
  expect(await linkStatus(other, waits)).toBe(404)
  expect(await newsOf(couple)).not.toContainEqual(['photo_hidden', { why: 'freed' }])
})

test('a warning of its owner leaves it hidden', async () => {
  const { couple, other } = await scene()
  const id = await publicPhoto(couple)
  await claim(other, id)
  expect((await decide(id, 'warn')).status).toBe(200)
  expect(await linkStatus(other, id)).toBe(404)
})

test('three in 24 hours; no own photo, nothing but photos, and none that cannot be seen', async () => {
  const { couple, other } = await scene()
  const ids = await Promise.all([1, 2, 3, 4].map(() => publicPhoto(couple)))
  for (const id of ids.slice(0, 3)) expect((await claim(other, id)).status).toBe(201)
  const fourth = await claim(other, ids[3] ?? '')
  expect([fourth.status, codeOf(fourth)]).toEqual([429, 'claims_today'])
  expect(await linkStatus(other, ids[3] ?? '')).toBe(200)
  t.clock.now += 25 * 3_600_000
  for (const one of [couple, other, moderator]) await renewToken(t, one)
  await openDesk(t, moderator)
  expect((await claim(other, ids[3] ?? '')).status).toBe(201)
  const later = await t.member()
  const own = await publicPhoto(couple)
  expect(codeOf(await claim(couple, own))).toBe('own_account')
  const profile = { kind: 'profile', id: couple.accountId, reason: 'pictured' } as const
  expect((await later.call(report, { body: profile })).status).toBe(400)
  await couple.call(block, { params: { id: later.accountId } })
  expect((await claim(later, own)).status).toBe(404)
})
