import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPublicPhotos } from '#contract/profile/photos'
import { getProfile } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import { updatePreferences } from '#contract/settings'
import { decideCase, getCase, listCases } from '#contract/staff/cases'
import { openEvidencePhoto } from '#contract/staff/evidence'
import { endVerification } from '#contract/staff/members'
import type { Measure } from '#contract/staff/measures'
import {
  ownVerification,
  startVerification,
  unsayMet,
  VERIFICATION_TAKE_S,
  VERIFICATION_WAIT_DAYS,
  VERIFIED_DAYS,
  withdrawVerification,
} from '#contract/verification'
import { startConversation } from '#contract/messaging/messages'
import { tidyVerifications } from '../../../server/moderation/service'
import { purgeDue } from '../../../server/life/deletion'
import { testApp, type Client, type Member, type TestApp } from '../../support/server/server'
import { meet } from '../../support/world/met'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { picture, sendFile, upload } from '../../support/world/world'

const DAY = 86_400_000
let t: TestApp
let operator: Member
let moderator: Member
let n = 0
beforeAll(async () => {
  t = await testApp()
  operator = await staffMember(t, 'tenanciere', 'operator')
  moderator = await staffMember(t, 'veilleur')
})
afterAll(() => t.close())

const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
/** A member with a photo as avatar. */
const member = async (): Promise<Member> => {
  const one = await t.member(`verif_${(n += 1)}`)
  const { body } = await upload(one, await picture(n))
  await one.call(setAvatar, { body: { mediaId: body.media_id } })
  return one
}
const relate = async (a: Member, b: Member): Promise<void> => {
  for (const [x, y] of [
    [a, b],
    [b, a],
  ] as const)
    await t.ctx.db
      .insertInto('relations')
      .values({
        account_id: x.accountId,
        with_account_id: y.accountId,
        created_at: t.ctx.now(),
        origin: 'link',
      })
      .execute()
}
const own = async (one: Member) => (await one.call(ownVerification)).body
const send = (one: Client, id: string, bytes: Buffer) =>
  sendFile(one, `/api/account/verification/${id}/photo`, bytes)
/** Asks, with a photo; returns the request's id. */
const ask = async (one: Member): Promise<string> => {
  const { body } = await one.call(startVerification)
  const sent = await send(one, body.id, await picture(99, 640, 480))
  expect(sent.status).toBe(201)
  return body.id
}
const caseOf = async (requestId: string) =>
  t.ctx.db
    .selectFrom('cases')
    .where('subject_id', '=', requestId)
    .select(['id', 'version', 'state'])
    .executeTakeFirst()
const decide = async (
  staff: Member,
  requestId: string,
  measure: Measure,
  facts = '',
): Promise<{ status: number; body: unknown }> => {
  const found = await caseOf(requestId)
  return staff.call(decideCase, {
    params: { id: found?.id ?? '' },
    body: { version: found?.version ?? 1, measure, facts },
  })
}
const verify = async (one: Member): Promise<void> => {
  const id = await ask(one)
  await decide(moderator, id, 'verify')
  expect((await decide(operator, id, 'verify')).status).toBe(200)
  expect((await own(one)).state).toBe('verified')
}
const badgeOf = async (viewer: Member, of: Member) =>
  (await viewer.call(getProfile, { params: { id: of.accountId } })).body.badge
/** Everything stored of a request's photo. */
const proofOf = async (requestId: string) => {
  const { db } = t.ctx
  const found = await caseOf(requestId)
  const evidence = await db
    .selectFrom('evidence')
    .where('case_id', '=', found?.id ?? '')
    .select(['id', 'payload', 'kind'])
    .execute()
  const ids = ['', ...evidence.map((e) => e.id)]
  return {
    payloads: evidence.filter((e) => e.payload !== null).length,
    photos: await db
      .selectFrom('evidence_photos')
      .where('evidence_id', 'in', ids)
      .selectAll()
      .execute(),
    keys: await db.selectFrom('proof_keys').where('evidence_id', 'in', ids).selectAll().execute(),
    proof: evidence.find((e) => e.kind === 'verification')?.id ?? '',
  }
}
const GONE = { payloads: 0, photos: [], keys: [] }
const later = async (ms: number, members: readonly Member[], act: () => Promise<void>) => {
  t.clock.now += ms
  for (const one of members) await renewToken(t, one)
  for (const one of [operator, moderator]) {
    await renewToken(t, one)
    await openDesk(t, one)
  }
  try {
    await act()
  } finally {
    t.clock.now -= ms
    for (const one of [...members, operator, moderator]) await renewToken(t, one)
  }
}

