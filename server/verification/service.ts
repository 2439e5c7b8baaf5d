import { DAY_MS } from '#contract/limits'
import type { Reply } from '#contract/route'
import {
  VERIFICATION_DRAWS,
  VERIFICATION_TAKE_S,
  VERIFICATION_TRIES,
  VERIFICATION_WAIT_DAYS,
  type ownVerification,
} from '#contract/verification'
import { countMeetings, verificationDates } from '../access/verified'
import type { Ctx, Viewer } from '../context'
import { countRows } from '../db/count'
import { isUniqueViolation, lockPair, retryOnDeadlock, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { isSessionOf, makeVariants } from '../media/service'
import { freezeContent, openCase, profileContent, readPhotos } from '../safety/service'
import { newId } from '../tokens'
import { iso } from '../iso'
import { deleteRequestCases } from './answers'
import { contestableRefusal } from './contest'
import { drawGestures } from './gestures'
import { blurPhoto, storeProof } from './proof'

// used by parting, moderation and operator
export {
  answerVerificationRequest,
  deleteRequestCases,
  overdueCases,
  revokeVerification,
} from './answers'
export { refuserOf } from './contest'
export { deleteExpiredMetCodes } from './met'
export { openProof } from './proof'

type Request = Row<'verification_requests'>
/** Closed requests count as tries and as draws for this long, then they are deleted. */
export const REQUEST_DAYS = 30
/** As low as comments: no person is in danger. */
const PRIORITY = 3

const accountOf = (db: Conn, accountId: string): Promise<Row<'accounts'>> =>
  db.selectFrom('accounts').where('id', '=', accountId).selectAll().executeTakeFirstOrThrow()

const lastRequest = async (db: Conn, accountId: string): Promise<Request | undefined> =>
  db
    .selectFrom('verification_requests')
    .where('account_id', '=', accountId)
    .where('state', '!=', 'dropped')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const recentOf = (db: Conn, accountId: string, now: number) =>
  db
    .selectFrom('verification_requests')
    .where('account_id', '=', accountId)
    .where('started_at', '>', now - REQUEST_DAYS * DAY_MS)
const refusedOf = (db: Conn, accountId: string, now: number): Promise<number> =>
  countRows(recentOf(db, accountId, now).where('state', '=', 'refused'))
const drawnOf = (db: Conn, accountId: string, now: number): Promise<number> =>
  countRows(recentOf(db, accountId, now))

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

export const readOwnVerification = async (ctx: Ctx, viewer: Viewer): Promise<Own> => {
  const { db } = ctx
  const now = ctx.now()
  const account = await accountOf(db, viewer.accountId)
  const request = await lastRequest(db, viewer.accountId)
  const verifiedOn = (await verificationDates(db, [viewer.accountId], now)).get(viewer.accountId)
  const state = stateOf(request, verifiedOn, await hasVerification(db, viewer.accountId), now)
  return {
    state,
    verifiedOn: verifiedOn === undefined ? null : iso(verifiedOn),
    words: state === 'refused' ? (request?.words ?? null) : null,
    meetings: await countMeetings(db, viewer.accountId, now),
    photoless: (await profileContent(db, account, now)).mediaIds.length === 0,
    exhausted:
      (await refusedOf(db, viewer.accountId, now)) >= VERIFICATION_TRIES ||
      // the last draw may be used as long as it lasts
      (state !== 'started' && (await drawnOf(db, viewer.accountId, now)) >= VERIFICATION_DRAWS),
    mayContest: (await contestableRefusal(db, viewer.accountId)) !== undefined,
  }
}

/** `accountId` null: of all accounts. */
const dropLate = async (db: Conn, now: number, accountId: string | null = null): Promise<void> => {
  await db
    .updateTable('verification_requests')
    .set((eb) => ({ state: 'dropped', closed_at: eb.ref('expires_at') }))
    .where('state', '=', 'started')
    .where('expires_at', '<=', now)
    .$if(accountId !== null, (q) => q.where('account_id', '=', accountId ?? ''))
    .execute()
}

/**
 * Draws gestures, or gives the same ones again while their ten minutes last. Every draw counts, also
 * when its photo was withdrawn or never sent: drawn again until they suit a prepared photo, gestures
 * would prove nothing. Fails with `conflict` while a photo waits or the
 * account is verified, or without a refusal to contest, `verification_photoless`,
 * `verification_exhausted`.
 */
export const startVerificationRequest = async (
  ctx: Ctx,
  viewer: Viewer,
  isContest = false,
): Promise<{ id: string; gestures: string[]; expiresAt: string }> => {
  const own = await readOwnVerification(ctx, viewer)
  if (own.state === 'waiting' || own.state === 'verified') fail('conflict')
  if (own.photoless) fail('verification_photoless')
  const refused = isContest ? await contestableRefusal(ctx.db, viewer.accountId) : undefined
  if (isContest && !refused) fail('conflict')
  if (own.exhausted && !refused) fail('verification_exhausted')
  const now = ctx.now()
  const origin = {
    contests: refused?.id ?? null,
    // kept here too: the refused request is deleted before this one may be
    refused_by: refused?.refused_by ?? null,
  }
  const begin = async (trx: Conn): Promise<Pick<Request, 'id' | 'gestures' | 'expires_at'>> => {
    // of two tabs the second gets what the first drew
    await lockPair(trx, 'verification', viewer.accountId, 'alone')
    await dropLate(trx, now, viewer.accountId)
    const open = await trx
      .updateTable('verification_requests')
      .set(origin)
      .where('account_id', '=', viewer.accountId)
      .where('state', '=', 'started')
      .returning(['id', 'gestures', 'expires_at'])
      .executeTakeFirst()
    if (open) return open
    const most = refused ? 2 * VERIFICATION_DRAWS : VERIFICATION_DRAWS
    if ((await drawnOf(trx, viewer.accountId, now)) >= most) fail('verification_exhausted')
    const row = {
      id: newId(),
      account_id: viewer.accountId,
      gestures: JSON.stringify(drawGestures()),
      media_ids: '[]',
      state: 'started' as const,
      words: null,
      started_at: now,
      expires_at: now + VERIFICATION_TAKE_S * 1000,
      closed_at: null,
      ...origin,
    }
    await trx.insertInto('verification_requests').values(row).execute()
    return row
  }
  const row = await ctx.db
    .transaction()
    .execute(begin)
    // another tab sent the photo
    .catch((error: unknown) =>
      isUniqueViolation(error) ? fail('conflict') : Promise.reject(error),
    )
  return {
    id: row.id,
    gestures: JSON.parse(row.gestures) as string[],
    expiresAt: iso(row.expires_at),
  }
}

/**
 * Stores the photo in a case of its own, beside copies of the profile's photos. Fails with `not_found`
 * for a request of another account, `conflict` when it was sent before, `verification_late`,
 * `unauthorized` when the session ended during the upload.
 */
export const submitPhoto = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  bytes: Buffer,
): Promise<void> => {
  const { full: jpeg } = await makeVariants(bytes, viewer.accountId)
  const blurred = await blurPhoto(jpeg)
  const account = await accountOf(ctx.db, viewer.accountId)
  const profile = await profileContent(ctx.db, account, ctx.now())
  if (profile.mediaIds.length === 0) fail('verification_photoless')
  const photos = await readPhotos(ctx, profile.mediaIds)
  const now = ctx.now()
  const store = async (trx: Conn): Promise<string> => {
    // an upload may take minutes: the session may have ended meanwhile
    if (!(await isSessionOf(trx, viewer.sessionId, viewer.accountId))) fail('unauthorized')
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
    await freezeContent(trx, opened.id, profile, photos, now)
    return opened.id
  }
  const caseId = await retryOnDeadlock(() => ctx.db.transaction().execute(store))
  ctx.bus.emit('case.changed', { caseId })
}

