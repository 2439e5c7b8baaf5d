import { beforeAll, expect, test } from 'vitest'
import type { Gender } from '#contract/common'
import { getProfile } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import { decideCase, getCase } from '#contract/staff/cases'
import { startVerification } from '#contract/verification'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { staffMember } from '../../support/world/staff'
import { picture, sendFile, upload } from '../../support/world/world'

const t = sharedApp()
let staff: readonly Member[]
beforeAll(async () => {
  staff = [await staffMember(t, 'tenanciere', 'operator'), await staffMember(t, 'veilleur')]
})

let n = 0
/** A member or a couple that has sent its photo; the case and the persons. */
const waiting = async (genders: readonly Gender[]) => {
  const one = await t.member(`duo_verif_${(n += 1)}`, genders)
  const { body } = await upload(one, await picture(n))
  await one.call(setAvatar, { body: { mediaId: body.media_id } })
  const request = (await one.call(startVerification)).body.id
  await sendFile(one, `/api/account/verification/${request}/photo`, await picture(99, 640, 480))
  const found = await t.ctx.db
    .selectFrom('cases')
    .where('subject_id', '=', request)
    .select('id')
    .executeTakeFirstOrThrow()
  return { one, id: found.id, persons: one.identityIds }
}
const verify = async (who: Member, id: string, persons: readonly string[]): Promise<number> => {
  const { line } = (await who.call(getCase, { params: { id } })).body.case
  const body = { version: line.version, measure: 'verify' as const, persons: [...persons] }
  return (await who.call(decideCase, { params: { id }, body })).status
}
const hasBadge = async (one: Member): Promise<boolean> => {
  const viewer = await t.member()
  const { badge } = (await viewer.call(getProfile, { params: { id: one.accountId } })).body
  return badge.verifiedOn !== null
}

test('a couple is verified only when each of the staff has recognised both faces', async () => {
  const [first, second] = staff as [Member, Member]
  const { one, id, persons } = await waiting(['woman', 'man'])
  const [a, b] = persons as [string, string]
  const shown = (await first.call(getCase, { params: { id } })).body.case.persons
  expect(shown.map((p) => p.id).toSorted()).toEqual([a, b].toSorted())
  for (const some of [[], [a], [b], [a, a], [a, first.accountId]])
    expect([some.length, await verify(first, id, some)]).toEqual([some.length, 400])
  expect(await verify(first, id, [a, b])).toBe(200)
  expect(await hasBadge(one)).toBe(false)
  for (const some of [[], [a], [b]]) expect(await verify(second, id, some)).toBe(400)
  expect(await verify(second, id, [b, a])).toBe(200)
  expect(await hasBadge(one)).toBe(true)
})

test('a partner who joins while the photo of one waits has to be on it', async () => {
  const [first] = staff as [Member, Member]
  const { one, id } = await waiting(['woman'])
  const identity = await t.ctx.db
    .selectFrom('identities')
    .where('account_id', '=', one.accountId)
    .selectAll()
    .executeTakeFirstOrThrow()
  await t.ctx.db
    .insertInto('identities')
    .values({ ...identity, id: newId(), is_primary: 0 })
    .execute()
  expect(await verify(first, id, [identity.id])).toBe(400)
})
