import type { ConversationPhoto, listPhotos } from '#contract/messaging/acts'
import type { ParsedInput, Reply } from '#contract/route'
import { requireMember } from '../../access/members'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import { presentMedia } from '../../media/service'
import { iso } from '../../iso'
import { maskFor } from '../conversations/mask'
import { countPhotos, pageOfPhotos, positionOfPhoto } from '../messages/queries-acts'
import { loadSenderNames } from '../conversations/names'

/**
 * Photos of a conversation, newest first. Fails with `not_found` for a `before` that does not
 * exist.
 */
export const listConversationPhotos = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  { direction, limit, before }: ParsedInput<typeof listPhotos>['query'],
): Promise<Reply<typeof listPhotos>> => {
  const { conversation, participant } = await requireMember(ctx.db, viewer, conversationId)
  const where = [
    ctx.db,
    conversationId,
    participant.visible_after,
    viewer.accountId,
    direction,
  ] as const
  const below = before ? ((await positionOfPhoto(before, ...where)) ?? fail('not_found')) : null
  const rows = await pageOfPhotos(below, limit + 1, ...where)
  const page = rows.slice(0, limit)
  const mask = await maskFor(ctx, conversation, viewer.accountId)
  const nameOf = await loadSenderNames(ctx, page)
  const photos = page.map((row): ConversationPhoto => ({
    ...presentMedia(row),
    message_id: row.message_id,
    created_at: iso(row.created_at),
    message_created_at: iso(row.message_created_at),
    sender_handle: nameOf(row, mask),
    is_own: row.sender_account_id === viewer.accountId,
  }))
  return { photos, total: await countPhotos(...where), direction, hasMore: rows.length > limit }
}
