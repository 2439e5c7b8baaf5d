import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'

type Stored = Readonly<Record<string, unknown>>

/**
 * The profile of an account as one JSON text. Its location is searched by and lies with the account;
 * the rest is encrypted, in a table of its own, so that the many queries of accounts do not pay for
 * it.
 */
export const storedProfile = async (
  db: Conn,
  { id, data }: Pick<Row<'accounts'>, 'id' | 'data'>,
): Promise<string> => {
  const row = await db
    .selectFrom('profiles')
    .where('account_id', '=', id)
    .select('data')
    .executeTakeFirst()
  if (!row) return data
  return JSON.stringify({ ...(JSON.parse(data) as Stored), ...(JSON.parse(row.data) as Stored) })
}

/** What of a profile lies with the account, and what in `profiles`. */
export const splitProfile = (text: string): { readonly open: string; readonly rest: string } => {
  const { location, ...rest } = JSON.parse(text) as Stored
  return { open: JSON.stringify({ location: location ?? null }), rest: JSON.stringify(rest) }
}

interface Parts {
  readonly open: string
  /** Null: not divided yet. */
  readonly rest: string | null
}
export const storedParts = (db: Conn, accountId: string): Promise<Parts> =>
  db
    .selectFrom('accounts as a')
    .leftJoin('profiles as p', 'p.account_id', 'a.id')
    .where('a.id', '=', accountId)
    .select(['a.data as open', 'p.data as rest'])
    .executeTakeFirstOrThrow()

export const updateOpenPart = async (trx: Conn, accountId: string, open: string): Promise<void> => {
  await trx.updateTable('accounts').set({ data: open }).where('id', '=', accountId).execute()
}
export const updateEncryptedPart = async (
  trx: Conn,
  accountId: string,
  rest: string,
): Promise<void> => {
  await trx
    .insertInto('profiles')
    .values({ account_id: accountId, data: rest })
    .onConflict((c) =>
      c.column('account_id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })),
    )
    .execute()
}
export const updateStoredProfile = async (
  trx: Conn,
  accountId: string,
  text: string,
): Promise<void> => {
  const { open, rest } = splitProfile(text)
  await updateOpenPart(trx, accountId, open)
  await updateEncryptedPart(trx, accountId, rest)
}
