import { sql, type SqlBool } from 'kysely'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

/** The open request of an account. */
export const openPartingOf = (db: Conn, accountId: string): Promise<Row<'partings'> | undefined> =>
  db
    .selectFrom('partings')
    .where('account_id', '=', accountId)
    .where('state', '=', 'asked')
    .selectAll()
    .executeTakeFirst()

/** A held request, for the login that made it. */
export const heldPartingOf = (
  db: Conn,
  viewer: Pick<Viewer, 'accountId' | 'userId'>,
): Promise<Row<'partings'> | undefined> =>
  db
    .selectFrom('partings')
    .where('account_id', '=', viewer.accountId)
    .where('user_id', '=', viewer.userId)
    .where('state', '=', 'held')
    .selectAll()
    .executeTakeFirst()

/** Fails with `parting_open`: what would change who takes part in it. */
export const requireNoParting = async (db: Conn, accountId: string): Promise<void> => {
  if (await openPartingOf(db, accountId)) fail('parting_open')
}

/** A discussion that the viewer took part in before a parting; 404 for any other. */
export const requirePastTalk = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  conversationId: string,
): Promise<Row<'past_talks'>> =>
  (await db
    .selectFrom('past_talks')
    .where('account_id', '=', viewer.accountId)
    .where('conversation_id', '=', conversationId)
    .selectAll()
    .executeTakeFirst()) ?? fail('not_found')

/** SQL, on `messages as m` and `past_talks as pt` of its conversation: part of what may be read. */
export const isPast = sql<SqlBool>`(m.seq > pt.visible_after and m.seq <= pt.until_seq)`

/** Fails with `photo_parted` for photos of a former couple, which are never shown again. */
export const requireNotKept = async (db: Conn, mediaIds: readonly string[]): Promise<void> => {
  if (mediaIds.length === 0) return
  const kept = await db
    .selectFrom('kept_photos')
    .where('media_id', 'in', [...mediaIds])
    .select('media_id')
    .executeTakeFirst()
  if (kept) fail('photo_parted')
}
