import { sql, type SqlBool } from 'kysely'
import type { Event } from '#contract/events/events'
import type { ParticipantRow } from '#contract/events/participants'
import { HOUR_MS } from '#contract/limits'
import { notSeparated } from '../../access/blocks'
import { isEnded, type EventRole } from '../../access/events'
import { countRows } from '../../db/count'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { iso } from '../../iso'
import type { EventRow, ParticipationRow } from '../queries'

/** A yes holds while the start moves less than this: it is the same evening. */
const SAME_EVENING_MS = 6 * HOUR_MS

/** When the question about this start was sent, and sent again to the silent; null: not yet. */
interface ReconfirmAsked {
  readonly at: number | null
  readonly againAt: number | null
}
export const reconfirmAskedOf = async (
  db: Conn,
  event: Pick<EventRow, 'id' | 'start_at'>,
): Promise<ReconfirmAsked> => {
  const rows = await db
    .selectFrom('event_reminders')
    .where('event_id', '=', event.id)
    .where('start_at', '=', event.start_at)
    .where('kind', 'in', ['reconfirm', 'reconfirm_again'])
    .select(['kind', 'sent_at'])
    .execute()
  const at = (kind: Row<'event_reminders'>['kind']): number | null => {
    const row = rows.find((r) => r.kind === kind)
    return row?.sent_at ?? null
  }
  return { at: at('reconfirm'), againAt: at('reconfirm_again') }
}

/** A quarter of the time that the organizers chose. */
const quarterOf = (event: Pick<EventRow, 'reconfirm_hours'>): number =>
  ((event.reconfirm_hours ?? 0) * HOUR_MS) / 4

/**
 * When to remind those who have not answered: at half of the period, and no sooner than a quarter
 * of it after the question.
 */
const remindsAt = (event: EventRow, at: number): number =>
  Math.max(event.start_at - 2 * quarterOf(event), at + quarterOf(event))
/** When unconfirmed places go to the waiting list; after the start: they are kept. */
const givesAt = (event: EventRow, { at, againAt }: ReconfirmAsked): number =>
  Math.max(
    event.start_at - quarterOf(event),
    (againAt ?? remindsAt(event, at ?? 0)) + quarterOf(event),
  )

/** What the job has to do about an event now. */
export const nextReconfirmStep = (
  event: EventRow,
  asked: ReconfirmAsked,
  now: number,
): 'reconfirm' | 'reconfirm_again' | 'give' | null => {
  if (event.reconfirm_hours === null || event.status !== 'published' || event.start_at <= now)
    return null
  if (asked.at === null)
    return event.start_at - 4 * quarterOf(event) <= now && now < event.start_at - quarterOf(event)
      ? 'reconfirm'
      : null
  if (asked.againAt === null) return remindsAt(event, asked.at) <= now ? 'reconfirm_again' : null
  return event.has_waitlist === 1 && givesAt(event, asked) <= now ? 'give' : null
}

const hasSaidYes = (event: Pick<EventRow, 'start_at'>, row: ParticipationRow): boolean =>
  row.reconfirmed_for !== null && Math.abs(row.reconfirmed_for - event.start_at) < SAME_EVENING_MS

/**
 * SQL, on `event_participants as p`: confirmed guests who joined before this time and have not said
 * again that they come.
 */
export const silentGuests = (db: Conn, event: EventRow, before: number) =>
  db
    .selectFrom('event_participants as p')
    .where('p.event_id', '=', event.id)
    .where('p.status', '=', 'accepted')
    .where('p.is_co_organizer', '=', 0)
    .where('p.account_id', '!=', event.creator_account_id)
    .where('p.status_at', '<=', before)
    .where(
      sql<SqlBool>`(p.reconfirmed_for is null or abs(p.reconfirmed_for - ${event.start_at}) >= ${SAME_EVENING_MS})`,
    )

type State = ParticipantRow['reconfirm']
const stateOf = (event: EventRow, { at }: ReconfirmAsked, row: ParticipationRow): State => {
  if (row.status === 'waitlist' && row.lapsed_at !== null) return 'lapsed'
  if (event.reconfirm_hours === null || at === null || row.status !== 'accepted') return null
  if (row.account_id === event.creator_account_id || row.is_co_organizer === 1) return null
  if (hasSaidYes(event, row)) return 'yes'
  return row.status_at <= at ? 'missing' : null
}

/** What organizers read of each guest. */
export const guestStates = async (
  db: Conn,
  event: EventRow,
): Promise<(row: ParticipationRow) => State> => {
  const asked = await reconfirmAskedOf(db, event)
  return (row) => stateOf(event, asked, row)
}

type ReconfirmReply = Pick<Event, 'reconfirm_hours' | 'reconfirm' | 'reconfirm_missing'>

/** The question as its reader sees it: the own answer; for organizers the number of the silent. */
export const presentReconfirm = async (
  db: Conn,
  accountId: string,
  { event, participant, isOrganizer }: EventRole,
  now: number,
): Promise<ReconfirmReply> => {
  const { reconfirm_hours } = event
  const isOpen = event.status === 'published' && !isEnded(event, now) && event.start_at > now
  const isLapsed = participant?.status === 'waitlist' && participant.lapsed_at !== null
  if (!isOpen || (reconfirm_hours === null && !isLapsed))
    return { reconfirm_hours, reconfirm: null, reconfirm_missing: null }
  const asked = await reconfirmAskedOf(db, event)
  const state = participant && !isOrganizer ? stateOf(event, asked, participant) : null
  return {
    reconfirm_hours,
    reconfirm: state && {
      state: state === 'missing' ? 'asked' : state,
      until:
        state === 'missing' && event.has_waitlist === 1 && givesAt(event, asked) < event.start_at
          ? iso(givesAt(event, asked))
          : null,
    },
    reconfirm_missing:
      isOrganizer && asked.at !== null
        ? await countRows(
            silentGuests(db, event, asked.at)
              .innerJoin('accounts as a', 'a.id', 'p.account_id')
              .where('a.deleted_at', 'is', null)
              .where(notSeparated('p.account_id', accountId)),
          )
        : null,
  }
}
