import { requireUnrestricted, type Initiator } from '../../access/sanctions'
import { NOTHING, type AfterCommit, type Ctx } from '../../context'
import { foldText, type Conn } from '../../db/dialect'
import type { ConversationMetadata } from '../../db/tables-messaging'
import { fail } from '../../fail'
import { newId } from '../../tokens'
import {
  logFailures,
  lockConversation,
  inTransaction,
  addMember,
  publishConversation,
} from './members'
import {
  postSystem,
  postSystemInAll,
  publishSystemMessages,
  type SystemLine,
} from '../messages/system'
import {
  conversationsOfEvent,
  lockConversationsOf,
  noChanges,
  publishChanges,
  type ConversationChanges,
  type ConversationRow,
} from './event-changes'

/**
 * Conversations of events. The events room passes in participants and title; nothing here queries
 * that room. Each function works in the given transaction, or in its own, and returns `after`: what
 * to publish once that transaction has committed. Rejects only when the database does.
 */
interface EventFacts {
  readonly eventId: string
  readonly title: string
  /** Ms since epoch. */
  readonly startAt: number
  /** When the conversation of all closes (ms); omitted or null: never. */
  readonly closesAt?: number | null
}
const factsOf = (f: Pick<EventFacts, 'title' | 'startAt'>) => ({
  event_title: f.title,
  event_title_key: foldText(f.title),
  event_start_at: f.startAt,
})

