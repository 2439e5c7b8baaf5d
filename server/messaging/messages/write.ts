import { createHash } from 'node:crypto'
import type { sendMessage } from '#contract/messaging/messages'
import type { Parsed } from '#contract/route'
import { requireOwnMedia } from '../../access/members'
import { mayBeginIn } from '../../access/contact'
import { writeRefusals, type Partner, type Refusal } from '../../access/writing'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { Fail, fail } from '../../fail'
import { createRelation } from '../../relations/service'
import { newId } from '../../tokens'
import type { MessageContext } from './present'
import { messagesByIds } from '../queries'
import { unarchive } from './queries-acts'
import {
  lockAndRead,
  insertMessages,
  type LockedConversation,
  type SenderContext,
} from './queries-send'
import { messageKey } from '../reading/search-key'

/** A validated send; permissions are checked under the lock of its conversation. */
export interface Send {
  readonly viewer: Viewer
  readonly conversationId: string
  readonly body: Parsed<typeof sendMessage>['body']
  /** As it is stored. */
  readonly content: string
  /** null: both mode. */
  readonly identityId: string | null
}
export interface Written {
  readonly row: Row<'messages'>
  readonly conversation: Pick<LockedConversation, 'id' | 'type'>
  readonly senders: MessageContext['senders']
  readonly fresh: boolean
  newRelation: string | null
  /** Identities that had unread messages here: sending marks them as read. */
  readonly readBy: readonly string[]
}
/**
 * `locked`: the conversation is locked by another transaction, or missing; only waiting tells which.
 */
export type SendResult = Written | Fail | 'locked'

/**
 * Content hash: two attempts are the same message when conversation, text, pictures and sender
 * agree.
 */
const contentHash = ({ conversationId, content, identityId, body }: Send): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        conversationId,
        content,
        body.media_ids ?? [],
        identityId,
        ...(body.quoted_message_id ? [body.quoted_message_id] : []),
      ]),
    )
    .digest('hex')

/** The sending identities: one, or both. */
const writersOf = ({ identityId, viewer }: Send): readonly string[] =>
  identityId ? [identityId] : viewer.identityIds

/** One send with what was read under the lock. */
interface PendingSend {
  readonly send: Send
  readonly conversation: LockedConversation
  readonly identities: readonly SenderContext[]
  readonly first: SenderContext
  readonly hash: string
}

/**
 * Stores several sends in the caller's transaction, each as if it were alone: at most one per
 * conversation and per client_msg_id of an account. A refused send writes nothing and yields its
 * failure; the others continue. Without `wait`, a send to a locked conversation yields `locked`. The
 * transaction may be committed when this resolves: run no query in it afterwards. Rejects when the
 * database does: then none is stored.
 */
export const writeAll = async (
  trx: Conn,
  ctx: Ctx,
  sends: readonly Send[],
  wait: boolean,
): Promise<SendResult[]> => {
  const { conversations, senderContexts, partners } = await lockAndRead(
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
    const identities = senderContexts.filter((r) => Number(r.k) === k)
    const [first] = identities
    return conversation && first
      ? { send, conversation, identities, first, hash: contentHash(send) }
      : null
  })
  const refusalsByIndex = await refusals(trx, pending, partners)
  const results: SendResult[] = []
  for (const [k, send] of pending.entries())
    results.push(
      send === null
        ? wait
          ? new Fail('not_found')
          : 'locked'
        : await decide(trx, ctx, send, refusalsByIndex[k] ?? null),
    )
  await store(trx, ctx, pending, results)
  return results
}

/** Refusals by index; null for non-members. */
const refusals = async (
  trx: Conn,
  pending: readonly (PendingSend | null)[],
  partners: readonly Partner[] | null,
): Promise<Refusal[]> => {
  const members = pending.flatMap((u, k) =>
    u && u.first.is_admin !== null
      ? [
          {
            k,
            writer: {
              accountId: u.send.viewer.accountId,
              isAdmin: u.first.is_admin === 1,
              conversation: u.conversation,
            },
          },
        ]
      : [],
  )
  const found = await writeRefusals(
    trx,
    members.map((m) => m.writer),
    ...(partners ? [members.map((m) => partners.find((p) => Number(p.k) === m.k))] : []),
  )
  const all: Refusal[] = pending.map(() => null)
  members.forEach(({ k }, i) => {
    all[k] = found[i] ?? null
  })
  return all
}

