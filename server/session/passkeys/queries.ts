import { PASSKEY_QUESTION_S } from '#contract/limits'
import { flag, type Conn } from '../../db/dialect'
import type { NewRow, Row } from '../../db/tables'
import { hashSecret } from '../../tokens'

export const passkeysOf = (db: Conn, userId: string): Promise<Row<'passkeys'>[]> =>
  db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findPasskey = (db: Conn, credentialId: string): Promise<Row<'passkeys'> | undefined> =>
  db.selectFrom('passkeys').where('credential_id', '=', credentialId).selectAll().executeTakeFirst()

/** False when any user has registered this credential already. */
export const insertPasskey = async (trx: Conn, row: NewRow<'passkeys'>): Promise<boolean> =>
  (await trx
    .insertInto('passkeys')
    .values(row)
    .onConflict((c) => c.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const setPasskeyName = async (
  db: Conn,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> =>
  (await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deletePasskey = async (db: Conn, userId: string, id: string): Promise<boolean> =>
  (await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * False when another signature was counted meanwhile: of two with the same count, one comes from a
 * cloned key.
 */
export const advanceCounter = async (
  trx: Conn,
  passkey: Pick<Row<'passkeys'>, 'id' | 'counter'>,
  counter: number,
  now: number,
): Promise<boolean> =>
  (await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst()) !== undefined

type Kind = Row<'passkey_challenges'>['kind']
/** Stores a challenge and deletes expired ones. */
export const insertChallenge = async (
  db: Conn,
  challenge: string,
  kind: Kind,
  userId: string | null,
  now: number,
  identityId: string | null = null,
): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  await db
    .insertInto('passkey_challenges')
    .values({
      hash: hashSecret(challenge),
      kind,
      user_id: userId,
      identity_id: identityId,
      created_at: now,
      expires_at: now + PASSKEY_QUESTION_S * 1000,
    })
    .execute()
}

/** Consumes a challenge exactly once. */
export const consumeChallenge = async (
  db: Conn,
  challenge: string,
  now: number,
): Promise<Row<'passkey_challenges'> | undefined> => {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashSecret(challenge))
    .returningAll()
    .executeTakeFirst()
  return row && row.expires_at > now ? row : undefined
}
/**
 * The user of a ticket issued after a correct password, for a recovery code. It stays valid for a
 * second try.
 */
export const ticketUser = async (db: Conn, ticket: string, now: number): Promise<string | null> =>
  (
    await db
      .selectFrom('passkey_challenges')
      .where('hash', '=', hashSecret(ticket))
      .where('kind', '=', 'second')
      .where('expires_at', '>', now)
      .select('user_id')
      .executeTakeFirst()
  )?.user_id ?? null

export const writeSecondFactor = async (trx: Conn, userId: string, on: boolean): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ second_factor: flag(on) })
    .where('id', '=', userId)
    .execute()
}
export const replaceRecoveryCodes = async (
  trx: Conn,
  userId: string,
  rows: readonly NewRow<'recovery_codes'>[],
): Promise<void> => {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (rows.length > 0)
    await trx
      .insertInto('recovery_codes')
      .values([...rows])
      .execute()
}
export const countRecoveryCodes = async (db: Conn, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .select('id')
      .execute()
  ).length
/** Consumes a code exactly once, even when it is tried concurrently. */
export const consumeRecoveryCode = async (
  trx: Conn,
  userId: string,
  codeHash: string,
  now: number,
): Promise<boolean> =>
  (await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
