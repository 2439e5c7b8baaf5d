import { sql } from 'kysely'
import { VERIFY_TOKEN_S } from '#contract/limits'
import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'
import { hashSecret, newId, newSecret } from '../tokens'
import { addressKey, pendingKey } from './email-key'

/** `key`: of an address, see `emailKey`. */
export const findConfirmed = (db: Conn, key: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('email_key', '=', key).selectAll().executeTakeFirst()

export const findPending = (db: Conn, key: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('email_key', '=', pendingKey(key)).selectAll().executeTakeFirst()

/** The confirmed user of an address, else the newest unconfirmed registration. */
export const findForLogin = async (db: Conn, key: string): Promise<Row<'users'> | undefined> => {
  const rows = await db
    .selectFrom('users')
    .where('email_key', 'in', [key, pendingKey(key)])
    .selectAll()
    .execute()
  return rows.find((r) => r.email_verified_at !== null) ?? rows[0]
}

export const findUserById = (db: Conn, id: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()

/** Whether the address of an unconfirmed user was registered another time, unconfirmed too. */
export const isRegisteredTwice = async (db: Conn, user: Row<'users'>): Promise<boolean> => {
  const prefix = `${addressKey(user.email_key)} `
  const other = await db
    .selectFrom('users')
    .where('id', '!=', user.id)
    .where('email_verified_at', 'is', null)
    .where(sql<string>`substr(email_key, 1, ${prefix.length})`, '=', prefix)
    .select('id')
    .executeTakeFirst()
  return other !== undefined
}

/** Frees the key for a newer registration; the link of the older one stays valid. */
export const setAsidePending = async (trx: Conn, key: string): Promise<void> => {
  const old = await findPending(trx, key)
  if (old)
    await trx
      .updateTable('users')
      .set({ email_key: `${key} ${old.id}` })
      .where('id', '=', old.id)
      .execute()
}

export const insertUser = async (
  trx: Conn,
  user: NewRow<'users'>,
  consents: readonly NewRow<'consents'>[],
): Promise<void> => {
  await trx.insertInto('users').values(user).execute()
  await trx
    .insertInto('consents')
    .values([...consents])
    .execute()
}

export const confirmUser = async (trx: Conn, user: Row<'users'>, now: number): Promise<void> => {
  const key = addressKey(user.email_key)
  await trx
    .updateTable('users')
    .set({ email_verified_at: now, email_key: key })
    .where('id', '=', user.id)
    .execute()
  // the other registrations of this address are obsolete
  await trx
    .deleteFrom('users')
    .where('email_key', '=', pendingKey(key))
    .where('id', '!=', user.id)
    .execute()
}

/**
 * Locks the user's row if the password that was just checked is still current; false when it was
 * changed meanwhile.
 */
export const lockIfPassword = async (trx: Conn, user: Row<'users'>): Promise<boolean> =>
  (await trx
    .updateTable('users')
    .set({ password_hash: user.password_hash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const setPassword = async (
  trx: Conn,
  userId: string,
  passwordHash: string,
): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute()
  // logins with the old password that still lack their passkey
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  // whoever knew the old password could have requested another address
  await trx
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'address')
    .execute()
}

/** Revokes what opens an account without a password: unused partner links and the calendar feed. */
export const revokeLinks = async (trx: Conn, accountId: string, now: number): Promise<void> => {
  await trx
    .updateTable('join_links')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'partner')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  await trx.deleteFrom('calendar_feeds').where('account_id', '=', accountId).execute()
}

/** The users of an account, its creator first, with their last use of a session. */
export const loginsOf = (db: Conn, accountId: string) =>
  db
    .selectFrom('users as u')
    .where('u.account_id', '=', accountId)
    .select(['u.id', 'u.email', 'u.joined_at', 'u.identity_id'])
    .select((eb) =>
      eb
        .selectFrom('sessions as s')
        .whereRef('s.user_id', '=', 'u.id')
        .select((on) => on.fn.max('s.last_used_at').as('at'))
        .as('last_used_at'),
    )
    .orderBy((eb) => eb.fn.coalesce('u.joined_at', eb.lit(0)))
    // both of an account that an older server completed have no date
    .orderBy('u.created_at')
    .orderBy('u.id')
    .execute()

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
