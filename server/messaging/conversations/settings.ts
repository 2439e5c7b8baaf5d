import { PINNED_MAX } from '#contract/limits'
import type { ConversationSettings } from '#contract/messaging/messages'
import type { setConversationSettings } from '#contract/messaging/acts'
import type { ParsedInput } from '#contract/route'
import { requireMember } from '../../access/members'
import { lockAccount } from '../../access/accounts'
import type { Ctx, Viewer } from '../../context'
import { flag } from '../../db/dialect'
import { fail } from '../../fail'
import { countPinned, updateMembership } from '../messages/queries-acts'
import { readOneConversation } from '../service'

/**
 * Changes the caller's own settings; omitted ones keep their value. Archived and pinned exclude
 * each other; archiving wins. Fails with `pinned_full` at the sixth pin. Published to the caller's
 * other devices.
 */
export const changeConversationSettings = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  body: ParsedInput<typeof setConversationSettings>['body'],
): Promise<ConversationSettings> => {
  await ctx.db.transaction().execute(async (trx) => {
    // two concurrent pins must not make six
    await lockAccount(trx, viewer.accountId)
    const { participant: membership } = await requireMember(trx, viewer, conversationId)
    const archived =
      body.archived ?? (body.pinned === true ? false : membership.archived_at !== null)
    const pinned = !archived && (body.pinned ?? membership.pinned_at !== null)
    if (
      pinned &&
      membership.pinned_at === null &&
      (await countPinned(trx, viewer.accountId)) >= PINNED_MAX
    )
      fail('pinned_full')
    await updateMembership(trx, conversationId, viewer.accountId, {
      muted: flag(body.muted ?? membership.muted === 1),
      pinned_at: pinned ? (membership.pinned_at ?? ctx.now()) : null,
      archived_at: archived ? (membership.archived_at ?? ctx.now()) : null,
    })
  })
  const conversation = await readOneConversation(ctx, viewer, conversationId)
  ctx.realtime.publish('conversation.created', { conversation }, { accounts: [viewer.accountId] })
  return conversation.settings
}
