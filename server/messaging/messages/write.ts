import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import { Fail } from '../../fail'
import { createRelation } from '../../relations/service'
import { insertBrief } from '../brief/queries'
import { insertHeld } from '../held/queries'
import { unarchiveForMembers } from './queries-acts'
import { lockAndReadSends, insertMessages, type LockedConversation } from './queries-send'
import { sendRefusals, decideSend } from './check-send'
import { sendHash } from './hashes'
import type { PendingSend, SendRequest, SendResult } from './send-types'

/** The sending identities: one, or both. */
const writersOf = ({ identityId, viewer }: SendRequest): readonly string[] =>
  identityId ? [identityId] : viewer.identityIds

/**
 * Stores several sends in the caller's transaction, each as if it were alone: at most one per
 * conversation and per client_msg_id of an account. A refused send writes nothing and yields its
 * failure; the others continue. Without `wait`, a send to a locked conversation yields `locked`. The
 * transaction may be committed when this resolves: run no query in it afterwards. Rejects when the
 * database does: then none is stored.
 */
export const writeMessages = async (
  trx: Conn,
  ctx: Ctx,
  sends: readonly SendRequest[],
  wait: boolean,
): Promise<SendResult[]> => {
  const { conversations, senderContexts, partners } = await lockAndReadSends(
    trx,
    sends.map((s) => ({
      conversationId: s.conversationId,
      accountId: s.viewer.accountId,
      clientMsgId: s.body.client_msg_id,
      writers: writersOf(s),
    })),
    wait,
  )
  const pending = sends.map((send, k): PendingSend | null => {
    const conversation = conversations.get(send.conversationId)
    const identities = senderContexts.filter((r) => r.k === k)
    const [first] = identities
    return conversation && first
      ? { send, conversation, identities, first, hash: sendHash(ctx.secret, send) }
      : null
  })
  const refusalsByIndex = await sendRefusals(trx, pending, partners)
  const results: SendResult[] = []
  for (const [k, send] of pending.entries())
    results.push(
      send === null
        ? wait
          ? new Fail('not_found')
          : 'locked'
        : await decideSend(trx, ctx, send, refusalsByIndex[k] ?? null),
    )
  await store(trx, ctx, pending, results)
  return results
}

const store = async (
  trx: Conn,
  ctx: Ctx,
  pending: readonly (PendingSend | null)[],
  results: readonly SendResult[],
): Promise<void> => {
  const all = results.flatMap((written, k) => {
    const one = pending[k]
    return one && written !== 'locked' && !(written instanceof Fail) && written.fresh
      ? [{ ...one, written }]
      : []
  })
  for (const { send, written } of all)
    if (written.hold) await insertHeld(trx, send, written.row, written.hold)
  const fresh = all.filter((f) => f.written.hold === null)
  const isLast = fresh.every(
    ({ send, first }) => !send.body.media_ids?.length && !first.archived && first.has_written !== 0,
  )
  await insertMessages(
    trx,
    ctx.database.sealer,
    fresh.map((f) => f.written.row),
    isLast,
  )
  for (const { send, conversation, first, written } of fresh) {
    const { viewer, conversationId, body } = send
    if (body.media_ids?.length && body.brief)
      await insertBrief(trx, written.row, viewer.accountId, body.brief, body.media_ids)
    else if (body.media_ids?.length)
      await trx
        .insertInto('message_media')
        .values(
          body.media_ids.map((media_id, position) => ({
            message_id: written.row.id,
            media_id,
            position,
          })),
        )
        .execute()
    if (first.archived) await unarchiveForMembers(trx, conversationId, viewer.accountId)
    if (first.has_written === 0)
      written.newRelation = await recordFirstMessage(trx, conversation, viewer.accountId, ctx.now())
  }
}

/**
 * Notes that the account has written. Two members who both wrote in their direct conversation
 * become relations: returns the other one when the relation is new.
 */
const recordFirstMessage = async (
  trx: Conn,
  conversation: LockedConversation,
  accountId: string,
  nowMs: number,
): Promise<string | null> => {
  await trx
    .updateTable('conversation_participants')
    .set({ has_written: 1 })
    .where('conversation_id', '=', conversation.id)
    .where('account_id', '=', accountId)
    .execute()
  if (conversation.type !== 'direct') return null
  const other = await trx
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', conversation.id)
    .where('account_id', '!=', accountId)
    .where('has_written', '=', 1)
    .select('account_id')
    .executeTakeFirst()
  return other && (await createRelation(trx, accountId, other.account_id, 'messages', nowMs))
    ? other.account_id
    : null
}