/** Decides a send from what was read under the lock; writes nothing yet. */
const decide = async (
  trx: Conn,
  ctx: Ctx,
  pending: PendingSend,
  refusal: Refusal,
): Promise<SendResult> => {
  try {
    return await check(trx, ctx, pending, refusal)
  } catch (error) {
    if (error instanceof Fail) return error
    throw error
  }
}
const check = async (
  trx: Conn,
  ctx: Ctx,
  { send, conversation, identities, first, hash }: PendingSend,
  refusal: Refusal,
): Promise<Written> => {
  const { viewer, body, content, identityId, conversationId } = send
  const media = body.media_ids ?? []
  const quoteId = body.quoted_message_id ?? null
  if (first.is_admin === null) fail('not_found')
  const common = { conversation, senders: sendersOf(send, first), newRelation: null }
  if (first.written_id) {
    const [row] = await messagesByIds(trx, [first.written_id])
    return row?.client_hash === hash
      ? { ...common, row, fresh: false, readBy: [] }
      : fail('message_reused')
  }
  if (refusal) fail(refusal)
  if (
    conversation.type === 'direct' &&
    conversation.last_message_id === null &&
    !(await mayBeginIn(trx, viewer.accountId, conversationId))
  )
    fail('conversation_readonly')
  if (
    quoteId &&
    !(await trx
      .selectFrom('messages')
      .where('id', '=', quoteId)
      .where('conversation_id', '=', conversationId)
      .where('seq', '>', Number(first.visible_after))
      .where('deleted_at', 'is', null)
      .where('sender_account_id', 'is not', null)
      .select('id')
      .executeTakeFirst())
  )
    fail('quote_invalid')
  await requireOwnMedia(trx, viewer, media)
  if (
    media.length > 0 &&
    (await trx
      .selectFrom('message_media')
      .where('media_id', 'in', [...media])
      .select('media_id')
      .executeTakeFirst())
  )
    fail('media_used')
  // the conversation's clock: about ms since epoch, in commit order because the conversation is
  // locked
  const now = ctx.now()
  const seq = Math.max(Number(conversation.clock) + 1, Math.floor(now))
  const row: Row<'messages'> = {
    id: newId(),
    conversation_id: conversationId,
    seq,
    changed: seq,
    sender_account_id: viewer.accountId,
    sender_identity_id: identityId,
    content,
    content_key: messageKey(content),
    system_type: null,
    client_msg_id: body.client_msg_id,
    client_hash: hash,
    media_count: media.length,
    created_at: now,
    deleted_at: null,
    quote_id: quoteId,
  }
  return {
    ...common,
    row,
    fresh: true,
    readBy: identities.flatMap((s) => (s.unread && s.identity_id ? [s.identity_id] : [])),
  }
}
const sendersOf = ({ viewer, identityId }: Send, s: SenderContext): Written['senders'] => ({
  accounts: new Map([
    [viewer.accountId, { handle: s.handle, avatar_media_id: s.avatar_media_id, deleted_at: null }],
  ]),
  identities: new Map(
    identityId && s.identity_handle
      ? [
          [
            identityId,
            {
              id: identityId,
              handle: s.identity_handle,
              gender: s.identity_gender,
              avatar_media_id: s.identity_avatar,
            },
          ],
        ]
      : [],
  ),
})

const store = async (
  trx: Conn,
  ctx: Ctx,
  pending: readonly (PendingSend | null)[],
  results: readonly SendResult[],
): Promise<void> => {
  const fresh = results.flatMap((written, k) => {
    const one = pending[k]
    return one && written !== 'locked' && !(written instanceof Fail) && written.fresh
      ? [{ ...one, written }]
      : []
  })
  const isAll = fresh.every(
    ({ send, first }) => !send.body.media_ids?.length && !first.archived && first.has_written !== 0,
  )
  await insertMessages(
    trx,
    fresh.map((f) => f.written.row),
    isAll,
  )
  for (const { send, conversation, first, written } of fresh) {
    const { viewer, conversationId, body } = send
    if (body.media_ids?.length)
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
    if (first.archived) await unarchive(trx, conversationId, viewer.accountId)
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
