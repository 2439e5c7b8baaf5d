import { sql } from 'kysely'
import { DAY_MS, SHARED_ALBUMS_MAX } from '#contract/limits'
import { isAgreed } from '../access/agreements'
import { notSeparated, separatedAccounts } from '../access/blocks'
import type { Viewer } from '../context'
import { chunksOf, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

export const albumsOf = (db: Conn, accountId: string): Promise<Row<'albums'>[]> =>
  db
    .selectFrom('albums')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * Private albums of others that are shared with the account, one by one or as all of an owner's, the
 * newest 300. Permission is checked again before they are shown.
 */
export const albumsSharedWith = (db: Conn, accountId: string): Promise<Row<'albums'>[]> => {
  const single = db
    .selectFrom('album_shares as s')
    .where('s.with_account_id', '=', accountId)
    .select('s.album_id as id')
  const all = db
    .selectFrom('sharings as h')
    .innerJoin('albums as o', 'o.account_id', 'h.account_id')
    .where('h.with_account_id', '=', accountId)
    .where('h.share_all_albums', '=', 1)
    .select('o.id')
  return db
    .selectFrom('albums as a')
    .where('a.id', 'in', single.union(all))
    .where('a.is_public', '=', 0)
    .selectAll('a')
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id')
    .limit(SHARED_ALBUMS_MAX)
    .execute()
}

/**
 * Locks an own album until the transaction ends; 404 for any other. The update locks the row on
 * PostgreSQL and the file on SQLite.
 */
export const lockOwnAlbum = async (
  trx: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  id: string,
): Promise<Row<'albums'>> =>
  (await trx
    .updateTable('albums')
    .set((eb) => ({ is_public: eb.ref('is_public') }))
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .returningAll()
    .executeTakeFirst()) ?? fail('not_found')

/** The same for any private album, whose owner cannot make it public meanwhile. */
export const lockPrivateAlbum = async (trx: Conn, id: string): Promise<Row<'albums'>> =>
  (await trx
    .updateTable('albums')
    .set((eb) => ({ is_public: eb.ref('is_public') }))
    .where('id', '=', id)
    .where('is_public', '=', 0)
    .returningAll()
    .executeTakeFirst()) ?? fail('not_found')

/** Accounts that may have this album on a screen: tied to its owner, or recorded as visitors. */
export const albumAudience = async (
  db: Conn,
  ownerId: string,
  albumId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('relations')
    .where('account_id', '=', ownerId)
    .select('with_account_id as id')
    .union(
      db
        .selectFrom('conversation_participants as mine')
        .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
        .innerJoin('conversation_participants as theirs', 'theirs.conversation_id', 'c.id')
        .where('mine.account_id', '=', ownerId)
        .where('mine.left_at', 'is', null)
        .where('c.type', '=', 'direct')
        .select('theirs.account_id as id'),
    )
    .union(
      db.selectFrom('album_accesses').where('album_id', '=', albumId).select('account_id as id'),
    )
    .execute()
  const blocked = await separatedAccounts(db, ownerId)
  return new Set([ownerId, ...rows.map((r) => r.id).filter((id) => !blocked.has(id))])
}

/** The owner, and the accounts that opened this album within a day: they may still show it. */
export const albumVisitors = async (
  db: Conn,
  ownerId: string,
  albumId: string,
  now: number,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('album_accesses')
    .where('album_id', '=', albumId)
    .where('at', '>', now - DAY_MS)
    .where(notSeparated('album_accesses.account_id', ownerId))
    .select('account_id')
    .distinct()
    .execute()
  return new Set([ownerId, ...rows.map((r) => r.account_id)])
}

export type PlacedMedia = Row<'media'> &
  Pick<Row<'album_media'>, 'album_id' | 'position' | 'added_at'>
/** Photos of albums as the viewer sees them: those of others only if all subjects agree. */
const shownIn = (db: Conn, viewerId: string) =>
  db
    .selectFrom('album_media as am')
    .innerJoin('albums as of', 'of.id', 'am.album_id')
    .where((eb) => eb.or([eb('of.account_id', '=', viewerId), isAgreed('am.media_id')]))

/**
 * A page of an album as the viewer sees it, by position, then by the time of addition. `only`: no
 * other photos than these.
 */
export const mediaOfAlbum = (
  db: Conn,
  viewerId: string,
  albumId: string,
  limit: number,
  offset: number,
  only?: readonly string[],
): Promise<PlacedMedia[]> => {
  const all = shownIn(db, viewerId)
    .innerJoin('media', 'media.id', 'am.media_id')
    .where('am.album_id', '=', albumId)
  return (only ? all.where('am.media_id', 'in', [...only]) : all)
    .selectAll('media')
    .select(['am.album_id', 'am.position', 'am.added_at'])
    .orderBy('am.position')
    .orderBy('am.added_at')
    .orderBy('am.media_id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Positions of photos; ids of other albums are ignored. */
export const movePositions = async (
  trx: Conn,
  albumId: string,
  positions: readonly { readonly mediaId: string; readonly position: number }[],
): Promise<void> => {
  for (const some of chunksOf(positions)) {
    const value = sql.join(
      some.map((p) => sql`when ${p.mediaId} then cast(${p.position} as integer)`),
      sql` `,
    )
    await trx
      .updateTable('album_media')
      .set({ position: sql<number>`case media_id ${value} else position end` })
      .where('album_id', '=', albumId)
      .where(
        'media_id',
        'in',
        some.map((p) => p.mediaId),
      )
      .execute()
  }
}

/** The first photos of each album, in one query. */
export const previewsOf = (
  db: Conn,
  viewerId: string,
  albumIds: readonly string[],
  each: number,
): Promise<PlacedMedia[]> =>
  albumIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom(
          shownIn(db, viewerId)
            .where('am.album_id', 'in', [...albumIds])
            .selectAll('am')
            .select(
              sql<number>`row_number() over (partition by am.album_id order by am.position, am.added_at, am.media_id)`.as(
                'place',
              ),
            )
            .as('am'),
        )
        .innerJoin('media', 'media.id', 'am.media_id')
        .where('am.place', '<=', each)
        .selectAll('media')
        .select(['am.album_id', 'am.position', 'am.added_at'])
        .orderBy('am.place')
        .execute()

export const countPhotosByAlbum = async (
  db: Conn,
  viewerId: string,
  albumIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (albumIds.length === 0) return new Map()
  const rows = await shownIn(db, viewerId)
    .where('am.album_id', 'in', [...albumIds])
    .groupBy('am.album_id')
    .select('am.album_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .execute()
  return new Map(rows.map((r) => [r.album_id, r.n]))
}

export const lastPosition = async (db: Conn, albumId: string): Promise<number> =>
  (
    await db
      .selectFrom('album_media')
      .where('album_id', '=', albumId)
      .select((eb) => eb.fn.max('position').as('last'))
      .executeTakeFirst()
  )?.last ?? -1

interface AccessRow {
  account_id: string
  handle: string
  deleted_at: number | null
  at: number
}
export const accessesOf = (db: Conn, albumId: string): Promise<AccessRow[]> =>
  db
    .selectFrom('album_accesses as x')
    .innerJoin('accounts as a', 'a.id', 'x.account_id')
    .where('x.album_id', '=', albumId)
    .select(['x.account_id', 'a.handle', 'a.deleted_at', 'x.at'])
    .orderBy('x.at', 'desc')
    .limit(200)
    .execute()

/** Albums among these that the account asked for since then, whatever became of it. */
export const requestedAlbums = async (
  db: Conn,
  accountId: string,
  albumIds: readonly string[],
  since: number,
): Promise<ReadonlySet<string>> => {
  if (albumIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('album_requests')
    .where('with_account_id', '=', accountId)
    .where('album_id', 'in', [...albumIds])
    .where('asked_at', '>', since)
    .select('album_id')
    .execute()
  return new Set(rows.map((r) => r.album_id))
}

/** When the access to these expires (ms); left out: it does not, or there is none. */
export const accessEndsByAlbum = async (
  db: Conn,
  accountId: string,
  albumIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  if (albumIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('album_shares as s')
    .innerJoin('albums as a', 'a.id', 's.album_id')
    .leftJoin('sharings as h', (join) =>
      join
        .onRef('h.account_id', '=', 's.account_id')
        .onRef('h.with_account_id', '=', 's.with_account_id')
        .on('h.share_all_albums', '=', 1),
    )
    .where('s.with_account_id', '=', accountId)
    .where('s.album_id', 'in', [...albumIds])
    .where('a.is_public', '=', 0)
    .where('s.expires_at', '>', now)
    .where('h.account_id', 'is', null)
    .select(['s.album_id', 's.expires_at'])
    .execute()
  return new Map(rows.map((r) => [r.album_id, Number(r.expires_at)]))
}
