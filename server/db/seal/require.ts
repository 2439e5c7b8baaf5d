import { SettingError } from '../../env'
import type { Conn } from '../dialect'
import type { ColumnRing } from './text'

/** The row of `settings` that names the key of the encrypted columns. */
export const KEY_SETTING = 'column_key'

/** Id of the key that the database was last written with; null: it is in the clear. */
const columnKeyOf = async (db: Conn): Promise<string | null> => {
  const row = await db
    .selectFrom('settings')
    .where('name', '=', KEY_SETTING)
    .select('value')
    .executeTakeFirst()
  return row?.value ?? null
}
export const noteColumnKey = async (db: Conn, id: string): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ name: KEY_SETTING, value: id })
    .onConflict((c) => c.column('name').doUpdateSet({ value: id }))
    .execute()
}

/**
 * Throws when the database needs a master key that is not here: a server that cannot read it must
 * not start, nor write with another key.
 */
export const requireColumnKey = async (db: Conn, { current, old }: ColumnRing): Promise<void> => {
  const id = await columnKeyOf(db)
  if (id !== null && ![current, old].some((k) => k?.id === id))
    throw new SettingError(
      `The database is encrypted with the master key ${id}, which is not here: put it back as master-key in DATA_DIR, or set MASTER_KEY.`,
    )
  if (id === null && current) await noteColumnKey(db, current.id)
}
