import { requireMember } from '../access'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { hasReceipts, unreadFor } from './present'
import { participantsOf } from './queries'

/** Moves read positions forward, never back. Answers the identities whose position changed. */
export const moveReads = async (db: Conn, conversationId: string, accountId: string, identityIds: readonly string[], upTo: { id: string; seq: number }, nowMs: number): Promise<string[]> => {
  if (identityIds.length === 0) return []
  const rows = await db
    .insertInto('conversation_reads')
    .values(identityIds.map((identity_id) => ({ conversation_id: conversationId, identity_id, account_id: accountId, last_read_seq: upTo.seq, last_read_message_id: upTo.id, read_at: nowMs })))
    .onConflict((oc) =>
      oc.columns(['conversation_id', 'identity_id']).doUpdateSet((eb) => ({
        last_read_seq: eb.ref('excluded.last_read_seq'), last_read_message_id: eb.ref('excluded.last_read_message_id'), read_at: eb.ref('excluded.read_at'),
      })).whereRef('conversation_reads.last_read_seq', '<', 'excluded.last_read_seq'))
    .returning('identity_id')
    .execute()
  return rows.map((r) => r.identity_id)
}

/** The conversation is read to its end, by one identity or both. Publishes nothing when nothing moved. */
export const markRead = async (ctx: Ctx, viewer: Viewer, conversationId: string, body: { activeIdentity: 'both' } | { identityId: string }): Promise<number> => {
  const { conversation, participant } = await requireMember(ctx.db, viewer, conversationId)
  const identityIds = 'identityId' in body ? [viewer.identityIds.find((id) => id === body.identityId) ?? fail('foreign_identity')] : viewer.identityIds
  const last = await ctx.db.selectFrom('messages').where('conversation_id', '=', conversationId).where('seq', '>', participant.visible_after)
    .select(['id', 'seq']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  if (!last) return 0
  const now = ctx.now()
  const moved = await moveReads(ctx.db, conversationId, viewer.accountId, identityIds, last, now)
  const unread = (await unreadFor(ctx, viewer, [conversationId])).get(conversationId) ?? 0
  if (moved.length > 0) {
    const payload = { conversationId, accountId: viewer.accountId, identityIds: moved, readAt: new Date(now).toISOString(), lastReadMessageId: last.id, lastReadSeq: last.seq, unreadCount: unread }
    const receipts = hasReceipts(conversation.type)
    ctx.realtime.publish('message.read', payload, receipts ? { conversation: conversationId, accounts: await participantsOf(ctx.db, conversationId) } : { accounts: [viewer.accountId] })
  }
  return unread
}
