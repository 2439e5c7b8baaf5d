import type { Message } from '#contract/messaging/messages'
import { unavailableDependency } from '../../outage'
import type { Ctx, Viewer } from '../../context'
import { isDeadlock, isUniqueViolation } from '../../db/dialect'
import { LAZY_BEGIN } from '../../db/postgres'
import { createBatcher } from '../../db/batching'
import { Fail, fail } from '../../fail'
import { publishHeld } from '../held/publish'
import { broadcastMessage } from './announce'
import { OPEN_MASK } from '../conversations/mask'
import { presentMessage, presentMessages, type MessageContext } from './present'
import { normalizeMessageText } from './text'
import type { SendRequest, WrittenMessage } from './send-types'
import { writeMessages } from './write'

/**
 * The identity a message is stored with: one of the caller's, or null in both mode; an only
 * identity is always itself.
 */
export const senderIdentity = (viewer: Viewer, identityId: string | null): string | null => {
  if (identityId === null)
    return viewer.identityIds.length > 1 ? null : (viewer.identityIds[0] ?? null)
  return viewer.identityIds.includes(identityId) ? identityId : fail('foreign_identity')
}

type SendOutcome = WrittenMessage | Fail
const writers = new WeakMap<Ctx, (send: SendRequest) => Promise<SendOutcome>>()
/** Batches concurrent sends into one transaction; each resolves after its commit or fails alone. */
const writerOf = (ctx: Ctx): ((send: SendRequest) => Promise<SendOutcome>) => {
  const found = writers.get(ctx)
  if (found) return found
  const attempt = async (send: SendRequest): Promise<SendOutcome> => {
    const [outcome] = await ctx.db
      .transaction()
      .setIsolationLevel(LAZY_BEGIN)
      .execute((trx) => writeMessages(trx, ctx, [send], true))
    return outcome === undefined || outcome === 'locked' ? new Fail('not_found') : outcome
  }
  const made = createBatcher<SendRequest, SendOutcome>({
    runBatch: async (sends) =>
      (
        await ctx.db
          .transaction()
          .setIsolationLevel(LAZY_BEGIN)
          .execute((trx) => writeMessages(trx, ctx, sends, false))
      ).map((o) => (o === 'locked' ? 'alone' : o)),
    // two concurrent attempts: one inserts, the other hits the unique key and then finds the stored
    // message
    runOne: (send) =>
      attempt(send).catch((error: unknown) =>
        isUniqueViolation(error) ? attempt(send) : Promise.reject(error),
      ),
    keys: ({ conversationId, viewer, body }) => [
      conversationId,
      `${viewer.accountId}:${body.client_msg_id}`,
    ],
    // sends that failed in a deadlock are retried one by one
    isCommon: (error) => unavailableDependency(error) !== null && !isDeadlock(error),
  })
  writers.set(ctx, made)
  return made
}

/**
 * Stores a message once and returns it; the same client_msg_id always returns the same message.
 * Publishing never delays it.
 */
export const postMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  body: SendRequest['body'],
): Promise<Message & { held?: boolean }> => {
  // the sender gets back what every reader gets
  const content = normalizeMessageText(body.content)
  if (!content && !body.media_ids?.length) fail('empty_message')
  if (body.brief && !body.media_ids?.length) fail('invalid_payload')
  if (new Set(body.media_ids).size !== (body.media_ids?.length ?? 0)) fail('media_used')
  const written = await writerOf(ctx)({
    viewer,
    conversationId,
    body,
    content,
    identityId: senderIdentity(viewer, body.sender_identity_id),
  })
  if (written instanceof Fail) throw written
  if (written.hold) return answerHeld(ctx, viewer, written)
  const message = presentWritten(ctx, viewer, written)
  // in commit order, however long each takes to present
  broadcastMessage(ctx, { viewer, message, written })
  return message
}

/** The reply in the shape of a message, which no thread holds: `seq` 0. */
const answerHeld = async (
  ctx: Ctx,
  viewer: Viewer,
  { row, conversation, fresh }: WrittenMessage,
): Promise<Message & { held: true }> => {
  if (fresh) publishHeld(ctx, viewer, row.conversation_id, row.id)
  const [message] = await presentMessages(
    ctx,
    conversation,
    [{ ...row, seq: 0, changed: 0, quote_id: null, media_count: 0 }],
    viewer.accountId,
  )
  return { ...(message ?? fail('not_found')), held: true }
}

const NOTHING: Omit<MessageContext, 'senders'> = {
  media: [],
  briefs: [],
  reactions: [],
  quotes: new Map(),
  reads: [],
  blocked: new Set(),
}
/** A new message has no readers and no reactions, and its sender is loaded already. */
const presentWritten = async (
  ctx: Ctx,
  viewer: Viewer,
  { row, fresh, conversation, senders }: WrittenMessage,
): Promise<Message> =>
  fresh && row.media_count === 0 && row.quote_id === null
    ? presentMessage(row, OPEN_MASK, { ...NOTHING, senders })
    : ((await presentMessages(ctx, conversation, [row], viewer.accountId))[0] ?? fail('not_found'))
