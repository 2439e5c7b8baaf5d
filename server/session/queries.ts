import { sql } from 'kysely'
import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'
import { keyOfAddress, pendingKey } from './email-key'

/** `key`: of an address, see `emailKey`. */
export const findConfirmed = (db: Conn, key: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('email_key', '=', key).selectAll().executeTakeFirst()

export const findPending = (db: Conn, key: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('email_key', '=', pendingKey(key)).selectAll().executeTakeFirst()

export const findUserById = (db: Conn, id: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()

/** Whether the address of an unconfirmed user was registered another time, unconfirmed too. */
export const isRegisteredTwice = async (db: Conn, user: Row<'users'>): Promise<boolean> => {
  const prefix = `${keyOfAddress(user.email_key)} `
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
  const key = keyOfAddress(user.email_key)
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
export const lockUserIfPassword = async (trx: Conn, user: Row<'users'>): Promise<boolean> =>
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

/**
 * Revokes what opens an account without a password: unused partner links and the calendar feed; and
 * what one of the two could have kept when they leave, links to become a relation or a guest too
 * (`all`): whoever follows one is not known to be them.
 */
export const revokeAccountLinks = async (
  trx: Conn,
  accountId: string,
  now: number,
  which: 'partner' | 'all' = 'partner',
): Promise<void> => {
  await trx
    .updateTable('join_links')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .$if(which === 'partner', (q) => q.where('kind', '=', 'partner'))
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
