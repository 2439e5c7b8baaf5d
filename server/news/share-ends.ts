import type { Conn } from '../db/dialect'
import { markRemoved } from './replace'

export const shareOf = (payload: string): string =>
  String((JSON.parse(payload) as { share?: unknown }).share)

/** Reminders to the owner that a share ends. */
export const remindersOf = (trx: Conn, ownerId: string) =>
  trx
    .selectFrom('news')
    .where('account_id', '=', ownerId)
    .where('news_type', '=', 'album_share_ends')
    .where('deleted_at', 'is', null)
    .select(['id', 'payload'])
    .execute()

/** Removes the reminder that this share ends; returns the items to announce. */
export const withdrawShareEnd = async (
  trx: Conn,
  ownerId: string,
  shareId: string,
  now: number,
): Promise<readonly string[]> => {
  const rows = await remindersOf(trx, ownerId)
  return markRemoved(
    trx,
    rows.filter((r) => shareOf(r.payload) === shareId),
    now,
  )
}

/** Album names of the shares among these that still run, by the id of the share. */
export const albumNamesOfShares = async (
  db: Conn,
  payloads: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> => {
  const ids = payloads.map(shareOf)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('album_shares as s')
    .innerJoin('albums as al', 'al.id', 's.album_id')
    .where('s.id', 'in', ids)
    .where('s.expires_at', '>', now)
    .select(['s.id', 'al.name'])
    .execute()
  return new Map(rows.map((r) => [r.id, r.name]))
}
