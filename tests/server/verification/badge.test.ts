import { describe, expect, test } from 'vitest'
import { addPublicPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { updatePreferences } from '#contract/settings'
import { endVerification } from '#contract/staff/members'
import { unsayMet, VERIFIED_DAYS, withdrawVerification } from '#contract/verification'
import { startConversation } from '#contract/messaging/messages'
import { type Member } from '../../support/server/server'
import { meet } from '../../support/world/met'
import { picture, upload } from '../../support/world/world'
import {
  setUp,
  DAY,
  t,
  operator,
  moderator,
  member,
  own,
  ask,
  decide,
  badgeOf,
  later,
} from './verification-setup'

setUp()

const verify = async (one: Member): Promise<void> => {
  const id = await ask(one)
  await decide(moderator, id, 'verify')
  expect((await decide(operator, id, 'verify')).status).toBe(200)
  expect((await own(one)).state).toBe('verified')
}

describe('a badge', () => {
  test('falls with the compared photos, new persons, a suspension, and after two years', async () => {
    const [one, viewer] = [await member(), await member()]
    await verify(one)
    const isShown = async () => (await badgeOf(viewer, one)).verifiedOn !== null
    expect(await isShown()).toBe(true)
    const { db } = t.ctx
    await db
      .updateTable('verifications')
      .set({ identities: '["somebody-else"]' })
      .where('account_id', '=', one.accountId)
      .execute()
    expect(await isShown()).toBe(false)
    expect((await own(one)).state).toBe('outdated')
    await db
      .updateTable('verifications')
      .set({ identities: JSON.stringify(one.identityIds.toSorted()) })
      .where('account_id', '=', one.accountId)
      .execute()
    await later(VERIFIED_DAYS * DAY, [viewer], async () => expect(await isShown()).toBe(false))
    // the photo stays as a public one: it is still on the profile
    const avatar = await db
      .selectFrom('accounts')
      .where('id', '=', one.accountId)
      .select('avatar_media_id')
      .executeTakeFirstOrThrow()
    await one.call(addPublicPhotos, { body: { media_ids: [avatar.avatar_media_id ?? ''] } })
    const { body } = await upload(one, await picture(200))
    await one.call(setAvatar, { body: { mediaId: body.media_id } })
    expect(await isShown()).toBe(true)
    await db.deleteFrom('profile_photos').where('account_id', '=', one.accountId).execute()
    expect(await isShown()).toBe(false)
  })

  test('is taken back by an operator, with a reason; the member hears of it', async () => {
    const [one, viewer] = [await member(), await member()]
    await verify(one)
    const body = { reason: 'Ce n’est pas cette personne' }
    const end = (staff: Member) =>
      staff.call(endVerification, { params: { id: one.accountId }, body })
    expect((await end(moderator)).status).toBe(404)
    expect((await end(operator)).status).toBe(200)
    expect((await end(operator)).status).toBe(409)
    expect((await badgeOf(viewer, one)).verifiedOn).toBeNull()
    expect(await own(one)).toMatchObject({
      state: 'refused',
      words: 'L’équipe a retiré la vérification de votre profil.',
    })
    const logged = await t.ctx.db
      .selectFrom('audit_log')
      .where('act', '=', 'account.verification_ended')
      .where('target_id', '=', one.accountId)
      .select('detail')
      .executeTakeFirstOrThrow()
    expect(logged.detail).toContain(body.reason)
  })

  test('«rencontrés en vrai»: two relations verified by photo say so, each of them once', async () => {
    const [subject, a, b, bare] = [await member(), await member(), await member(), await member()]
    await verify(a)
    await verify(b)
    for (const one of [a, bare]) await t.relate(subject, one)
    // without photo check, without relation, of oneself
    for (const who of [bare, b, subject]) expect(await meet(who, subject)).toBe(404)
    for (const _ of [1, 2]) expect(await meet(a, subject)).toBe(200)
    expect((await badgeOf(a, subject)).met).toBe(0)
    await t.relate(subject, b)
    // whichever of the two shows the code
    expect(await meet(subject, b)).toBe(200)
    expect(await badgeOf(bare, subject)).toMatchObject({ met: 2, metByMe: false, mayMeet: false })
    expect(await badgeOf(a, subject)).toMatchObject({ metByMe: true, mayMeet: false })
    expect(await badgeOf(subject, a)).toMatchObject({ metByMe: false, mayMeet: true })
    // who no longer is verified no longer counts
    await b.call(withdrawVerification)
    expect((await badgeOf(a, subject)).met).toBe(0)
    await a.call(unsayMet, { params: { id: subject.accountId } })
    expect(await badgeOf(a, subject)).toMatchObject({ metByMe: false, mayMeet: true })
  })
})

test('«membres vérifiés» may write, and relations; refused looks like a missing member', async () => {
  const [owner, verified, friend, stranger] = [
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  await verify(verified)
  await t.relate(owner, friend)
  await owner.call(updatePreferences, { body: { contact: 'verified' } })
  const begin = async (who: Member) =>
    (await who.call(startConversation, { body: { handle: owner.handle } })).status
  expect(await begin(verified)).toBe(200)
  expect(await begin(friend)).toBe(200)
  expect(await begin(stranger)).toBe(404)
})

test('the gate of «membres vérifiés» closes with the verification, and counts who was met', async () => {
  const [owner, writer, a, b] = [await member(), await member(), await member(), await member()]
  const begin = async (who: Member) =>
    (await who.call(startConversation, { body: { handle: owner.handle } })).status
  await verify(writer)
  // an empty discussion from before does not open the gate
  expect(await begin(writer)).toBe(200)
  await owner.call(updatePreferences, { body: { contact: 'verified' } })
  expect(await begin(writer)).toBe(200)
  await writer.call(withdrawVerification)
  expect(await begin(writer)).toBe(404)
  for (const one of [a, b]) {
    await verify(one)
    await t.relate(writer, one)
    expect(await meet(one, writer)).toBe(200)
  }
  expect(await begin(writer)).toBe(200)
  await b.call(unsayMet, { params: { id: writer.accountId } })
  expect(await begin(writer)).toBe(404)
})
