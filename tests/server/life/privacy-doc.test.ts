import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADDRESS_HOURS } from '#contract/events/address'
import { AFTER_DAYS, TALK_DAYS } from '#contract/events/after'
import { REPLY_DAYS } from '#contract/events/balance'
import { RIDE_HOURS } from '#contract/events/rides'
import {
  ALBUM_REQUEST_DAYS,
  DELETION_DAYS,
  FORM_DRAFT_DAYS,
  JOIN_LINK_S,
  SESSION_IDLE_S,
  UNUSED_DAYS,
  VERIFY_TOKEN_S,
} from '#contract/limits'
import { BRIEF_ONCE_MS, BRIEF_SEALED_MS } from '#contract/messaging/brief'
import { APPEAL_DAYS, APPEALED_DAYS, DISMISSED_DAYS, HOLD_DAYS } from '#contract/staff/measures'
import { MET_CODE_S, VERIFICATION_WAIT_DAYS, VERIFIED_DAYS } from '#contract/verification'
import { CLOSED_DAYS } from '../../../server/community'
import { KEPT_MS, MARK_DAYS } from '../../../server/life/tidy'
import { LETTER_DAYS } from '../../../server/mail/queue'
import { NO_ACCOUNT_DAYS } from '../../../server/life/unused'
import { BAN_MARK_KEPT_MS } from '../../../server/moderation/marks'
import { CASE_DAYS } from '../../../server/moderation/retention'
import { REQUEST_DAYS } from '../../../server/verification/service'

const DAY_S = 86_400
/** Beginning of a row of docs/privacy.md → days in the code. */
const DAYS: Readonly<Record<string, number>> = {
  'Account after a request': DELETION_DAYS,
  'Account that no login': UNUSED_DAYS,
  'Login that never made': NO_ACCOUNT_DAYS,
  'Session without use': SESSION_IDLE_S / DAY_S,
  'Link that confirms': VERIFY_TOKEN_S / DAY_S,
  'Invitation link': JOIN_LINK_S / DAY_S,
  'Expired links': KEPT_MS / 1000 / DAY_S,
  'Request to see an album': ALBUM_REQUEST_DAYS,
  'Precise address of an event': ADDRESS_HOURS / 24,
  'Seats offered': RIDE_HOURS / 24,
  'Choice to meet a guest again': AFTER_DAYS,
  'Photos of an event’s discussion': TALK_DAYS,
  'Answer of a guest': REPLY_DAYS,
  'Text typed in the form': FORM_DRAFT_DAYS,
  // `tidyRows` runs each day
  'Text of a message by four hands': 1,
  'Message by four hands': KEPT_MS / 1000 / DAY_S,
  'Withdrawn request to part': KEPT_MS / 1000 / DAY_S,
  'Viewer and day of a marked': MARK_DAYS,
  'Photo seen once that': BRIEF_ONCE_MS / 1000 / DAY_S,
  'Photo seen once or': BRIEF_SEALED_MS / 1000 / DAY_S,
  'Photo of a verification': VERIFICATION_WAIT_DAYS,
  'Request for verification': REQUEST_DAYS,
  'Code of a meeting': Math.ceil(MET_CODE_S / DAY_S),
  'Verification of a profile': VERIFIED_DAYS,
  'Evidence of a case after': APPEAL_DAYS,
  'Evidence of a case with': APPEALED_DAYS,
  'Evidence that an operator': HOLD_DAYS,
  'Evidence of a case that ended': DISMISSED_DAYS,
  'Evidence of a case that nobody': APPEALED_DAYS,
  'Letter about moderation': LETTER_DAYS,
  'Excluded account': APPEAL_DAYS,
  'Notice from outside': CLOSED_DAYS,
  'Answer to a newcomer': CLOSED_DAYS,
  'Excluded addresses': BAN_MARK_KEPT_MS / 1000 / DAY_S,
  'Cases, decisions': CASE_DAYS,
  'Audit log': CASE_DAYS,
}

test('docs/privacy.md says what the code keeps, row by row', () => {
  const rows = readFileSync('docs/privacy.md', 'utf8')
    .replaceAll('\n  ', ' ')
    .matchAll(/^- (.+): \*\*(\d+) days?\*\*/gm)
  const found = Object.fromEntries(
    [...rows].map(([, what = '', days]) => [
      Object.keys(DAYS).find((start) => what.startsWith(start)) ?? what,
      Number(days),
    ]),
  )
  expect(found).toEqual(DAYS)
})
