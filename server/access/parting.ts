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

/** For acts that would change whom an open parting concerns: fails with `parting_open`. */
export const requireNoParting = async (db: Conn, accountId: string): Promise<void> => {
  if (await openPartingOf(db, accountId)) fail('parting_open')
}

const isGone = (account: string) =>
  `exists (select 1 from accounts as a where a.id = ${account} and a.deleted_at is not null)`

/**
 * Discussions that the account took part in before a parting. `title` and `partner_handle` are null
 * when they would name an account that is deleted or awaits deletion.
 */
export const pastTalks = (db: Conn, accountId: string) =>
  db
    .selectFrom('past_talks as pt')
    .innerJoin('partings as pa', 'pa.id', 'pt.parting_id')
    .where('pt.account_id', '=', accountId)
    .select([
      'pt.account_id',
      'pt.conversation_id',
      'pt.parting_id',
      'pt.visible_after',
      'pt.until_seq',
      'pa.account_id as left_account_id',
      'pa.identity_id as leaver_id',
      sql<string | null>`case when not exists (select 1 from conversations as c
        join conversation_participants as p on p.conversation_id = c.id
        where c.id = pt.conversation_id and c.type = 'direct' and p.account_id <> pa.account_id
        and ${sql.raw(isGone('p.account_id'))}) then pt.title end`.as('title'),
      sql<string | null>`case when not ${sql.raw(
        isGone(
          'case when pt.account_id = pa.account_id then pa.new_account_id else pa.account_id end',
        ),
      )} then pt.partner_handle end`.as('partner_handle'),
    ])
export type PastTalkRow = Awaited<ReturnType<ReturnType<typeof pastTalks>['execute']>>[number]

/** A discussion that the viewer took part in before a parting; 404 for any other. */
export const requirePastTalk = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  conversationId: string,
): Promise<PastTalkRow> =>
  (await pastTalks(db, viewer.accountId)
    .where('pt.conversation_id', '=', conversationId)
    .executeTakeFirst()) ?? fail('not_found')

/** SQL, on `messages as m` and `past_talks as pt` of its conversation: part of what may be read. */
export const isPastMessage = sql<SqlBool>`(m.seq > pt.visible_after and m.seq <= pt.until_seq)`

/** Fails with `photo_parted` for photos of a former couple, which are never shown again. */
export const requireNotParted = async (db: Conn, mediaIds: readonly string[]): Promise<void> => {
  if (mediaIds.length === 0) return
  const kept = await db
    .selectFrom('kept_photos')
    .where('media_id', 'in', [...mediaIds])
    .select('media_id')
    .executeTakeFirst()
  if (kept) fail('photo_parted')
}
