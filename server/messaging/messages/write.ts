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
import type { Around } from './present'
import { messagesByIds } from '../queries'
import { unarchive } from './queries-acts'
import { holdAndRead, insertMessages, type Held, type Standing } from './queries-send'
import { messageKey } from '../reading/search-key'

/** A send whose form is good; what it may do is asked under the lock of its conversation. */
export interface Send {
  readonly viewer: Viewer
  readonly conversationId: string
  readonly body: Parsed<typeof sendMessage>['body']
  /** As it is stored. */
  readonly content: string
  /** null: both. */
  readonly identityId: string | null
}
export interface Written {
  readonly row: Row<'messages'>
  readonly conversation: Pick<Held, 'id' | 'type'>
  readonly senders: Around['senders']
  readonly fresh: boolean
  newRelation: string | null
  /** Identities that had something unread: writing reads it. */
  readonly readBy: readonly string[]
}
/** `held`: somebody else holds the conversation, or it does not exist: only who waits for it knows. */
export type Outcome = Written | Fail | 'held'

/** What makes two tries the same message: its conversation, text, pictures and sender. */
const hashOf = ({ conversationId, content, identityId, body }: Send): string =>
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

/** Those who write: one identity, or both. */
const writersOf = ({ identityId, viewer }: Send): readonly string[] =>
  identityId ? [identityId] : viewer.identityIds

/** One send between its reading and its writing. */
interface Under {
  readonly send: Send
  readonly conversation: Held
  readonly standing: readonly Standing[]
  readonly first: Standing
  readonly hash: string
}

/**
 * Stores several sends in the caller's transaction, each as if it were alone: at most one of each conversation, and of each
 * client_msg_id of an account. One that is refused writes nothing, and is answered with its failure; the others go on. Without
 * `wait` nobody waits for a conversation that is held: its send is answered `held`. The transaction may be committed when this
 * resolves: nothing can be asked in it any more. Rejects when the database does: then none is stored.
 */
export const writeAll = async (
  trx: Conn,
  ctx: Ctx,
  sends: readonly Send[],
  wait: boolean,
): Promise<Outcome[]> => {
  const { conversations, standings, partners } = await holdAndRead(
    trx,
    sends.map((s) => ({
      conversationId: s.conversationId,
      accountId: s.viewer.accountId,
      clientMsgId: s.body.client_msg_id,
      writers: writersOf(s),
    })),
    wait,
  )
  const under = sends.map((send, k): Under | null => {
    const conversation = conversations.get(send.conversationId)
    const standing = standings.filter((r) => Number(r.k) === k)
    const [first] = standing
    return conversation && first
      ? { send, conversation, standing, first, hash: hashOf(send) }
      : null
  })
  const may = await refusals(trx, under, partners)
  const outcomes: Outcome[] = []
  for (const [k, one] of under.entries())
    outcomes.push(
      one === null
        ? wait
          ? new Fail('not_found')
          : 'held'
        : await outcomeOf(trx, ctx, one, may[k] ?? null),
    )
  await store(trx, ctx, under, outcomes)
  return outcomes
}

/** Of those who are members. */
const refusals = async (
  trx: Conn,
  under: readonly (Under | null)[],
  partners: readonly Partner[] | null,
): Promise<Refusal[]> => {
  const members = under.flatMap((u, k) =>
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
  const all: Refusal[] = under.map(() => null)
  members.forEach(({ k }, i) => {
    all[k] = found[i] ?? null
  })
  return all
}

/** What becomes of a send, by what is read under the lock; nothing is written yet. */
const outcomeOf = async (trx: Conn, ctx: Ctx, under: Under, refusal: Refusal): Promise<Outcome> => {
  try {
    return await check(trx, ctx, under, refusal)
  } catch (error) {
    if (error instanceof Fail) return error
    throw error
  }
}
const check = async (
  trx: Conn,
  ctx: Ctx,
  { send, conversation, standing, first, hash }: Under,
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
  // the conversation's clock: about ms since epoch, in commit order, because the conversation is held
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
    readBy: standing.flatMap((s) => (s.unread && s.identity_id ? [s.identity_id] : [])),
  }
}
const sendersOf = ({ viewer, identityId }: Send, s: Standing): Written['senders'] => ({
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
  under: readonly (Under | null)[],
  outcomes: readonly Outcome[],
): Promise<void> => {
  const fresh = outcomes.flatMap((written, k) => {
    const one = under[k]
    return one && written !== 'held' && !(written instanceof Fail) && written.fresh
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
      written.newRelation = await firstWord(trx, conversation, viewer.accountId, ctx.now())
  }
}

/** Two who have both written in their direct conversation become relations. Answers the other one, when that is new. */
const firstWord = async (
  trx: Conn,
  conversation: Held,
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
