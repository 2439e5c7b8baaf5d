import type { NewsType } from '#contract/news'
import { countRows } from '../../db/count'
import type { Conn } from '../../db/dialect'
import { addNews, withdrawNews, type NewNews } from '../../news/service'
import { organizerIds, waitingParticipants, type EventRow, type ParticipationRow } from '../queries'

type Status = ParticipationRow['status']

const handleOf = async (trx: Conn, accountId: string): Promise<string> =>
  (await trx.selectFrom('accounts').where('id', '=', accountId).select('handle').executeTakeFirst())
    ?.handle ?? ''

/** One item per organizer, about a member; `accounts`: merged with those of unread items of its kind. */
const toOrganizers = async (
  trx: Conn,
  event: EventRow,
  type: NewsType,
  accountId: string,
): Promise<NewNews[]> => {
  const handle = await handleOf(trx, accountId)
  return (await organizerIds(trx, event)).map((id) => ({
    accountId: id,
    actorAccountId: accountId,
    eventId: event.id,
    type,
    payload: {
      title: event.title,
      handle,
      ...(type === 'participation_requested' ? {} : { accounts: [accountId] }),
    },
  }))
}

const TAKES_PART: readonly (Status | null)[] = ['accepted', 'waitlist', 'pending_approval']
const typeOf = (previous: Status | null, next: Status): NewsType | null => {
  if (next === 'pending_approval') return 'participation_requested'
  if (next === 'accepted') return 'participant_joined'
  if (next === 'waitlist') return 'participant_waits'
  return TAKES_PART.includes(previous) ? 'participant_left' : null
}

/** Notifies the organizers of a member's choice: participating, requesting, waiting or leaving. */
export const choiceNews = async (
  trx: Conn,
  event: EventRow,
  accountId: string,
  previous: Status | null,
  next: Status,
  now: number,
): Promise<readonly string[]> => {
  const type = typeOf(previous, next)
  return type === null || event.status !== 'published'
    ? []
    : addNews(trx, await toOrganizers(trx, event, type, accountId), now)
}

/** Notifies the organizers of a free place while members wait. */
export const freePlaceNews = async (
  trx: Conn,
  event: EventRow,
  now: number,
): Promise<readonly NewNews[]> => {
  const waiting = await countRows(waitingParticipants(trx, event.id, now))
  return (await organizerIds(trx, event)).map((id) => ({
    accountId: id,
    actorAccountId: null,
    eventId: event.id,
    type: 'waitlist_free',
    payload: { title: event.title, waiting },
  }))
}

/** Removes the news of a free place: it is taken, or the waiting list is empty. */
export const withdrawFreePlaceNews = (
  trx: Conn,
  event: EventRow,
  now: number,
): Promise<readonly string[]> => withdrawNews(trx, event.id, 'waitlist_free', now)

/** Payload of a news item about an event: what its sentence needs, never a place. */
export const newsFor = (
  event: EventRow,
  type: NewsType,
  accountId: string,
  actorAccountId: string | null,
  actorHandle: string | null = null,
): NewNews => ({
  accountId,
  actorAccountId,
  eventId: event.id,
  type,
  payload: { title: event.title, ...(actorHandle ? { handle: actorHandle } : {}) },
})
