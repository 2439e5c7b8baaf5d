import type { ParsedInput } from '#contract/route'
import type { changeEmail } from '#contract/session/security'
import type { Ctx, UserViewer } from '../../context'
import { isUniqueViolation } from '../../db/dialect'
import { fail } from '../../fail'
import {
  addressAskedLetter,
  addressChangedLetter,
  addressKnownLetter,
  newAddressLetter,
} from '../../mail/letters'
import { sendMailInBackground } from '../../mail/post'
import { verifyPassword } from '../password/passwords'
import { emailKey, normalEmail } from '../email-key'
import { findConfirmed, lockUserIfPassword } from '../queries'
import {
  insertAddressToken,
  invalidateEmailTokens,
  setAddress,
  takeAddressToken,
} from '../tokens/email-tokens'
import { inConstantTime } from '../../constant-time'
import { failAtField } from './checks'
import { announceEndedSessions, readUser } from '../service'
import { endSessionsOf } from '../tokens/queries'

/**
 * Sends a link to a new address; the old one stays valid until the link is opened, and is notified
 * at once. An address that another user has gets a different mail; response and timing are the
 * same. Fails with `wrong_password`, `same_email`.
 */
export const requestEmailChange = async (
  ctx: Ctx,
  viewer: UserViewer,
  body: ParsedInput<typeof changeEmail>['body'],
): Promise<void> => {
  const user = await readUser(ctx, viewer.userId)
  if (!(await verifyPassword(user.password_hash, body.password)))
    failAtField('password', 'wrong_password')
  if (normalEmail(body.email) === normalEmail(user.email)) failAtField('email', 'same_email')
  await inConstantTime(async () => {
    const secret = await ctx.db.transaction().execute(async (trx) => {
      // changed meanwhile: the typed password is no longer current
      if (!(await lockUserIfPassword(trx, user))) failAtField('password', 'wrong_password')
      if (await findConfirmed(trx, emailKey(ctx, body.email))) {
        // as for an unknown address: else a former link tells which of the two it was
        await invalidateEmailTokens(trx, user.id, 'address', ctx.now())
        return null
      }
      return insertAddressToken(
        trx,
        user.id,
        body.email,
        body.close_others ? viewer.sessionId : null,
        ctx.now(),
      )
    })
    sendMailInBackground(
      ctx,
      body.email,
      secret ? newAddressLetter(ctx.env, secret) : addressKnownLetter(ctx.env),
    )
    sendMailInBackground(ctx, user.email, addressAskedLetter(ctx.env))
  })
}

/**
 * Confirms the new address: it replaces the old one, which is notified. Opens no session: a
 * misdirected mail grants no access. Fails with `token_invalid`, also when another user confirmed
 * the address first.
 */
export const confirmEmailChange = async (ctx: Ctx, secret: string): Promise<void> => {
  const now = ctx.now()
  try {
    const done = await ctx.db.transaction().execute(async (trx) => {
      const taken = await takeAddressToken(trx, secret, now)
      if (!taken) return null
      const { user, address, keep } = taken
      await setAddress(trx, user.id, address, emailKey(ctx, address), now)
      return {
        old: user.email,
        ended:
          keep === null
            ? []
            : await endSessionsOf(trx, user.id, user.account_id, 'closed', now, { but: keep }),
      }
    })
    if (!done) return fail('token_invalid')
    announceEndedSessions(ctx, done.ended)
    sendMailInBackground(ctx, done.old, addressChangedLetter(ctx.env))
  } catch (error) {
    if (isUniqueViolation(error)) return fail('token_invalid')
    throw error
  }
}
