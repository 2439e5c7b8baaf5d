import { sql, type SqlBool } from 'kysely'

/** SQL, on a table of pairs: those of the two, in either order. */
export const matchesPair = (a: string, b: string) =>
  sql<SqlBool>`((account_id = ${a} and with_account_id = ${b}) or (account_id = ${b} and with_account_id = ${a}))`
