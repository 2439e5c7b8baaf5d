import { expect, test } from 'vitest'
import { deleteMedia } from '#contract/albums/albums'
import { addPublicPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { report } from '#contract/safety'
import { decideCase } from '#contract/staff/cases'
import { startVerification, withdrawVerification } from '#contract/verification'
import { liftDueSuspensions, applyModerationRetention } from '../../../../server/moderation/service'
import { EXCLUSION_END_MS, suspendAccount } from '../../../../server/moderation/suspension'
import { afterRead } from '../../../support/server/after-reads'
import { picture, sendFile, upload } from '../../../support/world/world'
import { DAY, decide, detail, later, moderator, reported, RULE, setUp, t } from '../cases-setup'

setUp()

test('an exclusion that is made while the job reads expired suspensions holds', async () => {
  const { bad, id } = await reported()
  await decide(moderator, id, 'suspend', { ...RULE, days: 7 })
  const exclude = () =>
    t.ctx.db
      .transaction()
      .execute((trx) => suspendAccount(trx, bad.accountId, EXCLUSION_END_MS, t.ctx.now()))
  await later(7 * DAY + 1, [], async () => {
    await liftDueSuspensions(afterRead(t.ctx, 'accounts', exclude))
    expect(
      await t.ctx.db
        .selectFrom('accounts')
        .where('id', '=', bad.accountId)
        .select(['suspended_until', 'deleted_at'])
        .executeTakeFirst(),
    ).toEqual({ suspended_until: EXCLUSION_END_MS, deleted_at: expect.any(Number) as number })
  })
})

/** The call, whose first transaction is chosen by PostgreSQL to end a deadlock. */
const deadlocked = async <T>(call: () => Promise<T>): Promise<T> => {
  const { db } = t.ctx
  const { transaction } = db
  const error = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  let isChosen = false
  db.transaction = () => {
    if (isChosen) return transaction.call(db)
    isChosen = true
    return { execute: () => Promise.reject(error) } as unknown as ReturnType<typeof transaction>
  }
  try {
    return await call()
  } finally {
    db.transaction = transaction
    expect(isChosen).toBe(true)
  }
}

test('what may deadlock on PostgreSQL is tried again', async () => {
  const { good, bad, id } = await reported()
  const made = () =>
    good.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'spam' } })
  expect((await deadlocked(made)).status).toBe(201)
  const { version } = (await detail(moderator, id)).line
  const body = { version, measure: 'warn' as const, ...RULE }
  const decided = () => moderator.call(decideCase, { params: { id }, body })
  expect((await deadlocked(decided)).status).toBe(200)
  const { media_id } = (await upload(good, await picture(5))).body
  const chosen = () => good.call(setAvatar, { body: { mediaId: media_id } })
  expect((await deadlocked(chosen)).status).toBe(200)
  const request = (await good.call(startVerification)).body.id
  const jpeg = await picture(99, 640, 480)
  const sent = () => sendFile(good, `/api/account/verification/${request}/photo`, jpeg)
  expect((await deadlocked(sent)).status).toBe(201)
  expect((await deadlocked(() => good.call(withdrawVerification))).status).toBe(200)
  const published = () => good.call(addPublicPhotos, { body: { media_ids: [media_id] } })
  expect((await deadlocked(published)).status).toBe(201)
  const removed = () => good.call(deleteMedia, { params: { id: media_id } })
  expect((await deadlocked(removed)).status).toBe(200)
  await deadlocked(() => applyModerationRetention(t.ctx))
})
