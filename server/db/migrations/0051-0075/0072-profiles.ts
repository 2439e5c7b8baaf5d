import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres, type Conn } from '../../dialect'

/**
 * Profiles are encrypted, but for the location, by which members are searched. What is moved here in
 * the clear the server encrypts within a day.
 */
const TABLE = `create table profiles (account_id text primary key references accounts (id) on delete cascade, data text not null)`
const SQLITE = [
  `insert into profiles (account_id, data) select id, json_remove(data, '$.location') from accounts where data <> '{}'`,
  `update accounts set data = json_object('location', json_extract(data, '$.location')) where data <> '{}'`,
]
const POSTGRES = [
  `insert into profiles (account_id, data) select id, (data::jsonb - 'location')::text from accounts where data <> '{}'`,
  `update accounts set data = jsonb_build_object('location', data::jsonb -> 'location')::text where data <> '{}'`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [TABLE, ...(isPostgres(db as Conn) ? POSTGRES : SQLITE)])
    await db.executeQuery(CompiledQuery.raw(text))
}
