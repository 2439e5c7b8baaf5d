import { randomInt } from 'node:crypto'
import { MET_CODE_DIGITS, MET_CODE_S } from '#contract/verification'
import { lockRelations, requireVisibleMember } from '../access/accounts'
import { meetingConfirmers } from '../access/verified'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { equalsTimingSafe, sign } from '../tokens'

/** Attempts per code, beside the limit of the route. */
const TRIES = 5

const codeHash = (
  ctx: Pick<Ctx, 'secret'>,
  accountId: string,
  otherId: string,
  code: string,
): string => sign(ctx.secret, 'met-code', accountId, otherId, code)

/** Fails with `not_found` unless the two are in relation and one of them is verified. */
const checkMeeting = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<void> => {
  await requireVisibleMember(ctx.db, viewer, otherId)
  if ((await meetingConfirmers(ctx.db, viewer.accountId, otherId, ctx.now())).length === 0)
    fail('not_found')
}

/** A code that `otherId` types in; the account shows one at a time. */
export const createMetCode = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
): Promise<{ code: string; expiresAt: string }> => {
  await checkMeeting(ctx, viewer, otherId)
  const code = String(randomInt(10 ** MET_CODE_DIGITS)).padStart(MET_CODE_DIGITS, '0')
  const row = {
    with_account_id: otherId,
    code_hash: codeHash(ctx, viewer.accountId, otherId, code),
    tries: 0,
    expires_at: ctx.now() + MET_CODE_S * 1000,
  }
  await ctx.db
    .insertInto('met_codes')
    .values({ account_id: viewer.accountId, ...row })
    .onConflict((c) => c.column('account_id').doUpdateSet(row))
    .execute()
  return { code, expiresAt: iso(row.expires_at) }
}

/** Whether it is the code that `otherId` shows to the account; a wrong one counts. */
const isCode = async (
  ctx: Ctx,
  accountId: string,
  otherId: string,
  hash: string,
): Promise<boolean> => {
  const row = await ctx.db
    .updateTable('met_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account_id', '=', otherId)
    .where('with_account_id', '=', accountId)
    .where('expires_at', '>', ctx.now())
    .where('tries', '<', TRIES)
    .returning('code_hash')
    .executeTakeFirst()
  return row !== undefined && equalsTimingSafe(row.code_hash, hash)
}

/**
 * Consumes the code that the other shows, and notifies the other: whoever of the two is verified
 * confirms to have met the other. Fails with `not_found`, `met_code`.
 */
export const confirmMetByCode = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
  code: string,
): Promise<void> => {
  await checkMeeting(ctx, viewer, otherId)
  const { accountId } = viewer
  const hash = codeHash(ctx, otherId, accountId, code)
  if (!(await isCode(ctx, accountId, otherId, hash))) fail('met_code')
  await ctx.db.transaction().execute(async (trx) => {
    const stay = await lockRelations(trx, accountId, [otherId])
    const sayers = await meetingConfirmers(trx, accountId, otherId, ctx.now())
    if (stay.length === 0 || sayers.length === 0) fail('not_found')
    // of two at the same instant, one finds it
    const used = await trx
      .deleteFrom('met_codes')
      .where('account_id', '=', otherId)
      .where('code_hash', '=', hash)
      .returning('account_id')
      .executeTakeFirst()
    if (!used) fail('met_code')
    await trx
      .insertInto('meetings')
      .values(
        // in one order, also while the other types in a code of this account
        sayers.toSorted().map((id) => ({
          account_id: id,
          with_account_id: id === accountId ? otherId : accountId,
          said_at: ctx.now(),
        })),
      )
      .onConflict((c) => c.doNothing())
      .execute()
  })
  ctx.realtime.publish(
    'account.relation.updated',
    { accountId: otherId, withAccountId: accountId, usedCode: true },
    { accounts: [otherId] },
  )
}

export const withdrawMet = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<void> => {
  await requireVisibleMember(ctx.db, viewer, otherId)
  await ctx.db
    .deleteFrom('meetings')
    .where('account_id', '=', viewer.accountId)
    .where('with_account_id', '=', otherId)
    .execute()
}

export const deleteExpiredMetCodes = async (db: Conn, now: number): Promise<void> => {
  await db.deleteFrom('met_codes').where('expires_at', '<=', now).execute()
}
