import { DAY_MS } from '#contract/limits'
import type { Reply } from '#contract/route'
import {
  VERIFICATION_TAKE_S,
  VERIFICATION_TRIES,
  VERIFICATION_WAIT_DAYS,
  type ownVerification,
} from '#contract/verification'
import { meetingsOf, verifiedOf } from '../access/verified'
import type { Ctx, Viewer } from '../context'
import { countRows } from '../db/count'
import { isUniqueViolation, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { makeVariants } from '../media/service'
import { freeze, openCase, profileContent, readPhotos } from '../safety/service'
import { newId } from '../tokens'
import { iso } from '../iso'
import { contestable } from './contest'
import { drawGestures } from './gestures'
import { blurredOf, destroyProof, storeProof } from './proof'

// used by moderation and operator
export { answerRequest, lateCases, takeBack } from './answers'
export { refuserOf } from './contest'
export { tidyCodes } from './met'
export { openProof } from './proof'

type Request = Row<'verification_requests'>
/** Closed requests count as tries for this long, then they are deleted. */
export const REQUEST_DAYS = 30
/** As low as comments: no person is in danger. */
const PRIORITY = 3

const accountOf = (db: Conn, accountId: string): Promise<Row<'accounts'>> =>
  db.selectFrom('accounts').where('id', '=', accountId).selectAll().executeTakeFirstOrThrow()

const lastRequest = async (db: Conn, accountId: string): Promise<Request | undefined> =>
  db
    .selectFrom('verification_requests')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const refusedOf = async (db: Conn, accountId: string, now: number): Promise<number> =>
  countRows(
    db
      .selectFrom('verification_requests')
      .where('account_id', '=', accountId)
      .where('started_at', '>', now - REQUEST_DAYS * DAY_MS)
      .where('state', '=', 'refused'),
  )

const hasVerification = async (db: Conn, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('verifications')
    .where('account_id', '=', accountId)
    .select('account_id')
    .executeTakeFirst()) !== undefined

type Own = Reply<typeof ownVerification>
const stateOf = (
  request: Request | undefined,
  verifiedOn: number | undefined,
  hadOne: boolean,
  now: number,
): Own['state'] => {
  if (request?.state === 'waiting') return 'waiting'
  if (verifiedOn !== undefined) return 'verified'
  if (request?.state === 'started' && request.expires_at > now) return 'started'
  if (request?.state === 'refused' || request?.state === 'lapsed') return request.state
  return hadOne ? 'outdated' : 'none'
}

export const readOwn = async (ctx: Ctx, viewer: Viewer): Promise<Own> => {
  const { db } = ctx
  const now = ctx.now()
  const account = await accountOf(db, viewer.accountId)
  const request = await lastRequest(db, viewer.accountId)
  const verifiedOn = (await verifiedOf(db, [viewer.accountId], now)).get(viewer.accountId)
  const state = stateOf(request, verifiedOn, await hasVerification(db, viewer.accountId), now)
  return {
    state,
    verifiedOn: verifiedOn === undefined ? null : iso(verifiedOn),
    words: state === 'refused' ? (request?.words ?? null) : null,
    meetings: await meetingsOf(db, viewer.accountId, now),
    photoless: (await profileContent(db, account, now)).mediaIds.length === 0,
    exhausted: (await refusedOf(db, viewer.accountId, now)) >= VERIFICATION_TRIES,
    mayContest: (await contestable(db, viewer.accountId)) !== undefined,
  }
}

/**
 * Draws gestures; a photo that was begun before is forgotten. Fails with `conflict` while one waits
 * or the account is verified, or without a refusal to contest, `verification_photoless`,
 * `verification_exhausted`.
 */
export const start = async (
  ctx: Ctx,
  viewer: Viewer,
  isContest = false,
): Promise<{ id: string; gestures: string[]; expiresAt: string }> => {
  const own = await readOwn(ctx, viewer)
  if (own.state === 'waiting' || own.state === 'verified') fail('conflict')
  if (own.photoless) fail('verification_photoless')
  const refused = isContest ? await contestable(ctx.db, viewer.accountId) : undefined
  if (isContest && !refused) fail('conflict')
  if (own.exhausted && !refused) fail('verification_exhausted')
  const now = ctx.now()
  const gestures = drawGestures()
  const row = {
    id: newId(),
    account_id: viewer.accountId,
    gestures: JSON.stringify(gestures),
    media_ids: '[]',
    state: 'started' as const,
    words: null,
    started_at: now,
    expires_at: now + VERIFICATION_TAKE_S * 1000,
    closed_at: null,
    contests: refused?.id ?? null,
    // kept here too: the refused request is deleted before this one may be
    refused_by: refused?.refused_by ?? null,
  }
  await ctx.db
    .transaction()
    .execute(async (trx) => {
      await trx
        .deleteFrom('verification_requests')
        .where('account_id', '=', viewer.accountId)
        .where('state', '=', 'started')
        .execute()
      await trx.insertInto('verification_requests').values(row).execute()
    })
    // another tab was faster
    .catch((error: unknown) =>
      isUniqueViolation(error) ? fail('conflict') : Promise.reject(error as Error),
    )
  return { id: row.id, gestures: [...gestures], expiresAt: iso(row.expires_at) }
}

/**
 * Stores the photo in a case of its own, beside copies of the profile's photos. Fails with `not_found`
 * for a request of another account, `conflict` when it was sent before, `verification_late`.
 */
export const sendPhoto = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  bytes: Buffer,
): Promise<void> => {
  const { full: jpeg } = await makeVariants(bytes, viewer.accountId)
  const blurred = await blurredOf(jpeg)
  const account = await accountOf(ctx.db, viewer.accountId)
  const profile = await profileContent(ctx.db, account, ctx.now())
  if (profile.mediaIds.length === 0) fail('verification_photoless')
  const photos = await readPhotos(ctx, profile.mediaIds)
  const now = ctx.now()
  const caseId = await ctx.db.transaction().execute(async (trx) => {
    const request =
      (await trx
        .selectFrom('verification_requests')
        .where('id', '=', id)
        .where('account_id', '=', viewer.accountId)
        .selectAll()
        .forUpdate()
        .executeTakeFirst()) ?? fail('not_found')
    if (request.state !== 'started') fail('conflict')
    if (request.expires_at <= now) fail('verification_late')
    await trx
      .updateTable('verification_requests')
      .set({
        state: 'waiting',
        media_ids: JSON.stringify(profile.mediaIds),
        expires_at: now + VERIFICATION_WAIT_DAYS * DAY_MS,
      })
      .where('id', '=', id)
      .execute()
    const opened = await openCase(
      trx,
      {
        kind: 'verification',
        subject_kind: 'verification',
        subject_id: id,
        account_id: viewer.accountId,
        priority: PRIORITY,
      },
      now,
    )
    const gestures = JSON.parse(request.gestures) as unknown
    await storeProof(trx, opened.id, id, { gestures }, { jpeg, blurred }, now)
    await freeze(trx, opened.id, profile, photos, now)
    return opened.id
  })
  ctx.bus.emit('case.changed', { caseId })
}

