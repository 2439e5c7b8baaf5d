import { sql, type SqlBool } from 'kysely'
import type { Conn } from '../db/dialect'
import { albumIsOpen } from './predicates'

/**
 * How many private albums of each of these owners are open to the reader now; without those of
 * none.
 */
export const openAlbumsOf = async (
  db: Conn,
  ownerIds: readonly string[],
  readerId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  if (ownerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('albums as al')
    .where('al.account_id', 'in', [...new Set(ownerIds)])
    .where('al.is_public', '=', 0)
    .where(albumIsOpen(readerId, now))
    .groupBy('al.account_id')
    .select((eb) => ['al.account_id', eb.fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map((r) => [r.account_id, Number(r.n)]))
}

/** SQL, on `news as n`: about albums that are closed to its reader by now, for whatever reason. */
export const isClosedShare = (now: number) =>
  sql<SqlBool>`(n.news_type = 'album_shared' and not exists (select 1 from albums as al
    where al.account_id = n.actor_account_id and al.is_public = 0
      and ${albumIsOpen(sql.ref('n.account_id'), now)}))`
