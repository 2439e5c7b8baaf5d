import { sql } from 'kysely'
import { separatedAccounts } from '../../access/blocks'
import { isEnded } from '../../access/events'
import { eventIsReadable } from '../../access/predicates'
import { NOTHING, type AfterCommit, type Ctx, type Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import {
  eventConversationId,
  openEventConversation,
  openEventDirect,
  publishConversation,
  setEventPaused,
  syncEventMembers,
  syncEventParticipants,
  updateEventConversation,
} from '../../messaging/service'
import { fail } from '../../fail'
import { conversationClosesAt } from '../after/window'
import { lockEventRow, organizerIds, type EventRow, type ParticipationRow } from '../queries'
import { eventTransaction } from '../turns'

const facts = (event: EventRow) => ({
  eventId: event.id,
  title: event.title,
  startAt: event.start_at,
  closesAt: conversationClosesAt(event),
})

/** The banner is the picture of the conversation of all. */
export const publishBanner = async (ctx: Ctx, eventId: string): Promise<void> => {
  const id = await eventConversationId(ctx.db, eventId)
  if (id) await publishConversation(ctx, id)
}

/**
 * Created with the event, in its transaction, with its organizers as members. Call the result after
 * the commit: it publishes the conversation.
 */
export const openConversations = async (
  ctx: Ctx,
  trx: Conn,
  event: EventRow,
): Promise<AfterCommit> =>
  (
    await openEventConversation(ctx, trx, {
      ...facts(event),
      groupOptions: event.group_options,
      organizerIds: await organizerIds(trx, event),
    })
  ).after

/**
 * Members of a conversation with the organizers who may no longer read the event: they keep seeing
 * the title and date they knew.
 */
const formerReaders = async (
  trx: Conn,
  eventId: string,
  only?: readonly string[],
): Promise<string[]> =>
  (
    await trx
      .selectFrom('conversations as c')
      .innerJoin('events as e', 'e.id', 'c.event_id')
      .where('c.event_id', '=', eventId)
      .where('c.event_participant_id', 'is not', null)
      .$if(only !== undefined, (q) => q.where('c.event_participant_id', 'in', [...(only ?? [])]))
      .where((eb) => eb.not(eventIsReadable(sql.ref('c.event_participant_id'))))
      .select('c.event_participant_id as id')
      .execute()
  ).flatMap(({ id }) => id ?? [])

/**
 * Accounts whose place or name in the conversation of all does not match the event: they were
 * suspended when they were accepted, or an earlier process ended between the change and its sync.
 */
const mismatchedMembers = async (trx: Conn, eventId: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`with c as (select id from conversations
      where direct_key = ${`event:${eventId}`})
      select p.account_id as id from event_participants as p
        join c on true
        where p.event_id = ${eventId} and p.status = 'accepted' and not exists (select 1
          from conversation_participants as m where m.conversation_id = c.id
          and m.account_id = p.account_id and m.left_at is null
          and (m.is_admin = 1 or m.hidden = p.is_hidden))
        and exists (select 1 from accounts as a where a.id = p.account_id and a.deleted_at is null)
      union select m.account_id as id from conversation_participants as m
        join c on c.id = m.conversation_id
        where m.left_at is null and m.is_admin = 0 and not exists (select 1
          from event_participants as p where p.event_id = ${eventId}
          and p.account_id = m.account_id and p.status = 'accepted')`.execute(trx)
  ).rows.map((r) => r.id)

const oneByOne =
  (all: readonly AfterCommit[]): AfterCommit =>
  async () => {
    for (const one of all) await one()
  }

/**
 * Brings these participants into the conversation of all, or out of it, under the name that they
 * have in the event, in the caller's transaction; call the result after the commit. Enough when
 * neither the organizers nor the event itself changed; the cost does not grow with the number of
 * participants.
 */
export const syncParticipants = async (
  ctx: Ctx,
  trx: Conn,
  eventId: string,
  changed: readonly string[],
): Promise<AfterCommit> => {
  const event = await lockEventRow(trx, eventId)
  if (!event) return NOTHING
  const accountIds = [...new Set([...changed, ...(await mismatchedMembers(trx, eventId))])]
  const rows = await trx
    .selectFrom('event_participants')
    .where('event_id', '=', eventId)
    .where('account_id', 'in', accountIds)
    .selectAll()
    .execute()
  // who returns gets the present title of the conversation with the organizers
  const named = await updateEventConversation(ctx, trx, {
    ...facts(event),
    groupOptions: event.group_options,
    outsiders: await formerReaders(trx, eventId, accountIds),
    directOf: accountIds,
  })
  const organizes = (id: string, row: ParticipationRow | undefined): boolean =>
    event.creator_account_id === id || row?.is_co_organizer === 1
  const members = await syncEventParticipants(ctx, trx, {
    eventId,
    accountIds,
    isEnded: isEnded(event, ctx.now()),
    wanted: new Map(
      accountIds.flatMap((id): [string, { isAdmin: boolean; hidden: boolean }][] => {
        const row = rows.find((r) => r.account_id === id)
        const isAdmin = organizes(id, row)
        return isAdmin || row?.status === 'accepted'
          ? [[id, { isAdmin, hidden: !isAdmin && row?.is_hidden === 1 }]]
          : []
      }),
    ),
  })
  return oneByOne([named, members])
}

/**
 * Syncs name, permissions and members of all the event's conversations, under its lock, in the
 * caller's transaction; call the result after the commit. Idempotent.
 */
export const syncConversations = async (
  ctx: Ctx,
  trx: Conn,
  eventId: string,
): Promise<AfterCommit> => {
  const event = await lockEventRow(trx, eventId)
  if (!event) return NOTHING
  const named = await updateEventConversation(ctx, trx, {
    ...facts(event),
    groupOptions: event.group_options,
    outsiders: await formerReaders(trx, eventId),
  })
  const organizers = await organizerIds(trx, event)
  const accepted = await trx
    .selectFrom('event_participants')
    .where('event_id', '=', eventId)
    .where('status', '=', 'accepted')
    .select(['account_id', 'is_hidden'])
    .execute()
  const members = await syncEventMembers(ctx, trx, {
    eventId,
    organizers,
    isEnded: isEnded(event, ctx.now()),
    accepted: accepted.map((a) => ({
      accountId: a.account_id,
      hidden: a.is_hidden === 1 && !organizers.includes(a.account_id),
    })),
  })
  return oneByOne([named, members])
}

/**
 * Writes «La sortie est en pause» when the event is a draft, and reverts it otherwise, in the
 * caller's transaction; call the result after the commit.
 */
export const pauseConversations = (
  ctx: Ctx,
  trx: Conn,
  event: Pick<EventRow, 'id' | 'status'>,
): Promise<AfterCommit> => setEventPaused(ctx, trx, event.id, event.status === 'draft')

/** The conversation of one participant with the organizers; `by` creates it when there is none. */
export const ensureEventDirect = async (
  ctx: Ctx,
  event: EventRow,
  participantId: string,
  by: Viewer,
): Promise<string> => {
  const { id, after } = await eventTransaction(ctx, event.id, async (trx) => {
    // an organizer may be leaving, and would stay in it; or the event is being deleted
    const held = (await lockEventRow(trx, event.id)) ?? fail('not_found')
    const blocked = await separatedAccounts(trx, participantId)
    return openEventDirect(ctx, trx, {
      ...facts(held),
      participantId,
      // a co-organizer whom a block separates from the participant would be named, and make it
      // read-only
      organizerIds: (await organizerIds(trx, held)).filter((id) => !blocked.has(id)),
      by,
    })
  })
  await after()
  return id
}
