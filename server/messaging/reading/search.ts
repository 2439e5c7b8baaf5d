import type { searchAllMessages } from '#contract/messaging/acts'
import type { ParsedInput, Reply } from '#contract/route'
import { requireMember } from '../../access/members'
import { requireMessage } from '../../access/messages'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import { iso } from '../../iso'
import { masksFor } from '../conversations/mask'
import { loadSenderNames } from '../conversations/names'
import { conversationsWithMessages } from '../messages/queries-acts'
import { findMessages, newestFirst, type FoundRow } from './search-find'
import { excerptAround, locateMatch, queryWords } from './search-key'

type Found = Reply<typeof searchAllMessages>
type SearchQuery = ParsedInput<typeof searchAllMessages>['query']

/** `rows` holds one more than `limit` when there are more. */
const present = async (
  ctx: Ctx,
  viewer: Viewer,
  conversations: Parameters<typeof masksFor>[1],
  rows: readonly FoundRow[],
  words: readonly string[],
  limit: number,
): Promise<Found> => {
  const page = rows.slice(0, limit)
  const maskIn = await masksFor(ctx, conversations, viewer.accountId)
  const nameOf = await loadSenderNames(ctx, page)
  return {
    hits: page.map((row) => ({
      messageId: row.id,
      conversationId: row.conversation_id,
      createdAt: iso(row.created_at),
      senderHandle: nameOf(row, maskIn(row.conversation_id)),
      is_own: row.sender_account_id === viewer.accountId,
      ...excerptAround(row.content, locateMatch(row.content, words) ?? [0, 0]),
    })),
    hasMore: rows.length > limit,
  }
}

/** In one conversation. Fails with `not_found`, also for a `before` of another conversation. */
export const searchConversation = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  { q, before, limit }: SearchQuery,
): Promise<Found> => {
  const { conversation, participant } = await requireMember(ctx.db, viewer, conversationId)
  const last = before ? (await requireMessage(ctx.db, viewer, before)).message : null
  if (last && last.conversation_id !== conversationId) fail('not_found')
  const words = queryWords(q)
  const scope = { id: conversationId, visible_after: participant.visible_after }
  const rows = words.length === 0 ? [] : await findMessages(ctx, [scope], words, last, limit + 1)
  return present(ctx, viewer, [conversation], rows, words, limit)
}

/** Conversations that are searched together. */
const AT_ONCE = 50

/**
 * In every conversation of the caller: those with the newest messages first, until the others
 * cannot hold newer matches.
 */
export const searchAllConversations = async (
  ctx: Ctx,
  viewer: Viewer,
  { q, before, limit }: SearchQuery,
): Promise<Found> => {
  const last = before ? (await requireMessage(ctx.db, viewer, before)).message : null
  const words = queryWords(q)
  const conversations =
    words.length === 0 ? [] : await conversationsWithMessages(ctx.db, viewer.accountId)
  let rows: FoundRow[] = []
  for (let i = 0; i < conversations.length; i += AT_ONCE) {
    const oldest = rows.length > limit ? rows.at(-1) : undefined
    if (oldest && (conversations[i]?.last_message_at ?? 0) < oldest.created_at) break
    const some = conversations.slice(i, i + AT_ONCE)
    const more = await findMessages(ctx, some, words, last, limit + 1)
    rows = [...rows, ...more].sort(newestFirst).slice(0, limit + 1)
  }
  return present(ctx, viewer, conversations, rows, words, limit)
}
