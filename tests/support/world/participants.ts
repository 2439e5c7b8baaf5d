import type { Row } from '../../../server/db/tables'
import { newId } from '../../../server/tokens'

type Participant = Row<'event_participants'>
type Given = Pick<Participant, 'event_id' | 'account_id' | 'status'> & Partial<Participant>

const DEFAULTS = {
  is_co_organizer: 0,
  seats: 1,
  has_paid: 0,
  is_present: 0,
  present_at: null,
  is_vip: 0,
  is_hidden: 0,
  organizer_comment: null,
  invited_by_account_id: null,
  offer_until: null,
} satisfies Partial<Participant>

/** A participation as it is stored, for tests that need many of them at once. */
export const participantRow = (given: Given, now: number) => ({
  ...DEFAULTS,
  id: newId(),
  created_at: now,
  status_at: now,
  ...given,
})
