import type { AfterCommit, Ctx } from '../../context'
import { idsOrNone, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { forEachDueRow } from '../../each-due'
import { deleteMedia, deleteUnusedMedia, removeFiles } from '../../media/service'
import { lockConversation } from './members'

/** Groups without members, and without anyone who may still read them after a parting. */
const emptyGroups = (db: Conn) =>
  db
    .selectFrom('conversations as c')
    .where('c.type', '=', 'group')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversation_participants as p')
            .whereRef('p.conversation_id', '=', 'c.id')
            .where('p.left_at', 'is', null)
            .select('p.account_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('past_talks as t')
            .whereRef('t.conversation_id', '=', 'c.id')
            .select('t.account_id'),
        ),
      ),
    )
    .select('c.id')

/** Photos of a group's messages and its picture. */
const photosOf = (trx: Conn, { id, avatar_media_id }: Row<'conversations'>) =>
  trx
    .selectFrom('media as me')
    .where((eb) =>
      eb.or([
        eb(
          'me.id',
          'in',
          eb
            .selectFrom('message_media as mm')
            .innerJoin('messages as m', 'm.id', 'mm.message_id')
            .where('m.conversation_id', '=', id)
            .select('mm.media_id'),
        ),
        eb('me.id', '=', avatar_media_id ?? ''),
      ]),
    )
    .select(['me.id', 'me.account_id'])
    .execute()

/**
 * Deletes a group that has become empty, in the transaction that locked it; null when it is not.
 * Call the result after the commit: it deletes the photos that nothing else shows. Brief photos are
 * deleted at once: without their message they would count as ordinary photos.
 */
export const deleteIfEmpty = async (
  ctx: Ctx,
  trx: Conn,
  conversation: Row<'conversations'>,
): Promise<AfterCommit | null> => {
  const { id } = conversation
  if (!(await emptyGroups(trx).where('c.id', '=', id).executeTakeFirst())) return null
  const photos = await photosOf(trx, conversation)
  const brief = await trx
    .selectFrom('brief_photos as b')
    .innerJoin('messages as m', 'm.id', 'b.message_id')
    .where('m.conversation_id', '=', id)
    .select('b.media_id')
    .execute()
  const files = await deleteMedia(
    trx,
    brief.flatMap((b) => b.media_id ?? []),
  )
  await trx.deleteFrom('conversations').where('id', '=', id).execute()
  return async () => {
    await removeFiles(ctx, files)
    for (const owner of new Set(photos.map((p) => p.account_id)))
      await deleteUnusedMedia(
        ctx,
        owner,
        photos.filter((p) => p.account_id === owner).map((p) => p.id),
      )
  }
}

/**
 * The groups that lose a member or a reader with this account, in the transaction that deletes it.
 */
export const groupsLosingAccount = async (trx: Conn, accountId: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where('c.type', '=', 'group')
    .select('c.id')
    .union(
      trx
        .selectFrom('past_talks as t')
        .where('t.account_id', '=', accountId)
        .select('t.conversation_id as id'),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes those of these groups that have become empty; without ids: all that are. */
export const deleteEmptyGroups = async (ctx: Ctx, ids?: readonly string[]): Promise<void> => {
  const due = await emptyGroups(ctx.db)
    .$if(ids !== undefined, (q) => q.where('c.id', 'in', idsOrNone(ids ?? [])))
    .execute()
  await forEachDueRow(ctx, due, async ({ id }) => {
    const after = await ctx.db.transaction().execute(async (trx) => {
      const conversation = await lockConversation(trx, id)
      return conversation ? deleteIfEmpty(ctx, trx, conversation) : null
    })
    await after?.()
  })
}
