import { describe, expect, test } from 'vitest'
import { getCase, listCases } from '#contract/staff/cases'
import { openEvidencePhoto } from '#contract/staff/evidence'
import {
  startVerification,
  VERIFICATION_DRAWS,
  VERIFICATION_TAKE_S,
  VERIFICATION_WAIT_DAYS,
  withdrawVerification,
} from '#contract/verification'
import { expireVerificationRequests } from '../../../server/moderation/service'
import { purgeAccount } from '../../../server/life/deletion'
import { submitPhoto } from '../../../server/verification/service'
import type { Member } from '../../support/server/server'
import { afterRead } from '../../support/server/after-reads'
import { picture } from '../../support/world/world'
import {
  setUp,
  DAY,
  t,
  operator,
  moderator,
  member,
  own,
  send,
  ask,
  caseOf,
  decide,
  badgeOf,
  later,
} from './verification-setup'

setUp()

const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
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
/** The ten minutes of the member's request are over. */
const late = (one: Member) =>
  t.ctx.db
    .updateTable('verification_requests')
    .set({ expires_at: t.ctx.now() })
    .where('account_id', '=', one.accountId)
    .where('state', '=', 'started')
    .execute()
const GONE = { payloads: 0, photos: [], keys: [] }

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

  test('is not stored for a session that ended during the upload', async () => {
    const one = await member()
    const { id } = (await one.call(startVerification)).body
    const { id: sessionId } = await t.ctx.db
      .selectFrom('sessions')
      .where('user_id', '=', one.userId)
      .select('id')
      .executeTakeFirstOrThrow()
    const { accountId, identityIds, userId } = one
    const viewer = { userId, sessionId, accountId, identityId: null, identityIds }
    const end = () =>
      t.ctx.db
        .updateTable('sessions')
        .set({ ended_at: t.ctx.now() })
        .where('id', '=', sessionId)
        .execute()
    await expect(
      submitPhoto(afterRead(t.ctx, 'identities', end), viewer, id, await picture(98, 640, 480)),
    ).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await caseOf(id)).toBeUndefined()
  })

  test('gestures are not drawn again while their photo may be taken', async () => {
    const one = await member()
    const drawn = (await one.call(startVerification)).body
    for (let i = 0; i < 4; i += 1) {
      await one.call(withdrawVerification)
      const { gestures, expiresAt } = (await one.call(startVerification)).body
      expect([gestures, expiresAt]).toEqual([drawn.gestures, drawn.expiresAt])
    }
    await later(VERIFICATION_TAKE_S * 1000 + 1, [one], async () => {
      const { expiresAt } = (await one.call(startVerification)).body
      expect(Date.parse(expiresAt)).toBeGreaterThan(t.ctx.now())
    })
  })

  test('gestures are drawn six times a month, whatever becomes of the photo', async () => {
    const one = await member()
    const begun = async () => (await one.call(startVerification)).body.id
    for (let i = 0; i < VERIFICATION_DRAWS; i += 1) {
      const id = await ask(one)
      await one.call(withdrawVerification)
      expect(await caseOf(id)).toBeUndefined()
      // nor does the daily job forget a draw
      await expireVerificationRequests(t.ctx)
    }
    expect(await own(one)).toMatchObject({ state: 'none', exhausted: true })
    expect(codeOf(await one.call(startVerification))).toBe('verification_exhausted')
    await later(31 * DAY, [one], async () => {
      await expireVerificationRequests(t.ctx)
      expect(await own(one)).toMatchObject({ exhausted: false })
      // nor do those that are never sent
      for (let i = 0; i < VERIFICATION_DRAWS; i += 1) {
        await begun()
        expect(await own(one)).toMatchObject({ state: 'started', exhausted: false })
        await late(one)
      }
      expect(codeOf(await one.call(startVerification))).toBe('verification_exhausted')
    })
  })

  test('without an answer it is destroyed within a minute of its day', async () => {
    const one = await member()
    const id = await ask(one)
    const day = VERIFICATION_WAIT_DAYS * DAY
    await later(day - 60_000, [one], () => t.app.jobs.run())
    expect((await proofOf(id)).photos).not.toEqual([])
    await later(day, [one], async () => {
      await t.app.jobs.tick()
    })
    expect(await proofOf(id)).toMatchObject(GONE)
  })

  test('an answer that is given while the job reads late requests stays', async () => {
    const one = await member()
    const id = await ask(one)
    await later(VERIFICATION_WAIT_DAYS * DAY, [one], async () => {
      const refuse = async () => {
        expect((await decide(moderator, id, 'refuse', 'Trop sombre')).status).toBe(200)
      }
      await expireVerificationRequests(afterRead(t.ctx, 'cases', refuse))
    })
    const { measure } = await t.ctx.db
      .selectFrom('cases')
      .where('subject_id', '=', id)
      .select('measure')
      .executeTakeFirstOrThrow()
    expect(measure).toBe('refuse')
  })

  test('two tabs draw at once: both have the same gestures', async () => {
    const one = await member()
    const answers = await Promise.all([one.call(startVerification), one.call(startVerification)])
    expect(answers.map((a) => a.status)).toEqual([201, 201])
    expect(answers[0].body).toEqual(answers[1].body)
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
    await purgeAccount(t.ctx, leaves.accountId)
    await later(VERIFICATION_WAIT_DAYS * DAY, [waits], async () => {
      await expireVerificationRequests(t.ctx)
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
