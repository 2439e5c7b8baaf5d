import { flag, type Conn } from '../../db/dialect'
import { withdrawNewsOf } from '../../news/service'
import { newId } from '../../tokens'
import type { ParticipationChange } from '../editing/changes'
import { participationOf, type EventRow, type ParticipationRow } from '../queries'
import { attendanceOf, type Attendance } from './places'
import { deleteRepliesOf } from './questions'
import { deleteRide } from './rides'

export type ParticipationStatus = ParticipationRow['status']

/** Origin of a status change: the inviter, or the member's own choice. */
interface StatusOrigin {
  /** null: an earlier invitation ends. */
  readonly invitedBy?: string | null
  readonly saidYes?: boolean
  /** Refused by an organizer. */
  readonly isRefused?: boolean
  /** Where the caller has decided about it already. */
  readonly attendance?: Attendance
  /** A place on the waiting list that is kept. */
  readonly since?: number
  /** The place went to the waiting list, as the guest did not answer. */
  readonly lapsedAt?: number
}
/** The question whether a guest still comes is answered, or no longer asked. */
export const withdrawReconfirm = async (
  trx: Conn,
  row: ParticipationRow,
  now: number,
): Promise<readonly string[]> => {
  const isAsked = row.status === 'accepted'
  return isAsked || row.lapsed_at !== null
    ? withdrawNewsOf(
        trx,
        row.event_id,
        isAsked ? 'reconfirm_asked' : 'reconfirm_lapsed',
        row.account_id,
        now,
      )
    : []
}

/** What was asked of, or offered to, an account whose status changes. */
const withdrawAnswered = async (
  trx: Conn,
  row: ParticipationRow,
  status: ParticipationStatus,
  now: number,
): Promise<readonly string[]> => {
  const { event_id, account_id } = row
  const withdraw = (type: 'invitation_reminder' | 'waitlist_offer') =>
    withdrawNewsOf(trx, event_id, type, account_id, now)
  return [
    ...(row.status === 'invited' && status !== 'invited'
      ? await withdraw('invitation_reminder')
      : []),
    ...(row.offer_until === null ? [] : await withdraw('waitlist_offer')),
    ...(await withdrawReconfirm(trx, row, now)),
  ]
}

/** Sets a status and creates the row where there is none. The event must be locked. */
export const setParticipationStatus = async (
  trx: Conn,
  event: EventRow,
  accountId: string,
  status: ParticipationStatus,
  now: number,
  { invitedBy, saidYes, isRefused = false, since, lapsedAt, ...decided }: StatusOrigin = {},
): Promise<ParticipationChange> => {
  const known = await participationOf(trx, event.id, accountId)
  const attendance =
    decided.attendance ?? (await attendanceOf(trx, event, accountId, known?.identity_id ?? null))
  if (status !== 'accepted') await deleteRide(trx, event.id, accountId)
  if (status === 'declined' || status === 'cancelled')
    await deleteRepliesOf(trx, event.id, accountId)
  if (known) {
    const withdrawn = await withdrawAnswered(trx, known, status, now)
    const invited_by_account_id = invitedBy === undefined ? known.invited_by_account_id : invitedBy
    const said_yes = saidYes === undefined ? known.said_yes : flag(saidYes)
    const isLetIn = status === 'accepted' || status === 'invited'
    const was_refused = flag(!isLetIn && (isRefused || known.was_refused === 1))
    await trx
      .updateTable('event_participants')
      .set({
        status,
        ...attendance,
        said_yes,
        was_refused,
        status_at: since ?? now,
        offer_until: null,
        lapsed_at: lapsedAt ?? null,
        invited_by_account_id,
        ...(status === 'accepted'
          ? {}
          : { is_present: 0 as const, present_at: null, gone_at: null }),
      })
      .where('id', '=', known.id)
      .execute()
    return {
      event,
      withdrawn,
      row: {
        ...known,
        status,
        ...attendance,
        said_yes,
        was_refused,
        invited_by_account_id,
        lapsed_at: lapsedAt ?? null,
      },
      previous: known.status,
    }
  }
  const row: ParticipationRow = {
    id: newId(),
    event_id: event.id,
    account_id: accountId,
    status,
    is_co_organizer: 0,
    ...attendance,
    has_paid: 0,
    is_present: 0,
    present_at: null,
    gone_at: null,
    is_vip: 0,
    is_hidden: 0,
    organizer_comment: null,
    invited_by_account_id: invitedBy ?? null,
    offer_until: null,
    reminded_at: null,
    no_reminder: 0,
    reconfirmed_for: null,
    lapsed_at: null,
    said_yes: flag(saidYes ?? false),
    was_refused: 0,
    created_at: now,
    status_at: now,
  }
  await trx.insertInto('event_participants').values(row).execute()
  return { event, row, previous: null }
}
