import { PINNED_MAX } from '#contract/limits'
import type { ConversationSettings } from '#contract/messaging/messages'
import type { setConversationSettings } from '#contract/messaging/acts'
import type { Parsed } from '#contract/route'
import { requireMember } from '../../access/members'
import { holdAccount } from '../../access/messages'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import { countPinned, updateSeat } from '../messages/queries-acts'
import { conversationOf } from '../service'

/**
 * The caller's own settings; what is not named stays. Archived and pinned exclude each other: of one call, archiving wins.
 * Fails with `pinned_full` at the sixth pin. The caller's other devices hear of it.
 */
export const changeSettings = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  body: Parsed<typeof setConversationSettings>['body'],
): Promise<ConversationSettings> => {
  await ctx.db.transaction().execute(async (trx) => {
    // two pins at once must not make six
    await holdAccount(trx, viewer.accountId)
    const { participant: seat } = await requireMember(trx, viewer, conversationId)
    const archived = body.archived ?? (body.pinned === true ? false : seat.archived_at !== null)
    const pinned = !archived && (body.pinned ?? seat.pinned_at !== null)
    if (
      pinned &&
      seat.pinned_at === null &&
      (await countPinned(trx, viewer.accountId)) >= PINNED_MAX
    )
      fail('pinned_full')
    await updateSeat(trx, conversationId, viewer.accountId, {
      muted: (body.muted ?? seat.muted === 1) ? 1 : 0,
      pinned_at: pinned ? (seat.pinned_at ?? ctx.now()) : null,
      archived_at: archived ? (seat.archived_at ?? ctx.now()) : null,
    })
  })
  const conversation = await conversationOf(ctx, viewer, conversationId)
  ctx.realtime.publish('conversation.created', { conversation }, { accounts: [viewer.accountId] })
  return conversation.settings
}
