import { sql } from 'kysely'
import { directKey } from '../access/direct'
import { takeNextClock, type Conn } from '../db/dialect'
import type { ConversationMetadata } from '../db/tables-messaging'
import { groupBy } from '../group-by'
import { DELETED_HANDLE } from '../profile/service'
import type { Division } from './division'

interface DividedConversation {
  readonly id: string
  readonly type: 'direct' | 'group'
  readonly title: string | null
  readonly visible_after: number
  readonly clock: number
}
type Writers = 'leaver' | 'stays' | 'both' | 'nobody'

/**
 * The authors among the two, by discussion, read at once for all; a message sent in both mode has
 * both.
 */
const writersByConversation = async (
  trx: Conn,
  d: Division,
): Promise<(conversationId: string) => Writers> => {
  const rows = await trx
    .selectFrom('messages')
    .where('sender_account_id', '=', d.from)
    .where('deleted_at', 'is', null)
    .select(['conversation_id', 'sender_identity_id'])
    .distinct()
    .execute()
  const byConversation = groupBy(rows, (r) => r.conversation_id)
  return (conversationId) => {
    const ids = new Set(byConversation.get(conversationId)?.map((r) => r.sender_identity_id))
    if (ids.size === 0) return 'nobody'
    if (ids.size > 1 || ids.has(null)) return 'both'
    return ids.has(d.leaver.id) ? 'leaver' : 'stays'
  }
}

const othersOf = async (trx: Conn, d: Division, conversationId: string) =>
  trx
    .selectFrom('conversation_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.conversation_id', '=', conversationId)
    .where('p.account_id', '!=', d.from)
    .where('p.left_at', 'is', null)
    .select(['a.id', 'a.handle', 'a.deleted_at'])
    .orderBy('p.joined_at')
    .limit(4)
    .execute()

/** Photos that are seen once or for a day stay with the account that sent or opened them. */
const moveBrief = async (trx: Conn, d: Division, conversationId: string): Promise<void> => {
  const { to, from, leaver } = d
  if (!to) return
  const here = sql`select b.id from brief_photos as b join messages as m on m.id = b.message_id
    where m.conversation_id = ${conversationId}`
  await sql`update brief_views set account_id = ${to.accountId}
    where account_id = ${from} and photo_id in (${here})`.execute(trx)
  await sql`update media set account_id = ${to.accountId},
    identity_id = case when identity_id = ${leaver.id} then ${to.identityId} end
    where id in (select media_id from brief_photos where account_id = ${from} and id in (${here}))`.execute(
    trx,
  )
  await sql`update brief_photos set account_id = ${to.accountId}
    where account_id = ${from} and id in (${here})`.execute(trx)
}

/** A discussion in which only the leaver wrote goes with them: the other member goes on as before. */
const moveConversation = async (
  trx: Conn,
  d: Division,
  { id: conversationId, type }: DividedConversation,
): Promise<void> => {
  const { to, from, leaver } = d
  if (!to) return
  const own = await trx
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('sender_account_id', '=', from)
    .select('id')
    .orderBy('seq')
    .execute()
  for (const { id } of own) {
    // each with its own clock value, so that every reader's sync fetches the new sender
    const changed = (await takeNextClock(trx, conversationId, d.now)) ?? d.now
    await trx
      .updateTable('messages')
      .set({
        sender_account_id: to.accountId,
        sender_identity_id: to.identityId,
        changed,
      })
      .where('id', '=', id)
      .execute()
  }
  await sql`update conversation_participants set account_id = ${to.accountId}, four_hands = 0,
    four_hands_ending = null where conversation_id = ${conversationId} and account_id = ${from}`.execute(
    trx,
  )
  await sql`update conversation_reads set account_id = ${to.accountId},
    identity_id = ${to.identityId} where conversation_id = ${conversationId}
    and identity_id = ${leaver.id}`.execute(trx)
  await trx
    .deleteFrom('conversation_reads')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', from)
    .execute()
  await moveBrief(trx, d, conversationId)
  await sql`delete from reactions where account_id = ${from} and identity_key <> ${leaver.id}
    and message_id in (select id from messages where conversation_id = ${conversationId})`.execute(
    trx,
  )
  await sql`update reactions set account_id = ${to.accountId}, identity_key = ${to.identityId}
    where account_id = ${from}
    and message_id in (select id from messages where conversation_id = ${conversationId})`.execute(
    trx,
  )
  await trx
    .updateTable('messages')
    .set({ client_hash: to.accountId })
    .where('conversation_id', '=', conversationId)
    .where('sender_account_id', 'is', null)
    .where('client_hash', '=', from)
    .execute()
  if (type !== 'direct') return
  const [other] = await othersOf(trx, d, conversationId)
  const metadata = JSON.stringify({ startedBy: to.accountId } satisfies ConversationMetadata)
  if (other)
    await sql`update conversations set direct_key = ${directKey(to.accountId, other.id)},
      metadata = ${metadata} where id = ${conversationId}`.execute(trx)
}

