import { describe, expect, test } from 'vitest'
import { getProfile } from '#contract/profile/data'
import { block } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { MET_CODE_S, ownVerification, sayMet, showMetCode, unsayMet } from '#contract/verification'
import { isVerified, verifiedAmong } from '../../../server/access/verified'
import { expireVerificationRequests } from '../../../server/moderation/service'
import { testApp, type Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { meet, verify } from '../../support/world/met'
import { tapPublisher } from '../live-client'

const t = sharedApp()

/** A member verified by photo, who has met the other. */
const witnessOf = async (subject: Member): Promise<Member> => {
  const one = await t.member()
  await verify(t, one)
  await t.relate(one, subject)
  expect(await meet(one, subject)).toBe(200)
  return one
}
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

/** A verified member and a relation, both of whom may show a code. */
const pair = async () => {
  const other = await t.member()
  const verified = await t.member()
  await verify(t, verified)
  await t.relate(verified, other)
  return { verified, other }
}
const show = async (who: Member, to: Member) =>
  (await who.call(showMetCode, { params: { id: to.accountId } })).body
const say = async (who: Member, of: Member, code: string): Promise<unknown> => {
  const { status, body } = await who.call(sayMet, { params: { id: of.accountId }, body: { code } })
  return status === 200 ? 200 : [status, (body as { code?: string }).code]
}
const said = async (who: Member, of: Member) =>
  (await who.call(getProfile, { params: { id: of.accountId } })).body.badge.metByMe
const REFUSED = [403, 'met_code']
const another = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe('the code of a meeting', () => {
  test('is kept as a digest, valid for 30 s, and replaced by the next one', async () => {
    const { verified, other } = await pair()
    const { code, expiresAt } = await show(other, verified)
    expect(code).toMatch(/^\d{6}$/)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(t.ctx.now() + MET_CODE_S * 1000)
    const rows = await t.ctx.db.selectFrom('met_codes').selectAll().execute()
    expect(JSON.stringify(rows)).toContain(verified.accountId)
    expect(JSON.stringify(rows.map((r) => r.code_hash))).not.toContain(code)
    t.clock.now += MET_CODE_S * 1000
    expect(await say(verified, other, code)).toEqual(REFUSED)
    await expireVerificationRequests(t.ctx)
    expect(await t.ctx.db.selectFrom('met_codes').selectAll().execute()).toEqual([])
    const older = await show(other, verified)
    let newer = await show(other, verified)
    // one in a million is the same
    while (newer.code === older.code) newer = await show(other, verified)
    expect(await say(verified, other, older.code)).toEqual(REFUSED)
    expect(await said(verified, other)).toBe(false)
    expect(await say(verified, other, newer.code)).toBe(200)
    expect(await said(verified, other)).toBe(true)
  })

  test('serves once, also for two at the same instant', async () => {
    const { verified, other } = await pair()
    const { code } = await show(other, verified)
    const both = await Promise.all([say(verified, other, code), say(verified, other, code)])
    expect(both).toContainEqual(200)
    expect(both).toContainEqual(REFUSED)
    expect(await say(verified, other, code)).toEqual(REFUSED)
  })

  test('once it is used, who shows it is told, and nobody else; a wrong one is not told', async () => {
    const { verified, other } = await pair()
    const { code } = await show(other, verified)
    const tap = tapPublisher(t)
    expect(await say(verified, other, another(code))).toEqual(REFUSED)
    await t.ctx.bus.idle()
    expect(tap.events).toEqual([])
    expect(await say(verified, other, code)).toBe(200)
    await expect
      .poll(() =>
        tap.events.map(({ channel, data }) => ({
          channel,
          payload: (data as { payload: unknown }).payload,
        })),
      )
      .toEqual([
        {
          channel: `private-account-${other.accountId}`,
          payload: {
            accountId: other.accountId,
            withAccountId: verified.accountId,
            usedCode: true,
          },
        },
      ])
    tap.stop()
  })

  test('is for the one to whom it is shown: neither a third nor oneself', async () => {
    const { verified, other } = await pair()
    const third = await t.member()
    await verify(t, third)
    await t.relate(third, other)
    const { code } = await show(other, verified)
    expect(await say(third, other, code)).toEqual(REFUSED)
    expect(await say(other, verified, code)).toEqual(REFUSED)
    expect(await say(other, other, code)).toEqual([404, 'not_found'])
    expect(await say(verified, other, code)).toBe(200)
  })

  test('does not serve once the relation has ended, or across a block', async () => {
    for (const act of [endRelation, block]) {
      const { verified, other } = await pair()
      const { code } = await show(other, verified)
      await other.call(act, { params: { id: verified.accountId } })
      expect(await say(verified, other, code)).toEqual([404, 'not_found'])
      const again = await other.call(showMetCode, { params: { id: verified.accountId } })
      expect(again.status).toBe(404)
    }
  })

  test('speaks for both where both are verified, for the verified one else', async () => {
    const { verified, other } = await pair()
    expect(await meet(other, verified)).toBe(200)
    expect([await said(verified, other), await said(other, verified)]).toEqual([true, false])
    await verify(t, other)
    expect(await meet(other, verified)).toBe(200)
    expect([await said(verified, other), await said(other, verified)]).toEqual([true, true])
    const params = { id: verified.accountId }
    expect((await other.call(unsayMet, { params })).status).toBe(200)
    expect([await said(verified, other), await said(other, verified)]).toEqual([true, false])
  })

  test('is not found by trying: five attempts for one, ten in ten minutes for an account', async () => {
    const { verified, other } = await pair()
    const { code } = await show(other, verified)
    for (let by = 1; by <= 5; by += 1)
      expect(await say(verified, other, another(code, by))).toEqual(REFUSED)
    expect(await say(verified, other, code)).toEqual(REFUSED)
    const limited = await testApp({ RATE_FACTOR: '1' })
    try {
      const [one, two] = [await limited.member(), await limited.member()]
      const tries: number[] = []
      for (let i = 0; i < 11; i += 1)
        tries.push(
          (await one.call(sayMet, { params: { id: two.accountId }, body: { code: '000000' } }))
            .status,
        )
      expect(tries).toEqual([...Array<number>(10).fill(404), 429])
    } finally {
      await limited.close()
    }
  })
})
