import { sql } from 'kysely'
import { ALBUM_REQUEST_DAYS, DAY_MS } from '#contract/limits'
import type { Conn } from '../db/dialect'
import { areRelations } from './accounts'
import { notSeparated } from './blocks'
import { mayStartDirect } from './contact'
import { albumIsOpen } from './predicates'
import { mayShareWith } from './sharing'

/** Requests and refusals from before this instant (ms) have lapsed. */
export const requestCutoff = (now: number): number => now - ALBUM_REQUEST_DAYS * DAY_MS

/**
 * Whether the account may ask the owner for an album: it must be one that the owner may share with,
 * and that may write to the owner, since a request carries words.
 */
export const mayRequestAlbum = async (
  db: Conn,
  accountId: string,
  ownerId: string,
  now: number,
): Promise<boolean> => {
  if (!(await mayShareWith(db, accountId, ownerId))) return false
  if (await areRelations(db, accountId, ownerId)) return true
  const owner = await db
    .selectFrom('accounts')
    .where('id', '=', ownerId)
    .select(['id', 'preferences'])
    .executeTakeFirst()
  return owner !== undefined && mayStartDirect(db, accountId, owner, now)
}

/**
 * Requests that wait for their owners' answer: not refused, not lapsed, not granted in another way,
 * of members that still exist and no block separates.
 */
export const openAlbumRequests = (db: Conn, now: number) =>
  db
    .selectFrom('album_requests as q')
    .innerJoin('albums as al', 'al.id', 'q.album_id')
    .innerJoin('accounts as a', 'a.id', 'q.with_account_id')
    .where('al.is_public', '=', 0)
    .where('a.deleted_at', 'is', null)
    .where('q.refused_at', 'is', null)
    .where('q.asked_at', '>', requestCutoff(now))
    .where(notSeparated('q.with_account_id', sql.ref('q.account_id')))
    .where((eb) => eb.not(albumIsOpen(sql.ref('q.with_account_id'), now)))
    .selectAll('q')
    .select('al.name as album')
