import { DAY_MS } from '#contract/limits'
import type { Reply } from '#contract/route'
import { AGE_CHECK_S, type ageState, type startAge } from '#contract/session/age'
import type { Ctx, UserViewer } from '../context'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { newId, newSecret } from '../tokens'
import { externalProof } from './adapters/external'
import { simulatorProof } from './adapters/simulator'
import type { AgeAnswer, AgeProof } from './port'

const proofOf = async (ctx: Ctx): Promise<AgeProof> => {
  const { env } = ctx
  if (env.AGE_CHECK === 'simulator') return simulatorProof(ctx)
  if (env.AGE_CHECK === 'external') return externalProof(env.AGE_URL, env.AGE_SECRET)
  if (env.AGE_CHECK === 'openid4vp-av') return (await import('./adapters/openid4vp')).walletProof
  return fail('not_found')
}

/** Starts a proof for this session; one that it started before no longer counts. */
export const startAgeCheck = async (
  ctx: Ctx,
  viewer: UserViewer,
): Promise<Reply<typeof startAge>> => {
  const { AGE_CHECK: method } = ctx.env
  const proof = await proofOf(ctx)
  if (method === 'none') return fail('not_found')
  const check = { id: newId(), nonce: newSecret() }
  const expires_at = ctx.now() + AGE_CHECK_S * 1000
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('age_checks')
      .where('user_id', '=', viewer.userId)
      .where('session_id', '=', viewer.sessionId)
      .execute()
    await trx
      .insertInto('age_checks')
      .values({
        ...check,
        user_id: viewer.userId,
        session_id: viewer.sessionId,
        state: 'waiting',
        expires_at,
      })
      .execute()
  })
  return {
    id: check.id,
    method,
    address: proof.start(ctx, check),
    expiresAt: iso(expires_at),
  }
}

const ownCheck = async (ctx: Ctx, viewer: UserViewer, id: string): Promise<Row<'age_checks'>> =>
  (await ctx.db
    .selectFrom('age_checks')
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .where('session_id', '=', viewer.sessionId)
    .selectAll()
    .executeTakeFirst()) ?? fail('not_found')

export const ageCheckState = async (
  ctx: Ctx,
  viewer: UserViewer,
  id: string,
): Promise<Reply<typeof ageState>['state']> => {
  const { state, expires_at } = await ownCheck(ctx, viewer, id)
  return state === 'waiting' && expires_at <= ctx.now() ? 'expired' : state
}

/**
 * Reads an answer and stores what it proves: the day and the method, nothing else. The check counts
 * once. Fails with `not_found`, `age_answer_invalid`.
 */
const finishCheck = async (
  ctx: Ctx,
  check: Row<'age_checks'>,
  answer: unknown,
): Promise<AgeAnswer> => {
  const now = ctx.now()
  if (check.state !== 'waiting' || check.expires_at <= now) fail('age_answer_invalid')
  const state = await (await proofOf(ctx)).finish(ctx, check, answer)
  await ctx.db.transaction().execute(async (trx) => {
    const first = await trx
      .updateTable('age_checks')
      .set({ state })
      .where('id', '=', check.id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!first) fail('age_answer_invalid')
    if (state === 'passed')
      await trx
        .updateTable('users')
        .set({ age_proved_on: now - (now % DAY_MS), age_method: ctx.env.AGE_CHECK })
        .where('id', '=', check.user_id)
        .execute()
  })
  return state
}

/** The answer that the browser brings back from a provider. */
export const finishAgeCheck = async (
  ctx: Ctx,
  viewer: UserViewer,
  id: string,
  answer: unknown,
): Promise<AgeAnswer> => {
  // a wallet responds on its own route
  if (ctx.env.AGE_CHECK === 'openid4vp-av') fail('not_found')
  return finishCheck(ctx, await ownCheck(ctx, viewer, id), answer)
}

/** The answer that a wallet posts: the check that it names belongs to the session that started it. */
export const finishAgeCheckByWallet = async (
  ctx: Ctx,
  id: string,
  vpToken: string,
): Promise<void> => {
  if (ctx.env.AGE_CHECK !== 'openid4vp-av') fail('not_found')
  const check =
    (await ctx.db.selectFrom('age_checks').where('id', '=', id).selectAll().executeTakeFirst()) ??
    fail('not_found')
  await finishCheck(ctx, check, { vpToken, by: 'wallet' })
}

/** The same through the browser of the session that started the check. */
export const finishAgeCheckByBrowser = async (
  ctx: Ctx,
  viewer: UserViewer,
  id: string,
  vpToken: string,
): Promise<AgeAnswer> => {
  if (ctx.env.AGE_CHECK !== 'openid4vp-av') fail('not_found')
  return finishCheck(ctx, await ownCheck(ctx, viewer, id), { vpToken, by: 'browser' })
}

/** Answers are kept for a day so that the page can read what became of them. */
export const deleteExpiredAgeChecks = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> => {
  await ctx.db
    .deleteFrom('age_checks')
    .where('expires_at', '<=', ctx.now() - DAY_MS)
    .execute()
}
