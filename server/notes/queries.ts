import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

/**
 * Every query takes the account that wrote the notes: there is no way from the member noted to its
 * notes.
 */
export const findNote = (
  db: Conn,
  accountId: string,
  aboutId: string,
): Promise<Row<'notes'> | undefined> =>
  db
    .selectFrom('notes')
    .where('account_id', '=', accountId)
    .where('about_account_id', '=', aboutId)
    .selectAll()
    .executeTakeFirst()

export const upsertNote = async (db: Conn, row: NewRow<'notes'>): Promise<void> => {
  const { global_feeling, global_comment, identity_feelings, updated_at } = row
  await db
    .insertInto('notes')
    .values(row)
    .onConflict((c) =>
      c
        .columns(['account_id', 'about_account_id'])
        .doUpdateSet({ global_feeling, global_comment, identity_feelings, updated_at }),
    )
    .execute()
}
export const deleteNote = async (db: Conn, accountId: string, aboutId: string): Promise<void> => {
  await db
    .deleteFrom('notes')
    .where('account_id', '=', accountId)
    .where('about_account_id', '=', aboutId)
    .execute()
}
