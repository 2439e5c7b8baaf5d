import type { SelectQueryBuilder } from 'kysely'

/** How many rows a query without columns finds; PostgreSQL returns the number as text. */
export const countRows = async <DB, TB extends keyof DB>(
  // oxlint-disable-next-line typescript/no-empty-object-type -- Kysely's type of a query without columns
  query: SelectQueryBuilder<DB, TB, {}>,
): Promise<number> => {
  const row = await query.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()
  return Number((row as { n: unknown }).n)
}
