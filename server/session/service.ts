import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors'
import { PASSWORD_MAX, REFRESH_GRACE_S } from '#contract/limits'
import type { Reply } from '#contract/route'
import type { login } from '#contract/session/session'
import type { Ctx, UserViewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { sessionReplayedLetter } from '../mail/letters'
import { sendMailInBackground } from '../mail/post'
import { signAccessToken } from '../plugins/auth'
import { verifyPassword } from './password/passwords'
import { presentUser } from './present'
import { emailKey } from './email-key'
import { findConfirmed, findUserById, lockUserIfPassword } from './queries'
import { readRefreshCookie, setRefreshCookie } from './tokens/cookie'
import {
  endSession,
  endSessionsOf,
  findRefreshToken,
  hasOnlyUnusedChildren,
  insertRefreshToken,
  insertSession,
  markRotated,
  lockOpenSession,
  type EndedSession,
  type NewSession,
} from './tokens/queries'

// used by later rooms
export { PASSKEY_LIMITS, PASSWORD_AGAIN_LIMITS, RESET_LIMITS } from './limits'
export { announceJoining, joinAsPartner, USERS_PER_ACCOUNT } from './registration/partner'
export { challengeUser, confirmByPasskey, hasPasskey } from './passkeys/confirm'
export { presentPasskey } from './present'
export { consumeChallenge, insertChallenge, insertPasskey, passkeysOf } from './passkeys/queries'
export {
  challengeIn,
  creationOptions,
  readCreated,
  readSigned,
  requestOptions,
} from './passkeys/webauthn'
export { emailKey, pendingKey, updateEmailKeys } from './email-key'
export { findUserById, insertUser, loginsOf, revokeAccountLinks } from './queries'
export { admitUser } from './registration/admission'
export { sendAddressLink } from './registration/address-link'
export { isAdult } from './registration/birth-date'
export { consentRows, requireAdultWhoAgrees, requireStrongPassword } from './registration/checks'
export { hashPassword, verifyPassword } from './password/passwords'
export { presentUser, insertSession }

export interface OpenedSession {
  readonly answer: Reply<typeof login>
  readonly refreshToken: string
}

/** The reply of every call that opens a session. */
export const presentOpened = async (
  ctx: Ctx,
  user: Row<'users'>,
  session: NewSession,
): Promise<OpenedSession> => ({
  answer: {
    token: await signAccessToken(ctx, user.id, session.sessionId),
    user: presentUser(user),
    hasAccount: user.account_id !== null,
    accountId: user.account_id,
  },
  refreshToken: session.refreshToken,
})

/** Ends every session of every login of an account; `announceEndedSessions` after the commit. */
export const endAllSessions = async (
  trx: Conn,
  accountId: string,
  now: number,
  reason: 'closed' | 'parted' = 'closed',
): Promise<readonly EndedSession[]> => {
  const users = await trx
    .selectFrom('users')
    .where('account_id', '=', accountId)
    .select('id')
    .execute()
  const ended: EndedSession[] = []
  for (const { id } of users) ended.push(...(await endSessionsOf(trx, id, accountId, reason, now)))
  return ended
}

/**
 * Announces ended sessions (their sockets, push devices and links end too); call it after the
 * commit.
 */
export const announceEndedSessions = (
  ctx: Pick<Ctx, 'bus'>,
  ended: readonly (EndedSession | null)[],
): void => {
  for (const one of ended) if (one) ctx.bus.emit('session.ended', one)
}

/**
 * Opens a session. An unknown address, an unconfirmed one and a wrong password fail alike and in the
 * same time: whoever registers an address of another person cannot find out here whether it has an
 * account. Only callers with the correct password learn that a passkey is needed (`second_factor`,
 * with the challenge that `ask` creates).
 */
export const openByPassword = async (
  ctx: Ctx,
  input: { email: string; password: string; userAgent: string },
  ask: (userId: string) => Promise<unknown>,
): Promise<OpenedSession> => {
  const user = await findConfirmed(ctx.db, emailKey(ctx, input.email))
  const right = await verifyPassword(user?.password_hash ?? null, input.password)
  if (!user || !right) return fail('bad_credentials')
  if (user.second_factor === 1) return fail('second_factor', { options: await ask(user.id) })
  const session = await ctx.db
    .transaction()
    .execute(async (trx) =>
      (await lockUserIfPassword(trx, user))
        ? insertSession(trx, user.id, input.userAgent, ctx.now())
        : fail('bad_credentials'),
    )
  return presentOpened(ctx, user, session)
}

/** The error code for the token of an ended session. */
const endCodeOf = (reason: string | null): ErrorCode => {
  switch (reason) {
    case 'replay':
      return 'session_replayed'
    case 'parted':
      return 'session_parted'
    case 'closed':
      return 'session_closed'
    case 'password':
    case 'reset':
      return 'session_password'
    default:
      return 'unauthorized'
  }
}

/**
 * Rotates a refresh token (RFC 9700, 4.14.2). A token that already has a child gets another one for
 * 10 s (parallel tabs), and as long as no child was used (a lost response, however long the device
 * was away). After that it is a replay by the holder of a copy: the whole family ends, its owner
 * gets a mail, and each side reads the reason at its next call. Fails with `unauthorized`,
 * `session_replayed`, or the code of `endCodeOf` for an ended session.
 */
export const rotateRefreshToken = async (
  ctx: Ctx,
  secret: string,
): Promise<{ token: string; refreshToken: string }> => {
  const now = ctx.now()
  const result = await ctx.db.transaction().execute(async (trx) => {
    const known = await findRefreshToken(trx, secret)
    if (known?.ended_at) return { over: known.end_reason }
    if (!known || known.expires_at <= now) return null
    if (!(await lockOpenSession(trx, known.session_id, now))) return null
    // read again under the session's lock: a parallel refresh may have come first
    const token = await findRefreshToken(trx, secret)
    if (!token) return null
    if (token.rotated_at === null) await markRotated(trx, token, now)
    else if (
      now - token.rotated_at > REFRESH_GRACE_S * 1000 &&
      !(await hasOnlyUnusedChildren(trx, token))
    )
      return {
        replayed: await endSession(trx, token.session_id, 'replay', now),
        userId: token.user_id,
      }
    return {
      userId: token.user_id,
      sessionId: token.session_id,
      refreshToken: await insertRefreshToken(trx, token.session_id, token.id, now),
    }
  })
  if (!result) return fail('unauthorized')
  if ('over' in result) return fail(endCodeOf(result.over))
  if ('replayed' in result) {
    ctx.log.warn('refresh token replayed after its grace period: session ended')
    announceEndedSessions(ctx, [result.replayed])
    sendMailInBackground(
      ctx,
      (await readUser(ctx, result.userId)).email,
      sessionReplayedLetter(ctx.env),
    )
    return fail('session_replayed')
  }
  return {
    token: await signAccessToken(ctx, result.userId, result.sessionId),
    refreshToken: result.refreshToken,
  }
}

/**
 * Ends the sessions of a refresh token and of a bearer token, as far as they exist. Never fails for
 * their state.
 */
export const closeSessions = async (
  ctx: Ctx,
  secret: string | null,
  bearerSessionId: string | null,
): Promise<void> => {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const token = secret ? await findRefreshToken(trx, secret) : undefined
    const ids = new Set([token?.session_id, bearerSessionId])
    const all: (EndedSession | null)[] = []
    for (const id of ids) if (id) all.push(await endSession(trx, id, 'logout', ctx.now()))
    return all
  })
  announceEndedSessions(ctx, ended)
}

