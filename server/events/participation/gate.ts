import { isVerified } from '../../access/verified'
import type { Conn } from '../../db/dialect'
import type { EventRow, ParticipationRow } from '../queries'

/** Members who have requested a place keep it, whatever changes later. */
const HAS_ENTERED: readonly ParticipationRow['status'][] = [
  'accepted',
  'pending_approval',
  'waitlist',
]

/** Whether the gate of an event for verified members lets this account ask for a place. */
export const mayPassGate = async (
  db: Conn,
  event: EventRow,
  row: ParticipationRow | null | undefined,
  accountId: string,
  now: number,
): Promise<boolean> =>
  event.verified_only === 0 ||
  (row && HAS_ENTERED.includes(row.status)) ||
  (await isVerified(db, accountId, now))
