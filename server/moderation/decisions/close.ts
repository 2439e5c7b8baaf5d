import { DAY_MS } from '#contract/limits'
import {
  APPEAL_DAYS,
  DISMISSED_DAYS,
  REASONED_MEASURES,
  type Measure,
} from '#contract/staff/measures'
import type { Conn } from '../../db/dialect'
import { queueLetters } from '../../mail/queue'
import type { CaseRow } from '../queries'

/** Letters to those outside who left an address, about their notices with this outcome. */
const writeToNotifiers = async (
  trx: Conn,
  caseId: string,
  outcome: 'measure' | null,
  now: number,
): Promise<void> => {
  const notifiers = await trx
    .selectFrom('notices')
    .where('case_id', '=', caseId)
    .where('outcome', outcome === null ? 'is' : '=', outcome)
    .where('email', 'is not', null)
    .select('email')
    .execute()
  await queueLetters(
    trx,
    notifiers.flatMap(({ email }) => (email ? [{ to: { address: email }, what: 'notice' }] : [])),
    now,
  )
}

/**
 * Closes the case, its reports and notices, and dates its evidence. Stores letters to reporters
 * without an account: call `sendLettersLater` after the commit. `by`: the staff member who closes it
 * (null: none), and the one who proposed it when `by` confirms.
 */
export const closeCase = async (
  trx: Conn,
  row: CaseRow,
  measure: Measure,
  now: number,
  by: string | null = null,
  proposedBy: string | null = null,
): Promise<void> => {
  const outcome = measure === 'dismiss' ? ('dismissed' as const) : ('measure' as const)
  await trx
    .updateTable('cases')
    .set({
      state: 'decided',
      closed_at: now,
      measure,
      closed_by: by,
      proposed_by: proposedBy,
      claimed_by: null,
      claim_until: null,
      proposal: null,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  await writeToNotifiers(trx, row.id, null, now)
  for (const table of ['reports', 'notices'] as const)
    await trx
      .updateTable(table)
      .set({ outcome, closed_at: now })
      .where('case_id', '=', row.id)
      .where('closed_at', 'is', null)
      .execute()
  // nothing else can be appealed against
  const days = REASONED_MEASURES.includes(measure) ? APPEAL_DAYS : DISMISSED_DAYS
  await trx
    .updateTable('evidence')
    .set({ expires_at: Math.max(now + days * DAY_MS, row.kept_until ?? 0) })
    .where('case_id', '=', row.id)
    .execute()
}

/**
 * The decision of the case was taken back: its reports and notices are no longer founded. Returns
 * the accounts that reported. Letters are stored: call `sendLettersLater` after the commit.
 */
export const reconsiderReports = async (
  trx: Conn,
  caseId: string,
  now: number,
): Promise<string[]> => {
  await writeToNotifiers(trx, caseId, 'measure', now)
  const patch = { outcome: 'reconsidered', closed_at: now } as const
  await trx
    .updateTable('notices')
    .set(patch)
    .where('case_id', '=', caseId)
    .where('outcome', '=', 'measure')
    .execute()
  const reports = await trx
    .updateTable('reports')
    .set(patch)
    .where('case_id', '=', caseId)
    .where('outcome', '=', 'measure')
    .returning('account_id')
    .execute()
  return reports.map((r) => r.account_id)
}
