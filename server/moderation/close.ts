import { APPEAL_DAYS } from '#contract/staff/measures'
import type { Conn } from '../db/dialect'
import { queueLetters } from '../mail/queue'
import type { CaseRow } from './queries'

const DAY_MS = 86_400_000

/**
 * Closes the case, its reports and notices, and dates its evidence. Letters to who left an address
 * are stored: call `sendQueued` after the commit.
 */
export const closeCase = async (
  trx: Conn,
  row: CaseRow,
  measure: string,
  now: number,
): Promise<void> => {
  const outcome = measure === 'dismiss' ? ('dismissed' as const) : ('measure' as const)
  await trx
    .updateTable('cases')
    .set({
      state: 'decided',
      closed_at: now,
      claimed_by: null,
      claim_until: null,
      proposal: null,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  const notifiers = await trx
    .selectFrom('notices')
    .where('case_id', '=', row.id)
    .where('closed_at', 'is', null)
    .where('email', 'is not', null)
    .select('email')
    .execute()
  await queueLetters(
    trx,
    notifiers.flatMap(({ email }) => (email ? [{ to: { address: email }, what: 'notice' }] : [])),
    now,
  )
  for (const table of ['reports', 'notices'] as const)
    await trx
      .updateTable(table)
      .set({ outcome, closed_at: now })
      .where('case_id', '=', row.id)
      .where('closed_at', 'is', null)
      .execute()
  await trx
    .updateTable('evidence')
    .set({ expires_at: Math.max(now + APPEAL_DAYS * DAY_MS, row.kept_until ?? 0) })
    .where('case_id', '=', row.id)
    .execute()
}
