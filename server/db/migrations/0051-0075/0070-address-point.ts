import { CompiledQuery, type Kysely } from 'kysely'

/**
 * The point of an address as a text, which is encrypted like the address. Existing points move
 * there; an older server that runs beside this one still writes them.
 */
const STATEMENTS = [
  `alter table events add column address_point text`,
  `update events set address_point = '{"lat":' || address_lat || ',"lng":' || address_lng || '}'
    where address is not null and address_lat is not null and address_lng is not null`,
  `update events set address_lat = null, address_lng = null where address_lat is not null or address_lng is not null`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
