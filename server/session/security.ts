import { SESSION_IDLE_S } from '#contract/limits'
import type { ParsedInput } from '#contract/route'
import type { changePassword, OpenSession } from '#contract/session/security'
import type { Ctx, UserViewer } from '../context'
import { fail } from '../fail'
import { iso } from '../iso'
import { passwordChangedLetter } from '../mail/letters'
import { sendMailInBackground } from '../mail/post'
import { describeDevice } from './tokens/device'
import { hashPassword, verifyPassword } from './password/passwords'
import { lockUserIfPassword, revokeAccountLinks, setPassword } from './queries'
import { invalidateEmailTokens } from './tokens/email-tokens'
import { failAtField, requireStrongPassword } from './registration/checks'
import { announceEndedSessions, readUser } from './service'
import { endSessionsOf, openSessionsOf } from './tokens/queries'

/** Sessions that can still be refreshed: the caller's own first, then by last use. */
export const listOpenSessions = async (ctx: Ctx, viewer: UserViewer): Promise<OpenSession[]> => {
  const rows = await openSessionsOf(ctx.db, viewer.userId, ctx.now() - SESSION_IDLE_S * 1000)
  const shown = rows.map((r) => ({
    id: r.id,
    ...describeDevice(r.user_agent),
    current: r.id === viewer.sessionId,
    created_at: iso(r.created_at),
    last_used_at: iso(r.last_used_at),
  }))
  return [...shown.filter((s) => s.current), ...shown.filter((s) => !s.current)]
}

/** Fails with `not_found` for an ended session or another user's. */
export const endOwnSession = async (ctx: Ctx, viewer: UserViewer, id: string): Promise<void> => {
  const ended = await endSessionsOf(ctx.db, viewer.userId, viewer.accountId, 'closed', ctx.now(), {
    only: id,
  })
  if (ended.length === 0) fail('not_found')
  announceEndedSessions(ctx, ended)
}

/** Returns how many were ended. */
export const endOtherSessions = async (ctx: Ctx, viewer: UserViewer): Promise<number> => {
  const ended = await endSessionsOf(ctx.db, viewer.userId, viewer.accountId, 'closed', ctx.now(), {
    but: viewer.sessionId,
  })
  announceEndedSessions(ctx, ended)
  return ended.length
}

/**
 * Sets a new password and notifies the user by mail. Pending password reset links become invalid,
 * and with the other sessions open partner links and the calendar feed end. Fails with
 * `wrong_password`, `same_password`, `weak_password`.
 */
export const replacePassword = async (
  ctx: Ctx,
  viewer: UserViewer,
  body: ParsedInput<typeof changePassword>['body'],
): Promise<void> => {
  const user = await readUser(ctx, viewer.userId)
  if (!(await verifyPassword(user.password_hash, body.current)))
    failAtField('current', 'wrong_password')
  if (body.current.normalize('NFC') === body.password.normalize('NFC'))
    failAtField('password', 'same_password')
  await requireStrongPassword(ctx, body.password, user.email)
  const passwordHash = await hashPassword(body.password)
  const now = ctx.now()
  const ended = await ctx.db.transaction().execute(async (trx) => {
    // changed while this one was hashed: the typed password is no longer current
    if (!(await lockUserIfPassword(trx, user))) failAtField('current', 'wrong_password')
    await setPassword(trx, user.id, passwordHash)
    await invalidateEmailTokens(trx, user.id, 'reset', now)
    if (!body.close_others) return []
    // as a reset does: whoever used the screen before could come in by them
    if (viewer.accountId) await revokeAccountLinks(trx, viewer.accountId, now)
    return endSessionsOf(trx, user.id, viewer.accountId, 'password', now, { but: viewer.sessionId })
  })
  announceEndedSessions(ctx, ended)
  sendMailInBackground(
    ctx,
    user.email,
    passwordChangedLetter(ctx.env, body.close_others ? 'others' : 'none'),
  )
}
