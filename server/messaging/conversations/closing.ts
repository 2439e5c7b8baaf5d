import type { Ctx } from '../../context'
import { retryOnDeadlock, takeNextClock } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { forEachDueRow } from '../../each-due'
import { deleteUnusedMedia } from '../../media/service'
import { republishMessages } from '../messages/deletion'
import { postSystem, publishSystemMessages } from '../messages/system'
import { lockConversation, publishConversation } from './members'

/** Messages that lose their photos in one transaction. */
const BATCH = 50
const LINE = 'La discussion est fermée, et ses photos sont effacées.'

/** Stops writing, with a system message; false when it is no longer due. */
const close = async (ctx: Ctx, id: string): Promise<boolean> => {
  const now = ctx.now()
  const done = await ctx.db.transaction().execute(async (trx) => {
    const c = await lockConversation(trx, id)
    if (!c || c.closes_at === null || c.closes_at > now) return null
    if (c.closed_at !== null) return { c, said: [] }
    const said = await postSystem(trx, id, { type: 'info', text: LINE }, now)
    await trx.updateTable('conversations').set({ closed_at: now }).where('id', '=', id).execute()
    return { c, said: [said] }
  })
  if (!done) return false
  if (done.said.length > 0) {
    await publishConversation(ctx, id)
    await publishSystemMessages(ctx, done.c, done.said)
  }
  return true
}

/** Removes the photos of some messages; a message without text is deleted. Returns what they had. */
const takePhotos = (ctx: Ctx, id: string) =>
  retryOnDeadlock(() =>
    ctx.db.transaction().execute(async (trx) => {
      const now = ctx.now()
      // before the messages, as sending and deleting do
      let clock = (await takeNextClock(trx, id, now)) ?? now
      const messages = await trx
        .selectFrom('messages as m')
        .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
        .where('m.conversation_id', '=', id)
        .where('m.media_count', '>', 0)
        // an organizer may have opened it again meanwhile
        .where('c.closed_at', 'is not', null)
        .select(['m.id', 'm.content', 'm.sender_account_id', 'm.deleted_at'])
        .orderBy('m.seq')
        .limit(BATCH)
        .execute()
      const photos: { owner: string; id: string }[] = []
      for (const m of messages) {
        const gone = await trx
          .deleteFrom('message_media')
          .where('message_id', '=', m.id)
          .returning('media_id')
          .execute()
        await trx
          .updateTable('brief_photos')
          .set({ expires_at: now })
          .where('message_id', '=', m.id)
          .where('expires_at', '>', now)
          .execute()
        photos.push(...gone.map((g) => ({ owner: m.sender_account_id ?? '', id: g.media_id })))
        const isEmpty = m.content === '' && m.deleted_at === null
        if (isEmpty) await trx.deleteFrom('reactions').where('message_id', '=', m.id).execute()
        await trx
          .updateTable('messages')
          .set({ media_count: 0, changed: clock, ...(isEmpty ? { deleted_at: now } : {}) })
          .where('id', '=', m.id)
          .execute()
        clock = (await takeNextClock(trx, id, now)) ?? now
      }
      return { messageIds: messages.map((m) => m.id), photos }
    }),
  )

/** Photos that nothing else uses go with their files. Repeatable after a failure at any step. */
const erasePhotos = async (ctx: Ctx, id: string): Promise<void> => {
  for (;;) {
    const { messageIds, photos } = await takePhotos(ctx, id)
    if (messageIds.length === 0) return
    await republishMessages(ctx, messageIds)
    for (const owner of new Set(photos.map((p) => p.owner)))
      await deleteUnusedMedia(
        ctx,
        owner,
        photos.flatMap((p) => (p.owner === owner ? [p.id] : [])),
      )
  }
}

/** Closes the discussions of events whose time has come; their text stays readable. */
export const closeDueConversations = async (ctx: Ctx): Promise<void> => {
  const due: Pick<Row<'conversations'>, 'id'>[] = await ctx.db
    .selectFrom('conversations')
    .where('closes_at', '<=', ctx.now())
    .where('type', '=', 'event')
    .select('id')
    .execute()
  await forEachDueRow(ctx, due, async ({ id }) => {
    if (!(await close(ctx, id))) return
    await erasePhotos(ctx, id)
    await ctx.db
      .updateTable('conversations')
      .set({ closes_at: null })
      .where('id', '=', id)
      .where('closed_at', 'is not', null)
      .execute()
  })
}
