import { sql, type SqlBool } from 'kysely'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { existingAccounts } from './accounts'
import { separatedAccounts, notSeparated } from './blocks'
import { albumIsOpen } from './predicates'

/** Why an account may see an album: its own, public, shared; `private`: it may not. */
export type AlbumReason = 'owner' | 'public' | 'shared' | 'private'

/**
 * Reasons for a few albums, of one owner or many. Unknown ids and albums of deleted or blocked
 * accounts are left out.
 */
export const albumReasons = async (
  db: Conn,
  accountId: string,
  albums: readonly Pick<Row<'albums'>, 'id' | 'account_id' | 'is_public'>[],
  now: number,
): Promise<ReadonlyMap<string, AlbumReason>> => {
  if (albums.length === 0) return new Map()
  const open = new Set(
    (
      await db
        .selectFrom('albums as al')
        .where(
          'al.id',
          'in',
          albums.map((a) => a.id),
        )
        .where(albumIsOpen(accountId, now))
        .select('al.id')
        .execute()
    ).map((r) => r.id),
  )
  const blocked = await separatedAccounts(db, accountId)
  const existing = await existingAccounts(
    db,
    albums.map((a) => a.account_id),
  )
  return new Map(
    albums.flatMap((a): [string, AlbumReason][] => {
      if (a.account_id === accountId) return [[a.id, 'owner']]
      if (blocked.has(a.account_id) || !existing.has(a.account_id)) return []
      return [[a.id, !open.has(a.id) ? 'private' : a.is_public === 1 ? 'public' : 'shared']]
    }),
  )
}

/**
 * An album with the reason why the viewer may know of it; 404 for missing ones and across a block.
 */
export const requireKnownAlbum = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  albumId: string,
  now: number,
): Promise<{ album: Row<'albums'>; reason: AlbumReason }> => {
  const album = await db
    .selectFrom('albums as al')
    .innerJoin('accounts as ow', 'ow.id', 'al.account_id')
    .where('al.id', '=', albumId)
    // one that is hidden is refused by the same query as one that does not exist
    .where((eb) =>
      eb.or([
        eb('al.account_id', '=', viewer.accountId),
        eb.and([eb('ow.deleted_at', 'is', null), notSeparated('al.account_id', viewer.accountId)]),
      ]),
    )
    .selectAll('al')
    .executeTakeFirst()
  const reason = album && (await albumReasons(db, viewer.accountId, [album], now)).get(album.id)
  return album && reason ? { album, reason } : fail('not_found')
}
/** Only the owner may change an album; 404 for all others. */
export const requireOwnAlbum = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  albumId: string,
): Promise<Row<'albums'>> => {
  const album = await db
    .selectFrom('albums')
    .where('id', '=', albumId)
    .where('account_id', '=', viewer.accountId)
    .selectAll()
    .executeTakeFirst()
  return album ?? fail('not_found')
}
/** For its photos: 403 `album_private` for a locked album. */
export const requireSeenAlbum = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  albumId: string,
  now: number,
): Promise<Row<'albums'>> => {
  const { album, reason } = await requireKnownAlbum(db, viewer, albumId, now)
  return reason === 'private' ? fail('album_private') : album
}

/**
 * How many private albums of each of these owners are open to the reader now; without those of
 * none.
 */
export const countOpenAlbums = async (
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
  return new Map(rows.map((r) => [r.account_id, r.n]))
}
export const countOpenAlbumsOf = async (
  db: Conn,
  ownerId: string,
  readerId: string,
  now: number,
): Promise<number> => (await countOpenAlbums(db, [ownerId], readerId, now)).get(ownerId) ?? 0

/** SQL, on `news as n`: about albums that are closed to its reader by now, for whatever reason. */
export const isClosedShare = (now: number) =>
  sql<SqlBool>`(n.news_type = 'album_shared' and not exists (select 1 from albums as al
    where al.account_id = n.actor_account_id and al.is_public = 0
      and ${albumIsOpen(sql.ref('n.account_id'), now)}))`