/** The leaver keeps a read-only copy of the discussion; a direct one is closed for both. */
const keepPastTalk = async (
  trx: Conn,
  d: Division,
  conversation: DividedConversation,
): Promise<void> => {
  if (conversation.type === 'direct')
    // without its key the two may begin another
    await sql`update conversations set direct_key = ${`parted:${conversation.id}`},
      closed_at = ${d.now} where id = ${conversation.id}`.execute(trx)
  if (!d.to) return
  const others = await othersOf(trx, d, conversation.id)
  const names = others.map((o) => (o.deleted_at === null ? o.handle : DELETED_HANDLE))
  await trx
    .insertInto('past_talks')
    .values({
      account_id: d.to.accountId,
      conversation_id: conversation.id,
      parting_id: d.parting.id,
      title: conversation.title ?? (names.join(', ') || 'Discussion'),
      partner_handle: d.stays.handle,
      visible_after: conversation.visible_after,
      until_seq: conversation.clock,
    })
    .execute()
}

/**
 * The discussion of an event goes on with its guests. The leaver keeps a copy of it as it is; the
 * person who stays keeps one, too, if the place belonged to both (`settleDividedEvents` gives it up).
 */
const keepPastEventTalk = async (
  trx: Conn,
  d: Division,
  conversation: EventConversation,
): Promise<void> => {
  const base = {
    conversation_id: conversation.id,
    parting_id: d.parting.id,
    title: conversation.title ?? 'Discussion',
    visible_after: conversation.visible_after,
    until_seq: conversation.clock,
  }
  if (d.to)
    await trx
      .insertInto('past_talks')
      .values({ ...base, account_id: d.to.accountId, partner_handle: d.stays.handle })
      .execute()
  const place = await trx
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.event_id', '=', conversation.event_id)
    .where('p.account_id', '=', d.from)
    .where('p.identity_id', 'is', null)
    .where('p.status', '=', 'accepted')
    .where('e.creator_account_id', '!=', d.from)
    .where('e.start_at', '>', d.now)
    .select('p.id')
    .executeTakeFirst()
  if (place)
    await trx
      .insertInto('past_talks')
      .values({ ...base, account_id: d.from, partner_handle: d.leaver.handle })
      .execute()
}
interface EventConversation extends Omit<DividedConversation, 'type'> {
  readonly event_id: string | null
}
const divideEventConversations = async (
  trx: Conn,
  d: Division,
  writersOf: (conversationId: string) => Writers,
): Promise<void> => {
  const conversations: EventConversation[] = await trx
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('p.account_id', '=', d.from)
    .where('p.left_at', 'is', null)
    .where('c.type', 'in', ['event', 'event-direct'])
    .select(['c.id', 'c.title', 'c.clock', 'c.event_id', 'p.visible_after'])
    .orderBy('c.id')
    .execute()
  for (const conversation of conversations)
    if (writersOf(conversation.id) === 'both') await keepPastEventTalk(trx, d, conversation)
}

/** The discussions of the account. Returns those that others have to load again. */
export const divideConversations = async (trx: Conn, d: Division): Promise<string[]> => {
  const conversations = (await trx
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('p.account_id', '=', d.from)
    .where('p.left_at', 'is', null)
    .where('c.type', 'in', ['direct', 'group'])
    .select(['c.id', 'c.type', 'c.title', 'c.clock', 'p.visible_after'])
    .orderBy('c.id')
    .execute()) as DividedConversation[]
  const writersOf = await writersByConversation(trx, d)
  const changed: string[] = []
  for (const conversation of conversations) {
    const writers = writersOf(conversation.id)
    if (writers === 'leaver' && d.to) await moveConversation(trx, d, conversation)
    else if (writers === 'both') await keepPastTalk(trx, d, conversation)
    else continue
    changed.push(conversation.id)
  }
  await divideEventConversations(trx, d, writersOf)
  await trx
    .updateTable('conversation_participants')
    .set({ four_hands: 0, four_hands_ending: null })
    .where('account_id', '=', d.from)
    .execute()
  return changed
}

/**
 * In discussions that stay, the leaver's reactions become the remaining person's. The leaver's
 * messages keep an id that leads nowhere; their read positions go with their identity.
 */
export const keepReactions = async (trx: Conn, d: Division): Promise<void> => {
  await sql`delete from reactions where account_id = ${d.from} and identity_key = ${d.leaver.id}
    and exists (select 1 from reactions as r where r.message_id = reactions.message_id
      and r.account_id = ${d.from} and r.identity_key = ${d.stays.id})`.execute(trx)
  await sql`update reactions set identity_key = ${d.stays.id}
    where account_id = ${d.from} and identity_key = ${d.leaver.id}`.execute(trx)
}
