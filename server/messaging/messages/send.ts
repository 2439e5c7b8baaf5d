import type { Message } from '#contract/messaging/messages'
import { awayKind } from '../../away'
import type { Ctx, Viewer } from '../../context'
import { isDeadlock, isUniqueViolation } from '../../db/dialect'
import { BEGINS_LATE } from '../../db/postgres'
import { together } from '../../db/together'
import { Fail, fail } from '../../fail'
import { announce } from './announce'
import { OPEN } from '../conversations/mask'
import { presentMessage, presentMessages, type Around } from './present'
import { readable } from './text'
import { writeAll, type Send, type Written } from './write'

/** The identity a message is stored with: one's own, or null in both mode; a single identity is always itself. */
export const senderIdentity = (viewer: Viewer, asked: string | null): string | null => {
  if (asked === null) return viewer.identityIds.length > 1 ? null : (viewer.identityIds[0] ?? null)
  return viewer.identityIds.includes(asked) ? asked : fail('foreign_identity')
}

type Answer = Written | Fail
const writers = new WeakMap<Ctx, (send: Send) => Promise<Answer>>()
/** Sends that arrive together share a transaction; each is answered after its commit, and refused by itself. */
const writerOf = (ctx: Ctx): ((send: Send) => Promise<Answer>) => {
  const found = writers.get(ctx)
  if (found) return found
  const attempt = async (send: Send): Promise<Answer> => {
    const [outcome] = await ctx.db
      .transaction()
      .setIsolationLevel(BEGINS_LATE)
      .execute((trx) => writeAll(trx, ctx, [send], true))
    return outcome === undefined || outcome === 'held' ? new Fail('not_found') : outcome
  }
  const made = together<Send, Answer>({
    all: async (sends) =>
      (
        await ctx.db
          .transaction()
          .setIsolationLevel(BEGINS_LATE)
          .execute((trx) => writeAll(trx, ctx, sends, false))
      ).map((o) => (o === 'held' ? 'alone' : o)),
    // two tries at once: one writes, the other meets the unique key and answers what was written
    alone: (send) =>
      attempt(send).catch((error: unknown) =>
        isUniqueViolation(error) ? attempt(send) : Promise.reject(error),
      ),
    keys: ({ conversationId, viewer, body }) => [
      conversationId,
      `${viewer.accountId}:${body.client_msg_id}`,
    ],
    // of two that waited for each other one was ended: it may go on now
    isCommon: (error) => awayKind(error) !== null && !isDeadlock(error),
  })
  writers.set(ctx, made)
  return made
}

/** Stores a message once and answers it; the same client_msg_id answers the same message for ever. Publishing never delays it. */
export const postMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  body: Send['body'],
): Promise<Message> => {
  // what is answered is what every reader gets
  const content = readable(body.content)
  if (!content && !body.media_ids?.length) fail('empty_message')
  if (new Set(body.media_ids).size !== (body.media_ids?.length ?? 0)) fail('media_used')
  const written = await writerOf(ctx)({
    viewer,
    conversationId,
    body,
    content,
    identityId: senderIdentity(viewer, body.sender_identity_id),
  })
  if (written instanceof Fail) throw written
  const message = presentWritten(ctx, viewer, written)
  // in the order of the commits, however long each takes to be drawn up
  announce(ctx, { viewer, message, written })
  return message
}

const NOTHING: Omit<Around, 'senders'> = { media: [], reactions: [], quotes: new Map(), reads: [] }
/** A word that was just said has no reader and no reaction yet, and its sender is known. */
const presentWritten = async (
  ctx: Ctx,
  viewer: Viewer,
  { row, fresh, conversation, senders }: Written,
): Promise<Message> =>
  fresh && row.media_count === 0 && row.quote_id === null
    ? presentMessage(row, OPEN, { ...NOTHING, senders })
    : ((await presentMessages(ctx, conversation, [row], viewer.accountId))[0] ?? fail('not_found'))
