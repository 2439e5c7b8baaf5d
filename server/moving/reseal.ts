import type Libsql from 'libsql'
import { SEALED_COLUMNS } from '../db/seal/columns'
import {
  columnKeysOf,
  keyOfValue,
  unsealText,
  sealText,
  type ColumnKeys,
  type ColumnRing,
  type Sealer,
} from '../db/seal/text'
import type { AccountKeyMap } from './account-keys'
import { OWNED, UNIQUE } from './owned'

type File = InstanceType<typeof Libsql>
type Value = string | number | null
interface Place {
  /** table.column */
  readonly purpose: string
  readonly owner: string
  /** Primary key of the row, as encrypted columns are bound to it; null: the column is not one. */
  readonly row: string | null
  readonly at: number
  readonly lost: Value
}

const BATCH = 2_000

/** Replaces each value of `OWNED` by what `change` returns; undefined: it stays. */
const changeValues = (
  file: File,
  change: (stored: string, place: Place) => Value | undefined,
): void => {
  for (const { table, owner, columns } of OWNED)
    for (const [column, lost] of Object.entries(columns)) {
      const sealed = SEALED_COLUMNS[table]
      const keys = sealed && column in sealed.columns ? sealed.keys : null
      const row = keys ? keys.map((key) => `cast(${key} as text)`).join(` || '|' || `) : 'null'
      const next = file.prepare(
        `select rowid as at, ${owner} as owner, ${row} as row, cast(${column} as text) as stored
         from ${table} where rowid > ? and ${column} is not null and ${column} <> ''
         order by rowid limit ${BATCH}`,
      )
      const set = file.prepare(`update ${table} set ${column} = ? where rowid = ?`)
      let last = 0
      for (;;) {
        const rows = next.all(last) as {
          at: number
          owner: string | null
          row: string | null
          stored: string
        }[]
        for (const { at, owner: account, row: id, stored } of rows) {
          if (account === null) continue
          const value = change(stored, {
            purpose: `${table}.${column}`,
            owner: account,
            row: id,
            at,
            lost: lost === UNIQUE ? `supprime_${at}` : lost,
          })
          if (value !== undefined) set.run(value, at)
        }
        if (rows.length < BATCH) break
        last = rows.at(-1)?.at ?? 0
      }
    }
}

/** The column keys of each account, derived once. */
const keysOfAccounts = (keys: AccountKeyMap): ((account: string) => ColumnKeys | null) => {
  const derived = new Map<string, ColumnKeys>()
  return (account) => {
    const known = derived.get(account)
    if (known) return known
    const key = keys.get(account)
    if (!key) return null
    const made = columnKeysOf(key)
    derived.set(account, made)
    return made
  }
}

/**
 * Encrypts what accounts wrote under their own keys, in a copy of the database without other
 * readers. Values of other owners, and those that cannot be read, stay as they are.
 */
export const sealForAccounts = (copy: File, sealer: Sealer, keys: AccountKeyMap): void => {
  const keysOf = keysOfAccounts(keys)
  changeValues(copy, (stored, { purpose, owner, row }) => {
    const to = keysOf(owner)
    if (!to) return undefined
    try {
      return sealText(to, purpose, owner, row === null ? stored : sealer.open(purpose, row, stored))
    } catch (error) {
      console.error(`${purpose} of ${row} cannot be read:`, String(error))
      return undefined
    }
  })
}

/**
 * The way back: under the master key of this place, or in the clear. Returns the accounts that were
 * erased since the backup; nothing that they wrote is left.
 */
export const openForAccounts = (
  copy: File,
  sealer: Sealer,
  master: ColumnRing,
  keys: AccountKeyMap,
): ReadonlySet<string> => {
  const keysOf = keysOfAccounts(keys)
  const gone = new Set<string>()
  changeValues(copy, (stored, { purpose, owner, row, lost }) => {
    const id = keyOfValue(stored)
    if (id === null || [master.current, master.old].some((k) => k?.id === id)) return undefined
    const from = keysOf(owner)
    if (!from) {
      // every login has an address: another value without its key may just be damaged
      if (purpose === 'users.email') gone.add(owner)
      return lost
    }
    if (from.id !== id) return undefined
    const text = unsealText({ current: from, old: null }, purpose, owner, stored)
    return row === null ? text : sealer.seal(purpose, row, text)
  })
  return gone
}
