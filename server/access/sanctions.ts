import type { Restriction } from '#contract/staff/measures'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { longDay } from '../paris'

/** What closes each action: a discussion begins with a message. */
const CLOSED_BY = {
  conversations: ['conversations', 'messages'],
  messages: ['messages'],
  events: ['events'],
  photos: ['photos'],
} as const satisfies Record<Restriction, readonly Restriction[]>

/** Fails with `restricted`, and until when, while a decision of the staff closes this to the account. */
export const requireUnrestricted = async (
  db: Conn,
  accountId: string,
  kind: Restriction,
  now: number,
): Promise<void> => {
  const row = await db
    .selectFrom('sanctions')
    .where('account_id', '=', accountId)
    .where('kind', 'in', CLOSED_BY[kind])
    .where('lifted_at', 'is', null)
    .where('until', '>', now)
    .select('until')
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  fail(
    'restricted',
    { until: iso(row.until) },
    undefined,
    `Cette action vous est fermée jusqu’au ${longDay(row.until)}. Les raisons sont dans «\u00a0Mes signalements et décisions\u00a0».`,
  )
}
