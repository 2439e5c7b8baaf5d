import type { Restriction } from '#contract/staff/measures'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'

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
    .where('kind', '=', kind)
    .where('lifted_at', 'is', null)
    .where('until', '>', now)
    .select('until')
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const day = new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Europe/Paris',
    dateStyle: 'long',
  }).format(row.until)
  fail(
    'restricted',
    { until: new Date(row.until).toISOString() },
    undefined,
    `Cette action vous est fermée jusqu’au ${day}. Les raisons sont dans «\u00a0Mes signalements et décisions\u00a0».`,
  )
}