/** Deletes requests without a photo after their time, and answered ones after 30 days. */
export const tidyRequests = async (db: Conn, now: number): Promise<void> => {
  await db
    .deleteFrom('verification_requests')
    .where('state', '=', 'started')
    .where('expires_at', '<=', now)
    .execute()
  await db
    .deleteFrom('verification_requests')
    .where('closed_at', '<=', now - REQUEST_DAYS * DAY_MS)
    .execute()
}

/** Ends a request that waits, with its case and photo, else the verification. Idempotent. */
export const withdraw = async (ctx: Ctx, viewer: Viewer): Promise<void> => {
  const closed = await ctx.db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('verification_requests')
      .where('account_id', '=', viewer.accountId)
      .where('state', 'in', ['started', 'waiting'])
      .returning(['id', 'state'])
      .execute()
    if (ended.length === 0)
      for (const table of ['verifications', 'verification_photos'] as const)
        await trx.deleteFrom(table).where('account_id', '=', viewer.accountId).execute()
    const cases = await trx
      .selectFrom('cases')
      .where('subject_kind', '=', 'verification')
      .where('subject_id', 'in', ['', ...ended.map((r) => r.id)])
      .select('id')
      .execute()
    for (const { id } of cases) {
      await destroyProof(trx, id)
      await trx.deleteFrom('cases').where('id', '=', id).execute()
    }
    return cases
  })
  for (const { id } of closed) ctx.bus.emit('case.changed', { caseId: id })
}
