import { PAST_TALK_PAGE, type PastMessages, type PastTalk } from '#contract/profile/parting'
import { requirePastTalk } from '../access/parting'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { presentMedia } from '../media/service'
import { mediaOf, namesOf, OPEN } from '../messaging/service'

/** Newest first. */
export const pastTalksOf = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
): Promise<PastTalk[]> => {
  const rows = await db
    .selectFrom('past_talks')
    .where('account_id', '=', viewer.accountId)
    .select(['conversation_id', 'title', 'until_seq'])
    .orderBy('until_seq', 'desc')
    .execute()
  return rows.map((r) => ({
    id: r.conversation_id,
    title: r.title,
    // the order of a discussion is its time
    last_message_at: iso(r.until_seq),
  }))
}

/** A page before a message, or the latest. Fails with `not_found`. */
export const readPast = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  before: string | undefined,
): Promise<PastMessages> => {
  const talk = await requirePastTalk(ctx.db, viewer, conversationId)
  const parting = await ctx.db
    .selectFrom('partings')
    .where('id', '=', talk.parting_id)
    .select(['account_id', 'identity_id'])
    .executeTakeFirstOrThrow()
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
  // only direct ones and groups are kept: no member of theirs is hidden
  const nameOf = await namesOf(ctx, page)
  return {
    title: talk.title,
    messages: page.map((m) => {
      const isCouple = m.sender_account_id === parting.account_id
      const isOwn =
        isCouple && (m.sender_identity_id === null || m.sender_identity_id === parting.identity_id)
      return {
        id: m.id,
        handle: isOwn ? '' : isCouple ? talk.partner_handle : nameOf(m, OPEN),
        is_own: isOwn,
        content: m.content,
        created_at: iso(m.created_at),
        media: photos
          .filter((ph) => ph.message_id === m.id)
          .map((ph) => presentMedia(ph, viewer.accountId)),
      }
    }),
    has_more: rows.length > page.length,
  }
}
