import { lockUnseparated } from '../../access/blocks'
import { isEnded } from '../../access/events'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { lockEvent, participationOf, type EventRow, type ParticipationRow } from '../queries'
import type { ParticipationChanges } from '../editing/changes'
import { mayPassGate } from './gate'
import { choiceNews } from './organizer-news'
import { attendanceOf } from './places'
import { setParticipationStatus } from './status'

/** A member who declined without an invitation may use the code again; a removed one may not. */
export const mayUseCode = (row: ParticipationRow | null | undefined): boolean =>
  !row || (row.status === 'declined' && row.invited_by_account_id === null)

/** What the code of this event gives now. */
export const accessByCode = (event: EventRow, now: number): 'invitation' | 'request' | null => {
  if (event.status !== 'published' || isEnded(event, now)) return null
  if (event.access_type !== 'invitation_only') return 'invitation'
  return event.code_requests ? 'request' : null
}

/**
 * Creates the invitation or request of an account that used the code, in the caller's transaction,
 * which must be one of this event. `attendeeId`: the identity that participates; null: both,
 * undefined: as before. Does nothing for an account that takes part already, or one that organizers
 * refused and that the code would invite. Fails with `event_verified`.
 */
export const enterByCode = async (
  trx: Conn,
  accountId: string,
  known: EventRow,
  now: number,
  attendeeId?: string | null,
): Promise<ParticipationChanges> => {
  // before taking the event's lock, which all participants contend for
  if (!(await lockUnseparated(trx, accountId, known.creator_account_id))) fail('not_found')
  const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
  const gives = accessByCode(event, now) ?? fail('not_found')
  const row = await participationOf(trx, event.id, accountId)
  // «invited» by a code would make the refusal forgotten, which only an organizer may
  const isRefused = row?.was_refused === 1 && gives === 'invitation'
  if (!mayUseCode(row) || isRefused) return { changes: [], news: [] }
  const attendance =
    attendeeId === undefined
      ? {}
      : { attendance: await attendanceOf(trx, event, accountId, attendeeId) }
  if (gives === 'invitation') {
    return {
      changes: [await setParticipationStatus(trx, event, accountId, 'invited', now, attendance)],
      news: [],
    }
  }
  if (!(await mayPassGate(trx, event, null, accountId, now))) fail('event_verified')
  const change = await setParticipationStatus(trx, event, accountId, 'pending_approval', now, {
    saidYes: true,
    ...attendance,
  })
  const news = await choiceNews(trx, event, accountId, change.previous, 'pending_approval', now)
  return { changes: [change], news }
}
