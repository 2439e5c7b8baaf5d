import { mayReadEvent } from '../../access/events'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import {
  checkEventDirect,
  closeEventConversations,
  eventConversationId,
  openEventConversation,
  openEventDirect,
  pauseEvent,
  resumeEvent,
  syncEventMembers,
  updateEventConversation,
} from '../../messaging/service'
import { lockEvent, organizerIds, type EventRow } from '../queries'
import { eventTransaction } from '../turns'

/** The conversation of all participants. */
export const conversationIdOf = (db: Conn, eventId: string): Promise<string | null> =>
  eventConversationId(db, eventId)
export const findEventDirect = (
  db: Conn,
  eventId: string,
  participantId: string,
): Promise<string | null> => checkEventDirect(db, eventId, participantId)

const facts = (event: EventRow) => ({
  eventId: event.id,
  title: event.title,
  startAt: event.start_at,
})

/**
 * Created with the event, in its transaction, with its organizers as members. Call the result after
 * the commit: it publishes the conversation.
 */
export const openConversations = async (
  ctx: Ctx,
  trx: Conn,
  event: EventRow,
): Promise<() => Promise<void>> =>
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
const formerReaders = async (trx: Conn, eventId: string): Promise<string[]> => {
  const talks = await trx
    .selectFrom('conversations')
    .where('event_id', '=', eventId)
    .where('event_participant_id', 'is not', null)
    .select('event_participant_id as id')
    .execute()
  const out: string[] = []
  for (const { id } of talks)
    if (id && !(await mayReadEvent(trx, { accountId: id }, eventId))) out.push(id)
  return out
}

/**
 * Syncs name, permissions and members of all the event's conversations. Idempotent and safe to run
 * concurrently: each run reads under the event's lock.
 */
export const syncConversations = async (ctx: Ctx, event: Pick<EventRow, 'id'>): Promise<void> => {
  const after = await eventTransaction(ctx, event.id, async (trx) => {
    const now = await lockEvent(trx, event.id, ctx.now())
    if (!now) return []
    const named = await updateEventConversation(ctx, trx, {
      ...facts(now),
      groupOptions: now.group_options,
      outsiders: await formerReaders(trx, event.id),
    })
    const organizers = await organizerIds(trx, now)
    const accepted = await trx
      .selectFrom('event_participants')
      .where('event_id', '=', event.id)
      .where('status', '=', 'accepted')
      .select(['account_id', 'is_hidden'])
      .execute()
    const members = await syncEventMembers(ctx, trx, {
      eventId: event.id,
      organizers,
      accepted: accepted.map((a) => ({
        accountId: a.account_id,
        hidden: a.is_hidden === 1 && !organizers.includes(a.account_id),
      })),
    })
    return [named.after, members.after]
  })
  for (const tell of after) await tell()
}

/** Sends «La sortie est en pause» when the event is a draft, and reverts it otherwise. */
export const pauseConversations = async (
  ctx: Ctx,
  event: Pick<EventRow, 'id' | 'status'>,
): Promise<void> => {
  const { after } = await (event.status === 'draft'
    ? pauseEvent(ctx, ctx.db, event.id)
    : resumeEvent(ctx, ctx.db, event.id))
  await after()
}
export const closeConversations = async (ctx: Ctx, event: Pick<EventRow, 'id'>): Promise<void> => {
  const { after } = await closeEventConversations(ctx, ctx.db, event.id)
  await after()
}

/** The conversation of one participant with the organizers; `by` creates it when there is none. */
export const openDirectOf = async (
  ctx: Ctx,
  event: EventRow,
  participantId: string,
  by: string,
): Promise<string> => {
  const { id, after } = await openEventDirect(ctx, ctx.db, {
    ...facts(event),
    participantId,
    organizerIds: await organizerIds(ctx.db, event),
    by,
  })
  await after()
  return id
}