/** Creates the conversation of an event, with its organizers; concurrent calls create one. */
export const openEventConversation = async (
  ctx: Ctx,
  db: Conn,
  event: EventFacts & { groupOptions: 'organizers' | 'all'; organizerIds: readonly string[] },
): Promise<{ after: AfterCommit; id: string }> =>
  inTransaction(db, async (trx) => {
    const [id, now] = [newId(), ctx.now()]
    const made = await trx
      .insertInto('conversations')
      .values({
        // the unique key allows one per event
        id,
        type: 'event',
        direct_key: `event:${event.eventId}`,
        event_id: event.eventId,
        created_at: now,
        clock: now,
        ...factsOf(event),
        closes_at: event.closesAt ?? null,
        group_options: event.groupOptions,
      })
      .onConflict((c) => c.column('direct_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made)
      return {
        id: (await eventConversationId(trx, event.eventId)) ?? fail('conflict'),
        after: NOTHING,
      }
    for (const accountId of new Set(event.organizerIds))
      await addMember(trx, id, accountId, { isAdmin: true, visibleAfter: 0 }, now)
    return { id, after: logFailures(ctx, () => publishConversation(ctx, id)) }
  })

export const eventConversationId = async (db: Conn, eventId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('conversations')
      .where('direct_key', '=', `event:${eventId}`)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

/** A closed conversation opens again when its event moves, or its organizers extend it. */
const closingOf = (
  c: ConversationRow,
  closesAt: number | null,
  now: number,
): Pick<ConversationRow, 'closes_at' | 'closed_at'> =>
  c.type !== 'event' || (c.closed_at !== null && closesAt !== null && closesAt <= now)
    ? { closes_at: c.closes_at, closed_at: c.closed_at }
    : { closes_at: closesAt, closed_at: null }

/**
 * Updates title, date and who may write in all conversations of the event, except event-direct ones
 * with `outsiders`. `directOf`: only in those of these participants with the organizers.
 */
export const updateEventConversation = async (
  ctx: Ctx,
  db: Conn,
  event: EventFacts & {
    groupOptions: 'organizers' | 'all'
    outsiders?: readonly string[]
    directOf?: readonly string[]
  },
): Promise<AfterCommit> => {
  const changed = await inTransaction(db, async (trx) => {
    const out: string[] = []
    for (const c of await conversationsOfEvent(trx, event.eventId, event.directOf)) {
      if (c.event_participant_id && event.outsiders?.includes(c.event_participant_id)) continue
      const options = c.type === 'event' ? event.groupOptions : c.group_options
      const closing = closingOf(c, event.closesAt ?? null, ctx.now())
      if (
        c.event_title === event.title &&
        c.event_start_at === event.startAt &&
        c.group_options === options &&
        c.closed_at === closing.closed_at &&
        c.closes_at === closing.closes_at
      )
        continue
      await trx
        .updateTable('conversations')
        .set({
          ...factsOf(event),
          group_options: options,
          ...closing,
          ...(c.type === 'event-direct'
            ? { title: event.title, title_key: foldText(event.title) }
            : {}),
        })
        .where('id', '=', c.id)
        .execute()
      out.push(c.id)
    }
    return out
  })
  return logFailures(ctx, async () => {
    for (const id of changed) await publishConversation(ctx, id)
  })
}

/** While the event is a draft again, its conversations pause; both are announced once. */
export const setEventPaused = async (
  ctx: Ctx,
  db: Conn,
  eventId: string,
  isPaused: boolean,
): Promise<AfterCommit> => {
  const line: SystemLine = isPaused
    ? { type: 'event_paused', text: 'La sortie est en pause' }
    : { type: 'event_resumed', text: 'La sortie a repris' }
  const changes = await inTransaction(db, async (trx) => {
    const out: ConversationChanges[] = []
    for (const { id, type } of await conversationsOfEvent(trx, eventId)) {
      const held = type === 'event' ? await lockConversation(trx, id) : undefined
      if (!held || (held.paused_at !== null) === isPaused) continue
      await trx
        .updateTable('conversations')
        .set({ paused_at: isPaused ? ctx.now() : null })
        .where('id', '=', id)
        .execute()
      out.push({ ...noChanges({ id, type }), said: [await postSystem(trx, id, line, ctx.now())] })
    }
    return out
  })
  return logFailures(ctx, () => publishChanges(ctx, changes))
}

/** Of an event that is being deleted, in that transaction: its titles go with this account. */
export const keepEventCreator = async (
  trx: Conn,
  eventId: string,
  accountId: string,
): Promise<void> => {
  await trx
    .updateTable('conversations')
    .set({ event_creator_account_id: accountId })
    .where('event_id', '=', eventId)
    .execute()
}

const DELETED: SystemLine = {
  type: 'info',
  text: 'La sortie a été supprimée. Cette discussion reste ouverte.',
}
/** Its conversations stay for their members and announce it once, which `closed` notes. */
export const announceEventDeletion = async (
  ctx: Ctx,
  db: Conn,
  eventId: string,
): Promise<AfterCommit> => {
  const changes = await inTransaction(db, async (trx) => {
    // an event may have as many as guests who wrote, and its lock is held
    const due = (await lockConversationsOf(trx, eventId)).flatMap((c) => {
      const metadata = JSON.parse(c.metadata) as ConversationMetadata
      return metadata.closed
        ? []
        : [
            {
              ...c,
              metadata: JSON.stringify({
                ...metadata,
                closed: true,
              } satisfies ConversationMetadata),
            },
          ]
    })
    const said = await postSystemInAll(trx, due, DELETED, ctx.now())
    return due.map(({ id, type }, k) => ({
      ...noChanges({ id, type }),
      said: said.slice(k, k + 1),
    }))
  })
  return logFailures(ctx, () => publishChanges(ctx, changes))
}

/**
 * The only conversation of one participant with the organizers, opened by `by`; concurrent calls
 * create one.
 */
export const openEventDirect = async (
  ctx: Ctx,
  db: Conn,
  event: EventFacts & { participantId: string; organizerIds: readonly string[]; by: Initiator },
): Promise<{ after: AfterCommit; id: string; created: boolean }> =>
  inTransaction(db, async (trx) => {
    const [id, now] = [newId(), ctx.now()]
    const made = await trx
      .insertInto('conversations')
      .values({
        id,
        type: 'event-direct',
        title: event.title,
        title_key: foldText(event.title),
        event_id: event.eventId,
        event_participant_id: event.participantId,
        metadata: JSON.stringify({ startedBy: event.by.accountId } satisfies ConversationMetadata),
        created_at: now,
        clock: now,
        ...factsOf(event),
      })
      .onConflict((c) => c.columns(['event_id', 'event_participant_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await requireUnrestricted(trx, event.by, 'conversations', now)
    else
      return {
        id: (await eventDirectId(trx, event.eventId, event.participantId)) ?? fail('conflict'),
        created: false,
        after: NOTHING,
      }
    for (const accountId of new Set([event.participantId, ...event.organizerIds]))
      await addMember(
        trx,
        id,
        accountId,
        { isAdmin: accountId !== event.participantId, visibleAfter: 0 },
        now,
      )
    const said = [
      await postSystem(
        trx,
        id,
        { type: 'event_direct_opened', text: 'Discussion ouverte avec les organisateurs' },
        now,
      ),
    ]
    return {
      id,
      created: true,
      after: logFailures(ctx, async () => {
        await publishConversation(ctx, id)
        await publishSystemMessages(ctx, { id, type: 'event-direct' }, said)
      }),
    }
  })

export const eventDirectId = async (
  db: Conn,
  eventId: string,
  participantId: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('conversations')
      .where('event_id', '=', eventId)
      .where('event_participant_id', '=', participantId)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null
