import { lockPhotos, requireAgreed } from '../../access/agreements'
import { requireOwnMedia } from '../../access/media'
import { mayWriteInDirect } from '../../access/contact'
import { requireUnrestricted } from '../../access/sanctions'
import { writeRefusals, type Partner, type Refusal } from '../../access/writing'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { Fail, fail } from '../../fail'
import { mediaUses } from '../../media/service'
import { newId } from '../../tokens'
import { messagesByIds } from '../queries'
import { findHeldRetry, isMediaHeld } from '../held/queries'
import { reasonToHold } from '../held/reasons'
import type { SenderContext } from './queries-send'
import { textHash } from './hashes'
import type { PendingSend, SendRequest, SendResult, WrittenMessage } from './send-types'

/** Refusals by index; null for non-members. */
export const sendRefusals = async (
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
    ...(partners ? [members.map((m) => partners.find((p) => p.k === m.k))] : []),
  )
  const all: Refusal[] = pending.map(() => null)
  members.forEach(({ k }, i) => {
    all[k] = found[i] ?? null
  })
  return all
}

/** Decides a send from what was read under the lock; writes nothing yet. */
export const decideSend = async (
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
): Promise<WrittenMessage> => {
  const { viewer, body, content, identityId, conversationId } = send
  const media = body.media_ids ?? []
  const quoteId = body.quoted_message_id ?? null
  if (first.is_admin === null) fail('not_found')
  const common = { conversation, senders: senderOfSend(send, first), newRelation: null, hold: null }
  if (first.written_id) {
    const [row] = await messagesByIds(trx, [first.written_id])
    return row?.client_hash === hash
      ? { ...common, row, fresh: false, readBy: [] }
      : fail('message_reused')
  }
  if (first.held_id && send.agreedHash === undefined)
    return {
      ...common,
      ...(await findHeldRetry(trx, first.held_id, hash)),
      fresh: false,
      readBy: [],
    }
  if (refusal) fail(refusal)
  if (Number(first.closed_until) > ctx.now()) {
    const actor = { ...viewer, identityId }
    await requireUnrestricted(trx, actor, 'messages', ctx.now())
    // also photos that were uploaded before the restriction
    if (media.length > 0) await requireUnrestricted(trx, actor, 'photos', ctx.now())
  }
  if (
    conversation.type === 'direct' &&
    conversation.last_message_id === null &&
    !(await mayWriteInDirect(trx, viewer.accountId, conversationId, ctx.now()))
  )
    fail('conversation_readonly')
  await checkParts(trx, send, first.visible_after)
  // the conversation's clock: about ms since epoch, in commit order because the conversation is
  // locked
  const now = ctx.now()
  const seq = Math.max(conversation.clock + 1, Math.floor(now))
  const row: Row<'messages'> = {
    id: newId(),
    conversation_id: conversationId,
    seq,
    changed: seq,
    sender_account_id: viewer.accountId,
    sender_identity_id: identityId,
    content,
    text_hash: textHash(ctx.secret, viewer.accountId, content),
    system_type: null,
    client_msg_id: body.client_msg_id,
    client_hash: hash,
    media_count: media.length,
    created_at: now,
    deleted_at: null,
    quote_id: quoteId,
    edited_at: null,
  }
  return {
    ...common,
    row,
    fresh: true,
    hold: send.agreedHash === undefined ? await reasonToHold(trx, send, first) : null,
    readBy: identities.flatMap((s) => (s.unread && s.identity_id ? [s.identity_id] : [])),
  }
}
/** The quote and the photos of a send; fails unless they may be used. */
const checkParts = async (trx: Conn, send: SendRequest, visibleAfter: number): Promise<void> => {
  const media = send.body.media_ids ?? []
  const quoteId = send.body.quoted_message_id ?? null
  if (
    quoteId &&
    !(await trx
      .selectFrom('messages')
      .where('id', '=', quoteId)
      .where('conversation_id', '=', send.conversationId)
      .where('seq', '>', visibleAfter)
      .where('deleted_at', 'is', null)
      .where('sender_account_id', 'is not', null)
      .select('id')
      .executeTakeFirst())
  )
    fail('quote_invalid')
  // locked before they are checked: a parting may give them to another account at the same moment
  await lockPhotos(trx, media)
  await requireOwnMedia(trx, send.viewer, media)
  if (send.agreedHash !== undefined) await requireAgreed(trx, media)
  if (media.length > 0 && send.agreedHash === undefined && (await isMediaHeld(trx, media)))
    fail('media_used')
  if (
    media.length > 0 &&
    (await trx
      .selectFrom('message_media')
      .where('media_id', 'in', [...media])
      .select('media_id')
      .executeTakeFirst())
  )
    fail('media_used')
  // a photo that is also used elsewhere could not be destroyed after its view
  if (send.body.brief && (await mediaUses(trx, media)).size > 0) fail('brief_used')
}
const senderOfSend = (
  { viewer, identityId }: SendRequest,
  s: SenderContext,
): WrittenMessage['senders'] => ({
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
