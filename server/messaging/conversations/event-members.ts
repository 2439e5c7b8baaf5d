import { sql } from 'kysely'
import { existingAccounts, identityIdsOf } from '../../access/accounts'
import { separatedAccounts } from '../../access/blocks'
import type { AfterCommit, Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { groupBy } from '../../group-by'
import {
  logFailures,
  setMemberHidden,
  lockConversation,
  inTransaction,
  setMemberAdmin,
  addMember,
  currentMembers,
  endMembership,
  type MemberRow,
} from './members'
import { eventConversationId } from './event-conversations'
import { moveReads } from '../reading/reads'
import { postSystem, type SystemLine } from '../messages/system'
import {
  type ConversationRow,
  lockConversationsOf,
  membersOfEvent,
  noChanges,
  type ConversationChanges,
  publishChanges,
} from './event-changes'

interface WantedMember {
  readonly isAdmin: boolean
  readonly hidden: boolean
}
/**
 * Brings the members of one conversation, which is locked, in line with the event, with a system
 * message for each change. New members may read the past. `members`: those of now, or of them only
 * those who may change. `existing`: accounts that are not deleted. `separated`: accounts that are
 * not added. `isEnded`: departures post no system message.
 */
const syncMembers = async (
  ctx: Ctx,
  trx: Conn,
  conversation: ConversationRow,
  wanted: ReadonlyMap<string, WantedMember>,
  {
    members,
    existing,
    separated,
    isEnded,
  }: {
    members: readonly MemberRow[]
    existing: ReadonlySet<string>
    separated?: () => Promise<ReadonlySet<string>>
    isEnded: boolean
  },
): Promise<ConversationChanges> => {
  const changes = noChanges(conversation)
  const id = conversation.id
  const now = ctx.now()
  const say = async (type: SystemLine['type'], subject: string, text: string): Promise<void> =>
    void changes.said.push(await postSystem(trx, id, { type, subject, text }, now))
  const inside = new Map(members.map((s) => [s.account_id, s]))
  for (const [accountId, as] of wanted) {
    const was = inside.get(accountId)
    if (!was && (!existing.has(accountId) || (await separated?.())?.has(accountId))) continue
    if (!was) {
      await addMember(trx, id, accountId, { ...as, visibleAfter: 0 }, now)
      await markPastRead(trx, conversation, accountId, now)
      await say('participant_joined', accountId, 'a rejoint la discussion')
      changes.added.push(accountId)
    } else if ((was.hidden === 1) !== as.hidden) {
      await setMemberHidden(trx, id, accountId, as.hidden)
      changes.renewed.push(await touchMessagesOf(trx, id, accountId))
      if (as.hidden) changes.secluded.push(accountId)
    }
    if ((was?.is_admin === 1) === as.isAdmin) continue
    await setMemberAdmin(trx, id, accountId, as.isAdmin)
    await say(
      as.isAdmin ? 'co_organizer_added' : 'co_organizer_removed',
      accountId,
      as.isAdmin ? 'co-organise maintenant la sortie' : 'ne co-organise plus la sortie',
    )
    if (was) changes.added.push(accountId)
    if (!as.isAdmin) changes.secluded.push(accountId)
  }
  for (const [accountId, was] of inside) {
    if (wanted.has(accountId)) continue
    // no place is given up after the event: a departure then would reveal a zone or a block
    if (!isEnded && was.is_admin === 1)
      await say('co_organizer_removed', accountId, 'ne co-organise plus la sortie')
    await endMembership(trx, id, accountId, now)
    if (!isEnded) await say('participant_left', accountId, 'a quitté la discussion')
    changes.left.push(accountId)
  }
  return changes
}
/** A new member may read the past, but it does not count as unread. */
const markPastRead = async (
  trx: Conn,
  conversation: ConversationRow,
  accountId: string,
  now: number,
): Promise<void> => {
  const last = await trx
    .selectFrom('messages')
    .where('conversation_id', '=', conversation.id)
    .select(['id', 'seq'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const identities = await identityIdsOf(trx, accountId)
  await moveReads(trx, conversation.id, accountId, identities, last, now)
}
/**
 * A member became hidden or visible, so its messages show another name: sync returns them again,
 * each with its own clock value. Returns the newest of them.
 */
const touchMessagesOf = async (
  trx: Conn,
  conversationId: string,
  accountId: string,
): Promise<Row<'messages'> | null> => {
  const { clock } = await trx
    .selectFrom('conversations')
    .where('id', '=', conversationId)
    .select('clock')
    .executeTakeFirstOrThrow()
  const concerned = trx
    .selectFrom('messages as m')
    .where('m.conversation_id', '=', conversationId)
    .where((eb) =>
      eb.or([
        eb('m.sender_account_id', '=', accountId),
        eb.and([eb('m.sender_account_id', 'is', null), eb('m.client_hash', '=', accountId)]),
        eb.exists(
          eb
            .selectFrom('reactions as r')
            .whereRef('r.message_id', '=', 'm.id')
            .where('r.account_id', '=', accountId)
            .select('r.message_id'),
        ),
        eb.exists(
          eb
            .selectFrom('brief_photos as b')
            .innerJoin('brief_views as v', 'v.photo_id', 'b.id')
            .whereRef('b.message_id', '=', 'm.id')
            .where('v.account_id', '=', accountId)
            .select('b.message_id'),
        ),
        eb(
          'm.quote_id',
          'in',
          eb
            .selectFrom('messages as q')
            .where('q.conversation_id', '=', conversationId)
            .where('q.sender_account_id', '=', accountId)
            .select('q.id'),
        ),
      ]),
    )
    .select(['m.id', sql<number>`row_number() over (order by m.seq)`.as('place')])
    .as('c')
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .from(concerned)
    .whereRef('messages.id', '=', 'c.id')
    .set({ changed: sql<number>`${sql.lit(clock)} + c.place` })
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('conversations')
    .set({ clock: clock + Number(numUpdatedRows) })
    .where('id', '=', conversationId)
    .execute()
  return (
    (await trx
      .selectFrom('messages')
      .where('conversation_id', '=', conversationId)
      .where('changed', '>', clock)
      .selectAll()
      .orderBy('changed', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  )
}

/**
 * Adds or removes participants in the conversation of all of them. Costs the same for 10 and for
 * 1,000 members; organizers and event-direct conversations need `syncEventMembers`.
 */
export const syncEventParticipants = async (
  ctx: Ctx,
  db: Conn,
  event: {
    eventId: string
    wanted: ReadonlyMap<string, WantedMember>
    accountIds: readonly string[]
    isEnded?: boolean
  },
): Promise<AfterCommit> => {
  const changes = await inTransaction(db, async (trx) => {
    const id = await eventConversationId(trx, event.eventId)
    if (id === null) return []
    const conversation = (await lockConversation(trx, id)) ?? fail('not_found')
    return [
      await syncMembers(ctx, trx, conversation, event.wanted, {
        members: await currentMembers(trx, id, event.accountIds),
        existing: await existingAccounts(trx, [...event.wanted.keys()]),
        isEnded: event.isEnded === true,
      }),
    ]
  })
  return logFailures(ctx, () => publishChanges(ctx, changes))
}

/**
 * Sets the members to those of the event: organizers (administrators, never hidden) and accepted
 * participants. Event-direct conversations follow the organizers; their participant stays whatever
 * becomes of the participation.
 */
export const syncEventMembers = async (
  ctx: Ctx,
  db: Conn,
  event: {
    eventId: string
    organizers: readonly string[]
    accepted: readonly { accountId: string; hidden: boolean }[]
    isEnded?: boolean
  },
): Promise<AfterCommit> => {
  const changes = await inTransaction(db, async (trx) => {
    const out: ConversationChanges[] = []
    // an event may have as many as guests who wrote: what they share is read once
    const conversations = await lockConversationsOf(trx, event.eventId)
    const members = groupBy(await membersOfEvent(trx, event.eventId), (one) => one.conversation_id)
    const existing = await existingAccounts(trx, [
      ...event.organizers,
      ...event.accepted.map((a) => a.accountId),
      ...conversations.flatMap((c) => c.event_participant_id ?? []),
    ])
    for (const conversation of conversations) {
      const wanted = new Map<string, WantedMember>(
        conversation.type === 'event'
          ? event.accepted.map((a) => [a.accountId, { isAdmin: false, hidden: a.hidden }])
          : [],
      )
      for (const id of event.organizers) wanted.set(id, { isAdmin: true, hidden: false })
      const participant = conversation.event_participant_id
      if (participant) wanted.set(participant, { isAdmin: false, hidden: false })
      out.push(
        await syncMembers(ctx, trx, conversation, wanted, {
          members: members.get(conversation.id) ?? [],
          existing,
          // a later block keeps the members: a departure would reveal it
          ...(participant ? { separated: () => separatedAccounts(trx, participant) } : {}),
          isEnded: event.isEnded === true,
        }),
      )
    }
    return out
  })
  return logFailures(ctx, () => publishChanges(ctx, changes))
}