describe('a photo with a gesture', () => {
  test('is compared by two of the team, gives a badge, and is destroyed with their answer', async () => {
    const [one, viewer] = [await member(), await member()]
    const id = await ask(one)
    expect((await own(one)).state).toBe('waiting')
    const { cases } = (await moderator.call(listCases, { query: { kind: 'verification' } })).body
    expect(cases.map((c) => c.account?.id)).toContain(one.accountId)
    const before = await proofOf(id)
    expect(before).toMatchObject({ payloads: 2, keys: [{ evidence_id: before.proof }] })
    const detail = (await moderator.call(getCase, { params: { id: (await caseOf(id))?.id ?? '' } }))
      .body.case
    expect(detail.measures).toEqual(['verify', 'refuse'])
    expect(detail.evidence.map((e) => [e.kind, e.photos.length])).toEqual([
      ['verification', 1],
      ['profile', 1],
    ])

    expect((await decide(moderator, id, 'verify')).body).toMatchObject({ waiting: true })
    expect((await own(one)).state).toBe('waiting')
    // the same person twice is not two
    expect((await decide(moderator, id, 'verify')).body).toMatchObject({ waiting: true })
    expect((await decide(operator, id, 'verify')).body).toMatchObject({ waiting: false })

    expect(await own(one)).toMatchObject({ state: 'verified', words: null })
    expect(await proofOf(id)).toMatchObject(GONE)
    const { verifiedOn } = await badgeOf(viewer, one)
    expect(Date.parse(verifiedOn ?? '') % DAY).toBe(0)
    const news = await t.ctx.db
      .selectFrom('news')
      .where('account_id', '=', one.accountId)
      .select('news_type')
      .execute()
    expect(news).toEqual([{ news_type: 'verification_answered' }])
  })

  test('is stored encrypted, opened by staff only, and each look is logged', async () => {
    const one = await member()
    const id = await ask(one)
    const { proof, photos } = await proofOf(id)
    const stored = Buffer.from(photos.find((p) => p.evidence_id === proof)?.jpeg ?? '', 'base64')
    expect(stored.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
    const params = { id: proof, position: '0' as never }
    expect((await one.call(openEvidencePhoto, { params, body: { reason: 'voir' } })).status).toBe(
      404,
    )
    const opened = await moderator.call(openEvidencePhoto, { params, body: { reason: 'Comparer' } })
    const bytes = Buffer.from(opened.body.url?.split(',')[1] ?? '', 'base64')
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    const looks = await t.ctx.db
      .selectFrom('audit_log')
      .where('act', '=', 'evidence.photo_opened')
      .where('target_id', '=', proof)
      .select('who')
      .execute()
    expect(looks).toEqual([{ who: 'veilleur' }])
    // as in a restored backup, which holds no key
    await t.ctx.db.deleteFrom('proof_keys').where('evidence_id', '=', proof).execute()
    expect(
      (await moderator.call(openEvidencePhoto, { params, body: { reason: 'Comparer' } })).status,
    ).toBe(404)
    await one.call(withdrawVerification)
  })

  test('is refused with words; after three refusals in a month nobody asks again', async () => {
    const one = await member()
    for (const attempt of [1, 2, 3]) {
      const id = await ask(one)
      expect(codeOf(await decide(moderator, id, 'refuse'))).toBe('measure_invalid')
      expect((await decide(moderator, id, 'refuse', `Trop sombre ${attempt}`)).status).toBe(200)
      expect(await own(one)).toMatchObject({ state: 'refused', words: `Trop sombre ${attempt}` })
      expect(await proofOf(id)).toMatchObject(GONE)
    }
    expect(codeOf(await one.call(startVerification))).toBe('verification_exhausted')
    await later(31 * DAY, [one], async () => {
      expect((await one.call(startVerification)).status).toBe(201)
    })
  })

  test('needs a photo to compare with, its own request, and ten minutes at most', async () => {
    const bare = await t.member('sans_photo')
    expect(codeOf(await bare.call(startVerification))).toBe('verification_photoless')
    const [one, other] = [await member(), await member()]
    const { id } = (await one.call(startVerification)).body
    const jpeg = await picture(5)
    expect((await send(other, id, jpeg)).status).toBe(404)
    expect((await send(one, id, Buffer.from('no picture'))).status).toBe(400)
    await later(VERIFICATION_TAKE_S * 1000 + 1, [one], async () => {
      expect(codeOf(await send(one, id, jpeg))).toBe('verification_late')
    })
    expect((await send(one, id, jpeg)).status).toBe(201)
    expect((await send(one, id, jpeg)).status).toBe(409)
    expect(codeOf(await one.call(startVerification))).toBe('conflict')
  })

  test('two tabs draw at once: one request is left', async () => {
    const one = await member()
    const answers = await Promise.all([one.call(startVerification), one.call(startVerification)])
    const statuses = answers.map((a) => a.status)
    expect(statuses).toContain(201)
    expect(statuses.filter((s) => s !== 201 && s !== 409)).toEqual([])
    const rows = await t.ctx.db
      .selectFrom('verification_requests')
      .where('account_id', '=', one.accountId)
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('a withdrawn request, a deleted account and seven days without answer destroy it', async () => {
    const [quits, leaves, waits] = [await member(), await member(), await member()]
    const [quit, left, waited] = [await ask(quits), await ask(leaves), await ask(waits)]
    const kept = [await proofOf(quit), await proofOf(left), await proofOf(waited)]
    await quits.call(withdrawVerification)
    await t.ctx.db
      .updateTable('accounts')
      .set({ deletes_at: t.ctx.now() - 1 })
      .where('id', '=', leaves.accountId)
      .execute()
    await purgeDue(t.ctx)
    await later(VERIFICATION_WAIT_DAYS * DAY, [waits], async () => {
      await tidyVerifications(t.ctx)
      expect((await own(waits)).state).toBe('lapsed')
      expect((await caseOf(waited))?.state).toBe('decided')
    })
    for (const { proof } of kept) {
      const stored = await t.ctx.db
        .selectFrom('evidence_photos')
        .where('evidence_id', '=', proof)
        .select('position')
        .execute()
      expect(stored).toEqual([])
    }
    expect((await own(quits)).state).toBe('none')
  })
})

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
    for (const one of [a, bare]) await relate(subject, one)
    // without photo check, without relation, of oneself
    for (const who of [bare, b, subject]) expect(await meet(who, subject)).toBe(404)
    for (const _ of [1, 2]) expect(await meet(a, subject)).toBe(200)
    expect((await badgeOf(a, subject)).met).toBe(0)
    await relate(subject, b)
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
  await relate(owner, friend)
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
    await relate(writer, one)
    expect(await meet(one, writer)).toBe(200)
  }
  expect(await begin(writer)).toBe(200)
  await b.call(unsayMet, { params: { id: writer.accountId } })
  expect(await begin(writer)).toBe(404)
})
