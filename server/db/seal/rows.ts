import { SEALED_COLUMNS } from './columns'
import { LIST_SETTING } from './job'
import { KEY_SETTING } from './require'
import type { Sealer } from './text'

type Row = Readonly<Record<string, string | number | null>>

const changed = (
  table: string,
  row: Row,
  change: (purpose: string, id: string, text: string, lost: string | null) => string | null,
): Row => {
  const sealed = SEALED_COLUMNS[table]
  if (!sealed) return row
  const id = sealed.keys.map((key) => String(row[key])).join('|')
  const next: Record<string, string | number | null> = { ...row }
  for (const [column, lost] of Object.entries(sealed.columns)) {
    const value = row[column]
    if (typeof value === 'string' && value !== '')
      next[column] = change(`${table}.${column}`, id, value, lost)
  }
  return next
}

/** The row of `settings` that names the file of keys beside this installation's backups. */
export const BACKUP_SETTING = 'backup_id'

/** Rows that describe the encryption of this place: untrue in another. */
const OWN_SETTINGS: readonly unknown[] = [KEY_SETTING, LIST_SETTING, BACKUP_SETTING]

/** Rows as they are moved to another place: in the clear, without its own settings. */
export const unsealRows = (sealer: Sealer, table: string, rows: readonly Row[]): Row[] =>
  rows
    .filter((row) => table !== 'settings' || !OWN_SETTINGS.includes(row['name']))
    .map((row) =>
      changed(table, row, (purpose, id, text, lost) => {
        try {
          return sealer.open(purpose, id, text)
        } catch (error) {
          console.error(`${purpose} of ${id} cannot be read:`, String(error))
          return lost
        }
      }),
    )
export const sealRows = (sealer: Sealer, table: string, rows: readonly Row[]): Row[] =>
  rows.map((row) => changed(table, row, sealer.seal))
