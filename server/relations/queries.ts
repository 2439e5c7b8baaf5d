import { sql } from 'kysely'
import { matchesPair } from '../access/pairs'
import { notSeparated } from '../access/blocks'
import { shareIsOpen } from '../access/predicates'
import { jsonNumber, likePattern, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'

export const insertRelation = async (
  trx: Conn,
  a: string,
  b: string,
  origin: Row<'relations'>['origin'],
  now: number,
): Promise<boolean> => {
  const [first, second] = a < b ? [a, b] : [b, a]
  const rows = await trx
    .insertInto('relations')
    // fixed order: two members who accept each other at the same moment cannot deadlock
    .values([
      { account_id: first, with_account_id: second, created_at: now, origin },
      { account_id: second, with_account_id: first, created_at: now, origin },
    ])
    .onConflict((c) => c.columns(['account_id', 'with_account_id']).doNothing())
    .returning('account_id')
    .execute()
  return rows.length > 0
}

export const deleteRelation = async (trx: Conn, a: string, b: string): Promise<boolean> => {
  const rows = await trx
    .deleteFrom('relations')
    .where(matchesPair(a, b))
    .returning('account_id')
    .execute()
  return rows.length > 0
}

export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}
/**
 * An account's relations that exist and that no block separates from it: the latest `limit`, with
 * this text in their handle and, with a box, whose commune lies in it.
 */
export const relationsOf = (
  db: Conn,
  accountId: string,
  limit: number,
  { q = '', box }: { readonly q?: string; readonly box?: Box } = {},
): Promise<Row<'relations'>[]> => {
  let query = db
    .selectFrom('relations as r')
    .innerJoin('accounts as a', 'a.id', 'r.with_account_id')
    .where('r.account_id', '=', accountId)
    .where('a.deleted_at', 'is', null)
    .where(notSeparated('r.with_account_id', accountId))
  if (q) query = query.where(sql<boolean>`a.handle_key like ${likePattern(q)} escape '\\'`)
  if (box) {
    const lat = jsonNumber(db, 'a.data', ['location', 'lat'])
    const lng = jsonNumber(db, 'a.data', ['location', 'lng'])
    query = query
      .where(lat, '>=', box.south)
      .where(lat, '<=', box.north)
      .where(lng, '>=', box.west)
      .where(lng, '<=', box.east)
  }
  return query
    .selectAll('r')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.with_account_id')
    .limit(limit)
    .execute()
}

export const countUsers = async (db: Conn, accountId: string): Promise<number> =>
  (await db.selectFrom('users').where('account_id', '=', accountId).select('id').execute()).length

export const sharingRow = (
  db: Conn,
  accountId: string,
  withId: string,
): Promise<Row<'sharings'> | undefined> =>
  db
    .selectFrom('sharings')
    .where('account_id', '=', accountId)
    .where('with_account_id', '=', withId)
    .selectAll()
    .executeTakeFirst()
export type OpenShare = Pick<Row<'album_shares'>, 'album_id' | 'with_account_id' | 'expires_at'>
/** Private albums shared individually and open now, with these accounts. */
export const openAlbumShares = (
  db: Conn,
  accountId: string,
  now: number,
  withIds: readonly string[],
): Promise<OpenShare[]> =>
  withIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('album_shares as s')
        .innerJoin('albums as a', 'a.id', 's.album_id')
        .where('s.account_id', '=', accountId)
        .where('s.with_account_id', 'in', [...withIds])
        .where('a.is_public', '=', 0)
        .where(shareIsOpen(now))
        .select(['s.album_id', 's.with_account_id', 's.expires_at'])
        .orderBy('a.created_at')
        .execute()
/** Which of these ids (null: all) are private albums of the account. */
export const ownPrivateAlbums = async (
  db: Conn,
  accountId: string,
  ids: readonly string[] | null,
): Promise<string[]> => {
  if (ids?.length === 0) return []
  const all = db
    .selectFrom('albums')
    .where('account_id', '=', accountId)
    .where('is_public', '=', 0)
    .select('id')
  return (await (ids ? all.where('id', 'in', [...ids]) : all).execute()).map((r) => r.id)
}
/** Ends what the two share, and their requests for albums. Returns whether either shared anything. */
export const deleteSharing = async (trx: Conn, a: string, b: string): Promise<boolean> => {
  let had = false
  for (const table of ['sharings', 'album_shares'] as const) {
    const rows = await trx
      .deleteFrom(table)
      .where(matchesPair(a, b))
      .returning('account_id')
      .execute()
    had ||= rows.length > 0
  }
  await endRequests(trx, a, b)
  return had
}
/** What the owner shares is no longer asked for: these albums, or all (null). */
export const closeAlbumRequests = async (
  trx: Conn,
  ownerId: string,
  askerId: string,
  albumIds: readonly string[] | null,
): Promise<void> => {
  if (albumIds?.length === 0) return
  const all = trx
    .deleteFrom('album_requests')
    .where('account_id', '=', ownerId)
    .where('with_account_id', '=', askerId)
  await (albumIds ? all.where('album_id', 'in', [...albumIds]) : all).execute()
}
/**
 * Deletes the pending requests for albums between the two. A refusal still silences the next ones,
 * but the asker sees the same as after the others: no request.
 */
const endRequests = async (trx: Conn, a: string, b: string): Promise<void> => {
  const both = [a, b]
  await trx
    .deleteFrom('album_requests')
    .where('account_id', 'in', both)
    .where('with_account_id', 'in', both)
    .where('refused_at', 'is', null)
    .execute()
  await trx
    .updateTable('album_requests')
    .set({ asked_at: 0 })
    .where('account_id', 'in', both)
    .where('with_account_id', 'in', both)
    .execute()
  await trx
    .deleteFrom('news')
    .where('account_id', 'in', both)
    .where('actor_account_id', 'in', both)
    .where('news_type', '=', 'album_requested')
    .execute()
}

interface StoredCommune {
  readonly place_id: string
  readonly city: string
  readonly lat: number
  readonly lng: number
}
/** The commune in the profile of each account. */
export const communesOf = async (
  db: Conn,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, StoredCommune>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .where('id', 'in', [...accountIds])
    .select(['id', 'data'])
    .execute()
  return new Map(
    rows.flatMap(({ id, data }): [string, StoredCommune][] => {
      const place = (JSON.parse(data) as { location?: Partial<StoredCommune> | null }).location
      return place?.place_id && typeof place.lat === 'number' && typeof place.lng === 'number'
        ? [
            [
              id,
              { place_id: place.place_id, city: place.city ?? '', lat: place.lat, lng: place.lng },
            ],
          ]
        : []
    }),
  )
}