/** Ends requests without a photo after their time, and deletes ended ones after 30 days. */
export const deleteExpiredRequests = async (db: Conn, now: number): Promise<void> => {
  await dropLate(db, now)
  await db
    .deleteFrom('verification_requests')
    .where('closed_at', '<=', now - REQUEST_DAYS * DAY_MS)
    .execute()
}

/**
 * Ends a request that waits, with its case and photo, else the verification. One that was begun
 * ends by itself, as its gestures stay the same. Idempotent.
 */
export const endOwnVerification = async (ctx: Ctx, viewer: Viewer): Promise<void> => {
  const end = async (trx: Conn) => {
    const ended = await trx
      .updateTable('verification_requests')
      .set({ state: 'dropped', media_ids: '[]', closed_at: ctx.now() })
      .where('account_id', '=', viewer.accountId)
      .where('state', '=', 'waiting')
      .returning('id')
      .execute()
    if (ended.length === 0)
      for (const table of ['verifications', 'verification_photos'] as const)
        await trx.deleteFrom(table).where('account_id', '=', viewer.accountId).execute()
    return deleteRequestCases(
      trx,
      ended.map((r) => r.id),
    )
  }
  const closed = await retryOnDeadlock(() => ctx.db.transaction().execute(end))
  for (const { id } of closed) ctx.bus.emit('case.changed', { caseId: id })
}
