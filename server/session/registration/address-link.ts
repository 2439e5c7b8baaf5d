import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { addressAskedLetter, addressKnownLetter, newAddressLetter } from '../../mail/letters'
import { sendMailInBackground } from '../../mail/post'
import { emailKey } from '../email-key'
import { findConfirmed } from '../queries'
import { insertAddressToken } from '../tokens/email-tokens'

/** Keeps no session. */
const NO_SESSION = ''

/**
 * For operators: the link to the new address, which ends every session once it is opened. Returns the
 * function that sends the letters, for after the commit.
 */
export const sendAddressLink = async (
  ctx: Ctx,
  trx: Conn,
  user: Row<'users'>,
  email: string,
): Promise<() => void> => {
  const known = await findConfirmed(trx, emailKey(ctx, email))
  const secret = known ? null : await insertAddressToken(trx, user.id, email, NO_SESSION, ctx.now())
  return () => {
    sendMailInBackground(
      ctx,
      email,
      secret ? newAddressLetter(ctx.env, secret) : addressKnownLetter(ctx.env),
    )
    sendMailInBackground(ctx, user.email, addressAskedLetter(ctx.env))
  }
}
