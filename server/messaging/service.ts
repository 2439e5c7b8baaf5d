import type { Conversation, Message } from '#contract/messaging/messages'
import { isOpened } from '../access/direct'
import { requireMember } from '../access/members'
import type { Ctx, Viewer } from '../context'
import { likePattern } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { presentMessages } from './messages/present'
import { presentConversations } from './conversations/present'
import { messagesChangedSince } from './queries'
import {
  conversationsOf,
  searchConversationIds,
  type ListedConversation,
} from './conversations/queries-list'

/**
 * Interface of this room for later rooms (events, push, life…), and the reads of conversations that
 * its own routes share.
 */
export {
  announceEventDeletion,
  keepEventCreator,
  eventConversationId,
  eventDirectId,
  openEventConversation,
  openEventDirect,
  setEventPaused,
  updateEventConversation,
} from './conversations/event-conversations'
export { syncEventMembers, syncEventParticipants } from './conversations/event-members'
export { closeDueConversations } from './conversations/closing'
export { appointSuccessors } from './conversations/succession'
export { deleteEmptyGroups, groupsLosingAccount } from './conversations/empty-groups'
export { ensureDirect } from './conversations/direct'
export { republishMessages, removeMessage, restoreMessage } from './messages/deletion'
export { publishConversation } from './conversations/members'
export { maskFor } from './conversations/mask'
export { SUBJECT_NAME } from './messages/present'
export { loadSenderNames } from './conversations/names'
export { mediaOf } from './queries'
export { destroyExpiredBriefPhotos } from './brief/service'
export { releaseAgreedMessages } from './held/photos'

const SYNC_PAGE = 200

/** A direct conversation opened by the other member is not listed before its first message. */
const isShown = (row: ListedConversation, accountId: string): boolean =>
  row.type !== 'direct' || isOpened(row, accountId)

export const listOwnConversations = async (ctx: Ctx, viewer: Viewer): Promise<Conversation[]> =>
  presentConversations(
    ctx,
    viewer,
    (await conversationsOf(ctx.db, viewer.accountId)).filter((r) => isShown(r, viewer.accountId)),
  )

export const readOneConversation = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<Conversation> =>
  (
    await presentConversations(ctx, viewer, await conversationsOf(ctx.db, viewer.accountId, [id]))
  )[0] ?? fail('not_found')

/** `<` and `>` are ignored in a search; an empty search finds nothing. */
export const findConversations = async (
  ctx: Ctx,
  viewer: Viewer,
  text: string,
): Promise<Conversation[]> => {
  const wanted = text.replace(/[<>]/g, '').trim()
  if (!wanted) return []
  const ids = await searchConversationIds(ctx.db, viewer.accountId, likePattern(wanted))
  if (ids.length === 0) return []
  return presentConversations(
    ctx,
    viewer,
    (await conversationsOf(ctx.db, viewer.accountId, ids)).filter((r) =>
      isShown(r, viewer.accountId),
    ),
  )
}

export interface Changes {
  messages: Message[]
  lastSyncDate: string
  more: boolean
}
/**
 * Messages created or changed after `since`, in commit order. Clock values are assigned under the
 * conversation's lock: a change that commits later has a higher value than any read here, so none
 * is missed.
 */
export const changesSince = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  since: string,
): Promise<Changes> => {
  const { conversation, participant } = await requireMember(ctx.db, viewer, id)
  const rows = await messagesChangedSince(
    ctx.db,
    id,
    participant.visible_after,
    Date.parse(since),
    SYNC_PAGE + 1,
  )
  const more = rows.length > SYNC_PAGE
  const page = rows.slice(0, SYNC_PAGE)
  // rows may be newer than the clock read above: never return a date before the last row's
  const last = page.at(-1)?.changed ?? 0
  return {
    messages: await presentMessages(ctx, conversation, page, viewer.accountId),
    lastSyncDate: iso(more ? last : Math.max(last, conversation.clock)),
    more,
  }
}
