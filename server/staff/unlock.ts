import { randomInt } from 'node:crypto'
import type { unlockDesk } from '#contract/staff/access'
import { DESK_CODE_S } from '#contract/staff/measures'
import type { ParsedInput } from '#contract/route'
import type { Ctx, UserViewer } from '../context'
import { fail } from '../fail'
import { deskCodeLetter } from '../mail/letters-staff'
import { sendMailInBackground } from '../mail/post'
import { findStaff } from '../plugins/staff'
import { challengeUser, confirmByPasskey, hasPasskey, readUser } from '../session/service'
import { equalsTimingSafe, sign } from '../tokens'
import { writeAudit } from './audit'

/** Attempts per code. */
const TRIES = 5

const codeHash = (ctx: Pick<Ctx, 'secret'>, userId: string, code: string): string =>
  sign(ctx.secret, 'desk-code', userId, code)

/** Sends a code to a login without passkey, or returns a challenge for its passkeys. */
export const startUnlocking = async (
  ctx: Ctx,
  viewer: UserViewer,
): Promise<{ method: 'passkey' | 'mail'; options?: Record<string, unknown> }> => {
  if (!(await findStaff(ctx.db, viewer.userId))) return fail('not_found')
  if (await hasPasskey(ctx, viewer.userId))
    return { method: 'passkey', options: await challengeUser(ctx, viewer.userId) }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    code_hash: codeHash(ctx, viewer.userId, code),
    tries: 0,
    expires_at: ctx.now() + DESK_CODE_S * 1000,
  }
  await ctx.db
    .insertInto('staff_codes')
    .values({ user_id: viewer.userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute()
  sendMailInBackground(
    ctx,
    (await readUser(ctx, viewer.userId)).email,
    deskCodeLetter(ctx.env, code),
  )
  return { method: 'mail' }
}

/** Consumes the code; a wrong one counts. */
const confirmByCode = async (ctx: Ctx, userId: string, code: string): Promise<boolean> => {
  const row = await ctx.db
    .updateTable('staff_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.now())
    .where('tries', '<', TRIES)
    .returning('code_hash')
    .executeTakeFirst()
  if (!row || !equalsTimingSafe(row.code_hash, codeHash(ctx, userId, code))) return false
  const used = await ctx.db
    .deleteFrom('staff_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', row.code_hash)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Opens the desk in this session. A login with a passkey needs it; a code does not do. Fails with
 * `not_found`, `passkey_refused`, `staff_code`.
 */
export const unlockOwnDesk = async (
  ctx: Ctx,
  viewer: UserViewer,
  { credential, code }: ParsedInput<typeof unlockDesk>['body'],
): Promise<void> => {
  const staff = await findStaff(ctx.db, viewer.userId)
  if (!staff) return fail('not_found')
  if (await hasPasskey(ctx, viewer.userId)) {
    if (!credential) fail('passkey_refused')
    else await confirmByPasskey(ctx, viewer.userId, credential)
  } else if (!code || !(await confirmByCode(ctx, viewer.userId, code))) fail('staff_code')
  const now = ctx.now()
  const opened = { used_at: now, opened_at: now }
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('staff_unlocks')
      .values({ session_id: viewer.sessionId, user_id: viewer.userId, ...opened })
      .onConflict((c) => c.column('session_id').doUpdateSet(opened))
      .execute()
    await writeAudit(
      trx,
      { userId: viewer.userId, pseudonym: staff.pseudonym },
      { act: 'desk.unlocked' },
      now,
    )
  })
}

export const lockOwnDesk = async (ctx: Pick<Ctx, 'db'>, viewer: UserViewer): Promise<void> => {
  await ctx.db.deleteFrom('staff_unlocks').where('session_id', '=', viewer.sessionId).execute()
}
