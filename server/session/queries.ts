import { VERIFY_TOKEN_S } from '#contract/limits'
import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'
import { hashSecret, newId, newSecret } from '../tokens'

/**
 * What is unique of an e-mail: lower case. Until the address is confirmed, a registration holds `{key} pending` instead
 * (no address contains a space), and an older one that was never confirmed `{key} {its id}`: nobody can occupy the
 * address of somebody else, and each confirmation link brings its own registration to life, never another's password.
 * U+0000, which PostgreSQL refuses, is dropped.
 */
export const emailKey = (email: string): string => email.trim().toLowerCase().replaceAll('\0', '')
export const pendingKey = (email: string): string => `${emailKey(email)} pending`

export const findConfirmed = (db: Conn, email: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('email_key', '=', emailKey(email)).selectAll().executeTakeFirst()

export const findPending = (db: Conn, email: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('email_key', '=', pendingKey(email)).selectAll().executeTakeFirst()

/** The confirmed user of an address, else the newest registration that waits for its confirmation. */
export const findForLogin = async (db: Conn, email: string): Promise<Row<'users'> | undefined> => {
  const rows = await db
    .selectFrom('users')
    .where('email_key', 'in', [emailKey(email), pendingKey(email)])
    .selectAll()
    .execute()
  return rows.find((r) => r.email_verified_at !== null) ?? rows[0]
}

export const findUserById = (db: Conn, id: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()

/** An older registration that was never confirmed makes room; its own link stays good. */
export const setAsidePending = async (trx: Conn, email: string): Promise<void> => {
  const old = await findPending(trx, email)
  if (old)
    await trx
      .updateTable('users')
      .set({ email_key: `${emailKey(email)} ${old.id}` })
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
  await trx
    .updateTable('users')
    .set({ email_verified_at: now, email_key: emailKey(user.email) })
    .where('id', '=', user.id)
    .execute()
  // the other registrations of this address are nobody's any more
  await trx
    .deleteFrom('users')
    .where('email_key', '=', pendingKey(user.email))
    .where('id', '!=', user.id)
    .execute()
}

/** Locks the user's row while the password that was just checked is still the one; false: it was changed meanwhile. */
export const holdPassword = async (trx: Conn, user: Row<'users'>): Promise<boolean> =>
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
  // who has passed with the old one and not yet shown a passkey
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  // whoever knew the old one could have asked for another address
  await trx
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'address')
    .execute()
}

type Purpose = 'verify' | 'reset' | 'address'
/** A new one-time token; the secret goes into a mail, only its hash is stored. */
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

/** Whatever links of this purpose are still about lead nowhere any more. */
export const spendEmailTokens = async (
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

/** Uses a token up, once for all who try, and every other token of its purpose with it. */
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
  await spendEmailTokens(trx, token.user_id, purpose, now)
  return token
}
/** As `takeToken`; answers its user. */
export const takeEmailToken = async (
  trx: Conn,
  secret: string,
  purpose: 'verify' | 'reset',
  now: number,
): Promise<Row<'users'> | undefined> => {
  const token = await takeToken(trx, secret, purpose, now)
  return token && findUserById(trx, token.user_id)
}

/** One new address waits at a time: an older link leads nowhere any more. */
export const insertAddressToken = async (
  trx: Conn,
  userId: string,
  address: string,
  keepSession: string | null,
  now: number,
): Promise<string> => {
  await spendEmailTokens(trx, userId, 'address', now)
  return insertEmailToken(trx, userId, 'address', now, VERIFY_TOKEN_S, {
    address,
    keep_session: keepSession,
  })
}
/** As `takeToken`, of a new address: its user, and the session that stays (null: none ends). */
export const takeAddressToken = async (
  trx: Conn,
  secret: string,
  now: number,
): Promise<{ user: Row<'users'>; address: string; keep: string | null } | null> => {
  const token = await takeToken(trx, secret, 'address', now)
  const user = token && (await findUserById(trx, token.user_id))
  return user && token.address ? { user, address: token.address, keep: token.keep_session } : null
}
/** The new address is the user's; links that were sent to the old one lead nowhere, registrations of the new one are nobody's. */
export const setAddress = async (
  trx: Conn,
  userId: string,
  address: string,
  now: number,
): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ email: address, email_key: emailKey(address) })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('users').where('email_key', '=', pendingKey(address)).execute()
  await spendEmailTokens(trx, userId, 'reset', now)
}
