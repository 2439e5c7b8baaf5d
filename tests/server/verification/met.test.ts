import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import { block } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { ownVerification, sayMet } from '#contract/verification'
import { isVerified, verifiedAmong } from '../../../server/access/verified'
import { createRelation } from '../../../server/relations/service'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let seed = 0
/** A member verified by photo, who has met the other. */
const witnessOf = async (subject: Member): Promise<Member> => {
  const one = await t.member()
  const { media_id } = (await upload(one, await picture((seed += 1)))).body
  await one.call(setAvatar, { body: { mediaId: media_id } })
  const { db, now } = t.ctx
  const { accountId: account_id } = one
  const found = { verified_on: now(), identities: JSON.stringify(one.identityIds) }
  await db
    .insertInto('verifications')
    .values({ account_id, ...found })
    .execute()
  await db.insertInto('verification_photos').values({ account_id, media_id }).execute()
  await relate(one, subject)
  const params = { id: subject.accountId }
  expect((await one.call(sayMet, { params, body: { met: true } })).status).toBe(200)
  return one
}
const relate = (a: Member, b: Member) =>
  t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))

test('«rencontrés en vrai» counts relations: who ended it, or blocks the member, vouches no longer', async () => {
  const [subject, viewer] = [await t.member(), await t.member()]
  const witnesses = []
  for (let i = 0; i < 4; i += 1) witnesses.push(await witnessOf(subject))
  const [ended, blocker, third] = witnesses as [Member, Member, Member]
  const params = { id: subject.accountId }
  const counted = async () => ({
    badge: (await viewer.call(getProfile, { params })).body.badge.met,
    own: (await subject.call(ownVerification)).body.meetings,
    is: await isVerified(t.ctx.db, subject.accountId, t.ctx.now()),
    among: (await verifiedAmong(t.ctx.db, [subject.accountId], t.ctx.now())).size,
  })
  expect(await counted()).toEqual({ badge: 4, own: 4, is: true, among: 1 })
  await ended.call(endRelation, { params })
  expect(await counted()).toEqual({ badge: 3, own: 3, is: true, among: 1 })
  await blocker.call(block, { params })
  expect(await counted()).toEqual({ badge: 2, own: 2, is: true, among: 1 })
  // as for the subject, whoever of the two ends it
  await subject.call(endRelation, { params: { id: third.accountId } })
  expect(await counted()).toEqual({ badge: 0, own: 1, is: false, among: 0 })
})
