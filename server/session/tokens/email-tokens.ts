import { VERIFY_TOKEN_S } from '#contract/limits'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { hashSecret, newId, newSecret } from '../../tokens'
import { pendingKey } from '../email-key'
import { findUserById } from '../queries'

type Purpose = 'verify' | 'reset' | 'address'
/** Inserts a one-time token; the secret goes into a mail, only its hash is stored. */
export const insertEmailToken = async (
  trx: Conn,
  userId: string,
  purpose: Purpose,
  now: number,
  lifeS = VERIFY_TOKEN_S,
  more: { address?: string; keep_session?: string | null } = {},
): Promise<string> => {
  const secret = newSecret()
  await trx
    .insertInto('email_tokens')
    .values({
      id: newId(),
      user_id: userId,
      purpose,
      token_hash: hashSecret(secret),
      created_at: now,
      expires_at: now + lifeS * 1000,
      ...more,
    })
    .execute()
  return secret
}
const goodEmailToken = (db: Conn, secret: string, purpose: Purpose, now: number) =>
  db
    .selectFrom('email_tokens')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'user_id', 'address', 'keep_session'])
    .executeTakeFirst()
export const emailTokenUser = async (
  db: Conn,
  secret: string,
  purpose: Purpose,
  now: number,
): Promise<Row<'users'> | undefined> => {
  const token = await goodEmailToken(db, secret, purpose, now)
  return token && findUserById(db, token.user_id)
}

/** Invalidates all links of this purpose. */
export const invalidateEmailTokens = async (
  trx: Conn,
  userId: string,
  purpose: Purpose,
  now: number,
): Promise<void> => {
  await trx
    .updateTable('email_tokens')
    .set({ used_at: now, address: null, keep_session: null })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}
/** Consumes a token exactly once, with all other tokens of its purpose. */
const takeToken = async (trx: Conn, secret: string, purpose: Purpose, now: number) => {
  const token = await goodEmailToken(trx, secret, purpose, now)
  if (!token) return undefined
  const taken = await trx
    .updateTable('email_tokens')
    .set({ used_at: now, address: null, keep_session: null })
    .where('id', '=', token.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!taken) return undefined
  await invalidateEmailTokens(trx, token.user_id, purpose, now)
  return token
}
/** Like `takeToken`; returns its user. */
export const takeEmailToken = async (
  trx: Conn,
  secret: string,
  purpose: 'verify' | 'reset',
  now: number,
): Promise<Row<'users'> | undefined> => {
  const token = await takeToken(trx, secret, purpose, now)
  return token && findUserById(trx, token.user_id)
}
/** Only one new address can be pending: older links become invalid. */
export const insertAddressToken = async (
  trx: Conn,
  userId: string,
  address: string,
  keepSession: string | null,
  now: number,
): Promise<string> => {
  await invalidateEmailTokens(trx, userId, 'address', now)
  return insertEmailToken(trx, userId, 'address', now, VERIFY_TOKEN_S, {
    address,
    keep_session: keepSession,
  })
}
/** Like `takeToken`, for a new address: its user, and the session to keep (null: none ends). */
export const takeAddressToken = async (
  trx: Conn,
  secret: string,
  now: number,
): Promise<{ user: Row<'users'>; address: string; keep: string | null } | null> => {
  const token = await takeToken(trx, secret, 'address', now)
  const user = token && (await findUserById(trx, token.user_id))
  return user && token.address ? { user, address: token.address, keep: token.keep_session } : null
}

/**
 * Sets the user's new address; links sent to the old one become invalid, registrations of the new
 * one are removed.
 */
export const setAddress = async (
  trx: Conn,
  userId: string,
  address: string,
  key: string,
  now: number,
): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ email: address, email_key: key })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('users').where('email_key', '=', pendingKey(key)).execute()
  await invalidateEmailTokens(trx, userId, 'reset', now)
}
