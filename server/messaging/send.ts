import { createHash } from 'node:crypto'
import type { sendMessage, Message } from '#contract/messaging'
import type { Parsed } from '#contract/route'
import { requireMember, requireOwnMedia, writeRefusal } from '../access'
import type { Ctx, Viewer } from '../context'
import { isUniqueViolation, tick, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { createRelation } from '../relations/service'
import { newId } from '../tokens'
import { tell } from './mask'
import { presentMessages } from './present'
import { findBySender, messagesByIds, unreadConversations, unreadOf } from './queries'
import { unarchive } from './queries-acts'
import { announceReads, moveReads } from './reads'
import { readable } from './text'
import { messageKey } from './search-key'

type Body = Parsed<typeof sendMessage>['body']

/** What makes two tries the same message: its conversation, text, pictures and sender. */
const hashOf = (conversationId: string, content: string, media: readonly string[], identityId: string | null, quoteId: string | null): string =>
  createHash('sha256').update(JSON.stringify([conversationId, content, media, identityId, ...(quoteId ? [quoteId] : [])])).digest('hex')

/** The identity a message is stored with: one's own, or null in both mode; a single identity is always itself. */
export const senderIdentity = (viewer: Viewer, asked: string | null): string | null => {
  if (asked === null) return viewer.identityIds.length > 1 ? null : (viewer.identityIds[0] ?? null)
  return viewer.identityIds.includes(asked) ? asked : fail('foreign_identity')
}

interface Written {
  row: Row<'messages'>
  fresh: boolean
  newRelation: string | null
  /** Identities that had something unread: writing reads it. */
  readBy: string[]
}

const write = async (trx: Conn, ctx: Ctx, viewer: Viewer, conversationId: string, body: Body, content: string, identityId: string | null): Promise<Written> => {
  const media = body.media_ids ?? []
  const quoteId = body.quoted_message_id ?? null
  const hash = hashOf(conversationId, content, media, identityId, quoteId)
  const again = await findBySender(trx, viewer.accountId, body.client_msg_id)
  if (again) return again.client_hash === hash ? { row: again, fresh: false, newRelation: null, readBy: [] } : fail('message_reused')
  // the clock first: it locks the conversation, and everything after it is read under that lock
  const seq = (await tick(trx, conversationId, ctx.now())) ?? fail('not_found')
  const { conversation, participant } = await requireMember(trx, viewer, conversationId)
  const refusal = await writeRefusal(trx, viewer, conversation)
  if (refusal) fail(refusal)
  if (quoteId && !(await trx.selectFrom('messages').where('id', '=', quoteId).where('conversation_id', '=', conversationId).where('seq', '>', participant.visible_after).where('deleted_at', 'is', null).where('sender_account_id', 'is not', null).select('id').executeTakeFirst())) fail('quote_invalid')
  await requireOwnMedia(trx, viewer, media)
  if (media.length > 0 && (await trx.selectFrom('message_media').where('media_id', 'in', [...media]).select('media_id').executeTakeFirst())) fail('media_used')
  const row: Row<'messages'> = {
    id: newId(), conversation_id: conversationId, seq, changed: seq, sender_account_id: viewer.accountId, sender_identity_id: identityId,
    content, content_key: messageKey(content), system_type: null, client_msg_id: body.client_msg_id, client_hash: hash,
    media_count: media.length, created_at: ctx.now(), deleted_at: null, quote_id: quoteId,
  }
  await trx.insertInto('messages').values(row).execute()
  if (media.length > 0) await trx.insertInto('message_media').values(media.map((media_id, position) => ({ message_id: row.id, media_id, position }))).execute()
  await trx.updateTable('conversations').set({ last_message_id: row.id, last_message_at: row.created_at }).where('id', '=', conversationId).execute()
  await unarchive(trx, conversationId, viewer.accountId)
  const writers = identityId ? [identityId] : viewer.identityIds
  const readBy: string[] = []
  for (const id of writers) if ((await unreadOf(trx, viewer.accountId, id, [conversationId])).size > 0) readBy.push(id)
  // what one has written oneself, one has read
  await moveReads(trx, conversationId, viewer.accountId, writers, row, ctx.now())
  let newRelation: string | null = null
  if (participant.has_written === 0) {
    await trx.updateTable('conversation_participants').set({ has_written: 1 }).where('conversation_id', '=', conversationId).where('account_id', '=', viewer.accountId).execute()
    const other = conversation.type === 'direct'
      ? await trx.selectFrom('conversation_participants').where('conversation_id', '=', conversationId).where('account_id', '!=', viewer.accountId).where('has_written', '=', 1).select('account_id').executeTakeFirst()
      : undefined
    if (other && (await createRelation(trx, viewer.accountId, other.account_id, 'messages', ctx.now()))) newRelation = other.account_id
  }
  return { row, fresh: true, newRelation, readBy }
}

/** Stores a message once and answers it; the same client_msg_id answers the same message for ever. Publishing never delays it. */
export const postMessage = async (ctx: Ctx, viewer: Viewer, conversationId: string, body: Body): Promise<Message> => {
  // what is answered is what every reader gets
  const content = readable(body.content)
  if (!content && !body.media_ids?.length) fail('empty_message')
  if (new Set(body.media_ids).size !== (body.media_ids?.length ?? 0)) fail('media_used')
  const identityId = senderIdentity(viewer, body.sender_identity_id)
  const { conversation } = await requireMember(ctx.db, viewer, conversationId)
  const attempt = (): Promise<Written> => ctx.db.transaction().execute((trx) => write(trx, ctx, viewer, conversationId, body, content, identityId))
  // two tries at once: one writes, the other meets the unique key and answers what was written
  const written = await attempt().catch((error: unknown) => (isUniqueViolation(error) ? attempt() : Promise.reject(error)))
  const message = (await presentMessages(ctx, conversation, [written.row], viewer.accountId))[0] ?? fail('not_found')
  // a message that was written by a process which died before it could say so is said by the one that is asked again
  if (written.fresh || !announced.has(message.id)) ctx.bus.later('announce', () => announce(ctx, viewer, conversation, message, written))
  return message
}

/** Above this the members of a group count their unread conversations themselves, at the next list. */
const INBOXES_MAX = 50

/** The last messages that this process has announced: a second try of one of them is answered, not told again. */
const announced = new Set<string>()
const ANNOUNCED_MAX = 5_000
const noteAnnounced = (id: string): void => {
  announced.add(id)
  if (announced.size > ANNOUNCED_MAX) announced.delete(announced.values().next().value ?? '')
}

/** Hints for everybody concerned; whoever misses them catches up by sync. */
const announce = async (ctx: Ctx, viewer: Viewer, conversation: Row<'conversations'>, message: Message, written: Written): Promise<void> => {
  const { conversationId } = message
  noteAnnounced(message.id)
  const quoted = written.row.quote_id ? (await messagesByIds(ctx.db, [written.row.quote_id]))[0] : undefined
  const accounts = await tell(ctx, conversation, 'conversation.message.created', async (to) => {
    const seen = conversation.type === 'event' || to.isLate ? ((await presentMessages(ctx, conversation, [written.row], viewer.accountId, to))[0] ?? message) : message
    return { conversationId, message: seen, clientMsgId: seen.clientMsgId }
  }, quoted ? Number(quoted.seq) : null)
  const others = accounts.filter((id) => id !== viewer.accountId)
  if (written.fresh) ctx.bus.emit('message.sent', { conversationId, messageId: message.id, senderAccountId: viewer.accountId, recipientAccountIds: others })
  if (written.newRelation) ctx.bus.emit('relation.created', { accountId: viewer.accountId, withAccountId: written.newRelation })
  if (written.readBy.length > 0) await announceReads(ctx, viewer, conversation, written.readBy, written.row, ctx.now())
  await announceInboxes(ctx, others, written.row.created_at)
}

/** Tells each of these accounts in how many conversations it has something unread. `lastActivityAt`: ms. */
export const announceInboxes = async (ctx: Ctx, accounts: readonly string[], lastActivityAt: number | null): Promise<void> => {
  if (accounts.length > INBOXES_MAX) return
  const unread = await unreadConversations(ctx.db, accounts)
  const at = lastActivityAt === null ? null : new Date(lastActivityAt).toISOString()
  for (const accountId of accounts)
    ctx.realtime.publish('account.inbox.updated', { accountId, unreadConversations: unread.get(accountId) ?? 0, lastActivityAt: at }, { accounts: [accountId] })
}
