import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'

/** Passkeys of a person. */
export const identityPasskeysOf = (
  db: Conn,
  identityId: string,
): Promise<Row<'identity_passkeys'>[]> =>
  db
    .selectFrom('identity_passkeys')
    .where('identity_id', '=', identityId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** When the forgotten code and passkeys of a person end; null: they stay. Returns how many changed. */
export const scheduleSecretsEnd = async (
  trx: Conn,
  identityId: string,
  endsAt: number | null,
): Promise<number> => {
  let changed = 0n
  for (const table of ['identity_codes', 'identity_passkeys'] as const) {
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set({ ends_at: endsAt })
      .where('identity_id', '=', identityId)
      .where('ends_at', endsAt === null ? 'is not' : 'is', null)
      .executeTakeFirstOrThrow()
    changed += numUpdatedRows
  }
  return Number(changed)
}

/** Removes the codes and passkeys that were forgotten seven days ago. */
export const deleteForgottenSecrets = async (db: Conn, now: number): Promise<void> => {
  for (const table of ['identity_codes', 'identity_passkeys'] as const)
    await db.deleteFrom(table).where('ends_at', '<=', now).execute()
}
