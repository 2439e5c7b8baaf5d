import { sql } from 'kysely'
import { eventIsReadable } from '../../access/predicates'
import { announceStored } from '../../announce-stored'
import { NOTHING, type AfterCommit, type Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import { announceNews } from '../../news/service'
import { syncConversations, syncParticipants } from '../conversations/conversations'
import { organizerIds, type EventRow, type ParticipationRow } from '../queries'
import { shownStatus } from '../present-cards'
import { eventTransaction } from '../turns'

/** One participation that a transaction changed. */
export interface ParticipationChange {
  readonly event: EventRow
  readonly row: ParticipationRow
  readonly previous: ParticipationRow['status'] | null
  /** News of the account that no longer hold: open screens drop them. */
  readonly withdrawn?: readonly string[]
  /** The account became an organizer, or stopped being one. */
  readonly isRole?: true
}

/** What one transaction changed, announced after its commit. */
export interface ParticipationChanges {
  readonly changes: readonly ParticipationChange[]
  readonly news: readonly string[]
  /** Accounts that were hidden, or shown. */
  readonly renamed?: readonly string[]
}
interface ChangesToAnnounce extends ParticipationChanges {
  /** Publishes what changed in the conversations. */
  readonly publish: AfterCommit
}

/**
 * A transaction that changes participations, for `announceParticipations`. The conversations of the event
 * follow in the same one: a member who hides, or loses a place, must not stay named or present there
 * because the process ended in between.
 */
export const changeParticipations = <T extends ParticipationChanges>(
  ctx: Ctx,
  eventId: string,
  work: (trx: Conn) => Promise<T>,
): Promise<T & ChangesToAnnounce> =>
  eventTransaction(ctx, eventId, async (trx) => {
    const done = await work(trx)
    const accounts = [...done.changes.map((c) => c.row.account_id), ...(done.renamed ?? [])]
    if (accounts.length === 0) return { ...done, publish: NOTHING }
    const publish = done.changes.some((c) => c.isRole)
      ? await syncConversations(ctx, trx, eventId)
      : await syncParticipants(ctx, trx, eventId, accounts)
    return { ...done, publish }
  })

/**
 * The recipients of an event's change events: its creator, and every account with a row in it that
 * reads it. Who declined, was removed or is separated from the creator by a block would learn that it
 * goes on, and when: a block would differ from a deletion. `among`: of the participants, only these;
 * `status`: only those with it.
 */
export const eventAudience = async (
  ctx: { readonly db: Conn },
  eventId: string,
  among: ReadonlySet<string> | null = null,
  status: ParticipationRow['status'] | null = null,
): Promise<string[]> => {
  const people =
    among?.size === 0
      ? []
      : await ctx.db
          .selectFrom('events as e')
          .innerJoin('event_participants as p', 'p.event_id', 'e.id')
          .where('e.id', '=', eventId)
          .where(eventIsReadable(sql.ref('p.account_id')))
          .$if(among !== null, (q) => q.where('p.account_id', 'in', [...(among ?? [])]))
          .$if(status !== null, (q) => q.where('p.status', '=', status))
          .select('p.account_id')
          .execute()
  const event = await ctx.db
    .selectFrom('events')
    .where('id', '=', eventId)
    .select('creator_account_id')
    .executeTakeFirst()
  return [
    ...new Set([...people.map((p) => p.account_id), ...(event ? [event.creator_account_id] : [])]),
  ]
}

/**
 * Announces that an event has to be fetched again. The realtime event carries no content, so it
 * cannot leak any.
 */
export const publishEventChanged = (
  ctx: Pick<Ctx, 'realtime'>,
  eventId: string,
  accountIds: readonly string[],
): void => {
  for (const accountId of accountIds)
    ctx.realtime.publish('account.event.changed', { accountId, eventId }, { accounts: [accountId] })
}

/** After the commit: all who read the event fetch it again, and these news are sent. */
export const announceEventChange = (
  ctx: Ctx,
  eventId: string,
  news: readonly string[],
): Promise<void> =>
  announceStored(ctx, 'changes of an event', async () => {
    publishEventChanged(ctx, eventId, await eventAudience(ctx, eventId))
    await announceNews(ctx, news)
  })

/**
 * After the commit: publishes the conversations, then notifies the participants, then the
 * organizers. While the database is unavailable it is retried after the reply: the change is stored,
 * and «503» would say the opposite.
 */
export const announceParticipations = async (
  ctx: Ctx,
  eventId: string,
  done: ChangesToAnnounce,
): Promise<void> => {
  await done.publish()
  await announceStored(ctx, 'changes of an event', () => announce(ctx, eventId, done))
}
const announce = async (ctx: Ctx, eventId: string, done: ParticipationChanges): Promise<void> => {
  for (const { event, row, previous } of done.changes)
    ctx.realtime.publish(
      'account.event.participation.updated',
      {
        accountId: row.account_id,
        eventId,
        eventTitle: event.title,
        previousStatus: previous,
        newStatus: shownStatus(event, row.account_id, row) ?? row.status,
      },
      { accounts: [row.account_id] },
    )
  const event = await ctx.db
    .selectFrom('events')
    .where('id', '=', eventId)
    .selectAll()
    .executeTakeFirst()
  if (event && done.changes.length > 0) {
    const changed = [...new Set(done.changes.map((c) => c.row.account_id))]
    const isRole = done.changes.some((c) => c.isRole)
    // all who read the page count the confirmed; organizers see the whole list
    const isSeen = (c: ParticipationChange): boolean =>
      c.previous === 'accepted' || c.row.status === 'accepted'
    const forAll = isRole || done.changes.some(isSeen)
    // those behind them read their rank
    const forWaiting = done.changes.some((c) => c.previous === 'waitlist')
    const readers =
      forAll || forWaiting
        ? await eventAudience(ctx, eventId, ctx.realtime.listeners(), forAll ? null : 'waitlist')
        : []
    publishEventChanged(ctx, eventId, [
      ...new Set([...readers, ...(await organizerIds(ctx.db, event)), ...changed]),
    ])
  }
  await announceNews(ctx, [...done.changes.flatMap((c) => c.withdrawn ?? []), ...done.news])
}
