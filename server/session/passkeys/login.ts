import type { Ctx } from '../../context'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { accessLetter } from '../../mail/letters'
import { sendMailInBackground } from '../../mail/post'
import { hashRecoveryCode } from './passkeys'
import {
  advanceCounter,
  findPasskey,
  insertChallenge,
  consumeRecoveryCode,
  consumeChallenge,
  ticketUser,
} from './queries'
import { findUserById } from '../queries'
import { presentOpened, insertSession, type OpenedSession } from '../service'
import { challengeIn, readSigned, requestOptions, type SignedPasskey } from './webauthn'

/** A challenge that names no user: the same for all callers. */
export const challengeAnyUser = async (ctx: Ctx): Promise<Record<string, unknown>> => {
  const options = await requestOptions(ctx)
  await insertChallenge(ctx.db, options.challenge, 'login', null, ctx.now())
  return options
}
/** The user if its address was confirmed. */
const enterable = async (ctx: Ctx, userId: string): Promise<Row<'users'> | null> => {
  const user = await findUserById(ctx.db, userId)
  return user && user.email_verified_at !== null ? user : null
}

/**
 * Opens a session by a discoverable passkey, or as the second factor after a password. Every
 * failure gives `passkey_refused`.
 */
export const openByPasskey = async (
  ctx: Ctx,
  signed: SignedPasskey,
  userAgent: string,
): Promise<OpenedSession> => {
  const challenge = challengeIn(signed)
  const asked = await consumeChallenge(ctx.db, challenge, ctx.now())
  const passkey = await findPasskey(ctx.db, signed.id)
  if (
    !asked ||
    (asked.kind !== 'login' && asked.kind !== 'second') ||
    !passkey ||
    (asked.kind === 'second' && asked.user_id !== passkey.user_id)
  )
    return fail('passkey_refused')
  const counter = await readSigned(ctx, signed, challenge, passkey)
  const user = await enterable(ctx, passkey.user_id)
  if (counter === null || !user) return fail('passkey_refused')
  const session = await ctx.db
    .transaction()
    .execute(async (trx) =>
      (await advanceCounter(trx, passkey, counter, ctx.now()))
        ? insertSession(trx, user.id, userAgent, ctx.now())
        : fail('passkey_refused'),
    )
  return presentOpened(ctx, user, session)
}

/**
 * Opens a session after a correct password, by a one-time recovery code. Fails with
 * `recovery_refused`.
 */
export const openByCode = async (
  ctx: Ctx,
  ticket: string,
  code: string,
  userAgent: string,
): Promise<OpenedSession> => {
  const userId = await ticketUser(ctx.db, ticket, ctx.now())
  const user = userId === null ? null : await enterable(ctx, userId)
  if (!user) return fail('recovery_refused')
  const session = await ctx.db.transaction().execute(async (trx) => {
    if (!(await consumeRecoveryCode(trx, user.id, hashRecoveryCode(ctx, user.id, code), ctx.now())))
      return fail('recovery_refused')
    // one password check must not consume two codes
    return (await consumeChallenge(trx, ticket, ctx.now()))
      ? insertSession(trx, user.id, userAgent, ctx.now())
      : fail('recovery_refused')
  })
  sendMailInBackground(ctx, user.email, accessLetter(ctx.env, 'codeUsed'))
  return presentOpened(ctx, user, session)
}
