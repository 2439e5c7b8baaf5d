import { PAST_TALK_PAGE, type PastMessages, type PastTalk } from '#contract/profile/parting'
import { pastTalks, requirePastTalk, type PastTalkRow } from '../access/parting'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { presentMedia } from '../media/service'
import { maskFor, mediaOf, loadSenderNames, removeMessage } from '../messaging/service'
import { DELETED_HANDLE } from '../profile/service'

/** Newest first. */
export const pastTalksOf = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
): Promise<PastTalk[]> => {
  const rows = await pastTalks(db, viewer.accountId).orderBy('pt.until_seq', 'desc').execute()
  return rows.map((r) => ({
    id: r.conversation_id,
    title: r.title ?? DELETED_HANDLE,
    // the order of a discussion is its time
    last_message_at: iso(r.until_seq),
  }))
}

type Sent = Pick<Row<'messages'>, 'sender_account_id' | 'sender_identity_id'>
/**
 * The author of a message in a discussion from before the separation; what both wrote is also one's
 * own.
 */
const writerOf = (talk: PastTalkRow): ((message: Sent) => 'own' | 'partner' | 'other') => {
  const stays = talk.account_id === talk.left_account_id
  return ({ sender_account_id, sender_identity_id }) => {
    if (sender_account_id !== talk.left_account_id) return 'other'
    return sender_identity_id === null || (sender_identity_id === talk.leaver_id) !== stays
      ? 'own'
      : 'partner'
  }
}

/** A page before a message, or the latest. Fails with `not_found`. */
export const readPastPage = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  before: string | undefined,
): Promise<PastMessages> => {
  const talk = await requirePastTalk(ctx.db, viewer, conversationId)
  const whoWrote = writerOf(talk)
  const all = ctx.db
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', talk.visible_after)
    .where('seq', '<=', talk.until_seq)
  const last =
    before === undefined
      ? talk.until_seq + 1
      : ((await all.where('id', '=', before).select('seq').executeTakeFirst())?.seq ??
        fail('not_found'))
  const rows = await all
    .where('seq', '<', last)
    .where('sender_account_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(PAST_TALK_PAGE + 1)
    .execute()
  const page = rows.slice(0, PAST_TALK_PAGE).reverse()
  const photos = await mediaOf(
    ctx.db,
    page.map((m) => m.id),
  )
  const conversation = await ctx.db
    .selectFrom('conversations')
    .where('id', '=', conversationId)
    .select(['id', 'type'])
    .executeTakeFirstOrThrow()
  // a guest who hides, or hides later, has no name here either
  const mask = await maskFor(ctx, conversation, viewer.accountId)
  const nameOf = await loadSenderNames(ctx, page)
  const handleOf = (whose: ReturnType<typeof whoWrote>, m: Sent): string => {
    if (whose === 'own') return ''
    return whose === 'partner' ? (talk.partner_handle ?? DELETED_HANDLE) : nameOf(m, mask)
  }
  return {
    title: talk.title ?? DELETED_HANDLE,
    messages: page.map((m) => {
      const whose = whoWrote(m)
      return {
        id: m.id,
        handle: handleOf(whose, m),
        is_own: whose === 'own',
        content: m.content,
        created_at: iso(m.created_at),
        media: photos.filter((ph) => ph.message_id === m.id).map((ph) => presentMedia(ph)),
      }
    }),
    has_more: rows.length > page.length,
  }
}

/**
 * Deletes a message that the viewer wrote before the parting, for all. Idempotent. Fails with
 * `not_found`, `message_not_yours`.
 */
export const deletePastMessages = async (
  ctx: Ctx,
  viewer: Viewer,
  messageId: string,
): Promise<void> => {
  const message =
    (await ctx.db
      .selectFrom('messages')
      .where('id', '=', messageId)
      .select(['conversation_id', 'seq', 'sender_account_id', 'sender_identity_id'])
      .executeTakeFirst()) ?? fail('not_found')
  const talk = await requirePastTalk(ctx.db, viewer, message.conversation_id)
  if (message.seq <= talk.visible_after || message.seq > talk.until_seq) fail('not_found')
  if (writerOf(talk)(message) !== 'own') fail('message_not_yours')
  const announce = await ctx.db.transaction().execute((trx) => removeMessage(ctx, trx, messageId))
  await announce()
}
