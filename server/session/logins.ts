import type { AccountLogin } from '#contract/session/security'
import { lockAccount } from '../access/accounts'
import { requireNoParting } from '../access/parting'
import type { Ctx, Viewer } from '../context'
import { fail } from '../fail'
import { loginEndedLetter, loginLeftLetter } from '../mail/letters'
import { sendMailInBackground } from '../mail/post'
import { iso } from '../iso'
import { loginsOf, revokeAccountLinks } from './queries'
import { announceEndedSessions, requirePassword } from './service'
import { endSessionsOf } from './tokens/queries'

/** «c•••@exemple.fr»: enough to recognise an address that one knows. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

export const listAccountLogins = async (ctx: Ctx, viewer: Viewer): Promise<AccountLogin[]> =>
  (await loginsOf(ctx.db, viewer.accountId)).map((u, i) => ({
    id: u.id,
    own: u.id === viewer.userId,
    is_first: i === 0,
    email: u.id === viewer.userId ? u.email : masked(u.email),
    joined_at: iso(u.joined_at),
    last_used_at: iso(u.last_used_at),
  }))

/**
 * Removes the second login of the account, on request of the first login or of the second itself.
 * The user stays, without an account. What the second login could have left open goes too: links and the
 * calendar feed. The other login is notified by mail. Fails with `wrong_password`, `not_found`
 * for a user of another account, `forbidden` for the first login, which cannot be removed, and
 * `parting_open`.
 */
export const endAccountLogin = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  password: string,
): Promise<void> => {
  await requirePassword(ctx, viewer, password)
  const now = ctx.now()
  const { ended, user, first } = await ctx.db.transaction().execute(async (trx) => {
    // the lock of `joinAsPartner`
    await lockAccount(trx, viewer.accountId)
    await requireNoParting(trx, viewer.accountId)
    const logins = await loginsOf(trx, viewer.accountId)
    const user = logins.find((u) => u.id === id) ?? fail('not_found')
    const [first] = logins
    if (user === first || (viewer.userId !== first?.id && viewer.userId !== user.id))
      fail('forbidden')
    await trx
      .updateTable('users')
      .set({ account_id: null, joined_at: null, identity_id: null })
      .where('id', '=', user.id)
      .execute()
    await revokeAccountLinks(trx, viewer.accountId, now, 'all')
    return {
      user,
      first,
      ended: await endSessionsOf(trx, user.id, viewer.accountId, 'closed', now),
    }
  })
  announceEndedSessions(ctx, ended)
  if (user.id !== viewer.userId) sendMailInBackground(ctx, user.email, loginEndedLetter(ctx.env))
  else if (first) sendMailInBackground(ctx, first.email, loginLeftLetter(ctx.env))
}