/**
 * Sets the cookie of a session that was opened, and returns its reply. The session of the cookie that
 * it replaces ends: no page of this device could sign out of it any more. After the reply, so that
 * its other tabs find the new cookie when their connection closes.
 */
export const handOver = (
  ctx: Ctx,
  reply: FastifyReply,
  { answer, refreshToken }: OpenedSession,
): OpenedSession['answer'] => {
  const replaced = readRefreshCookie(ctx.env, reply.request)
  if (replaced !== null)
    reply.raw.once('finish', () =>
      ctx.bus.later('replaced session', () => closeSessions(ctx, replaced, null)),
    )
  setRefreshCookie(ctx.env, reply, refreshToken)
  return answer
}

/**
 * Checks the password again before an action that must not be possible on an unattended screen.
 * Returns the user; fails with `wrong_password`.
 */
export const requirePassword = async (
  ctx: Pick<Ctx, 'db'>,
  viewer: Pick<UserViewer, 'userId'>,
  password: string,
): Promise<Row<'users'>> => {
  const user = await findUserById(ctx.db, viewer.userId)
  if (
    !user ||
    password.length > PASSWORD_MAX ||
    !(await verifyPassword(user.password_hash, password))
  )
    return fail('wrong_password')
  return user
}

export const readUser = async (ctx: Pick<Ctx, 'db'>, id: string): Promise<Row<'users'>> =>
  (await findUserById(ctx.db, id)) ?? fail('unauthorized')
