import { DAY_MS } from '#contract/limits'
import type { Conn } from '../db/dialect'

/** Unfounded reports from which a member may be warned, and after a warning is read last. */
const UNFOUNDED = 3
/** Reports that count before a warning. */
const BEFORE_DAYS = 90
/** Unfounded reports after a warning count, and delay the next ones, for this long. */
export const LAST_DAYS = 30
const WARNING_DAYS = 365

/** `may_warn`: mostly unfounded recently; `last`: went on after a warning, and is read last. */
export type Misuse = 'none' | 'may_warn' | 'warned' | 'last'

/** When the account was last warned; null: not within a year. The audit log is the only record. */
const warnedAt = async (db: Conn, accountId: string, now: number): Promise<number | null> => {
  const row = await db
    .selectFrom('audit_log')
    .where('at', '>', now - WARNING_DAYS * DAY_MS)
    .where('act', '=', 'reporter.warned')
    .where('target_id', '=', accountId)
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** How an account uses reports, from what came of those that were answered. */
export const misuseOf = async (db: Conn, accountId: string, now: number): Promise<Misuse> => {
  const answered = await db
    .selectFrom('reports')
    .where('account_id', '=', accountId)
    .where('closed_at', '>', now - BEFORE_DAYS * DAY_MS)
    .where('outcome', 'in', ['measure', 'dismissed'])
    .select(['outcome', 'closed_at'])
    .execute()
  const unfounded = answered.filter((r) => r.outcome === 'dismissed')
  // nearly all reports: the log, which has no index for this, is not read
  if (unfounded.length < UNFOUNDED) return 'none'
  const warned = await warnedAt(db, accountId, now)
  if (warned === null) return unfounded.length * 2 > answered.length ? 'may_warn' : 'none'
  const since = Math.max(warned, now - LAST_DAYS * DAY_MS)
  const later = unfounded.filter((r) => (r.closed_at ?? 0) > since)
  return later.length >= UNFOUNDED ? 'last' : 'warned'
}

/** Priority of what waits until everything else is read. */
const LAST = 3
/** The priority of a report by this account; possible danger is never delayed. */
export const priorityForReporter = async (
  db: Conn,
  accountId: string,
  priority: number,
  now: number,
): Promise<number> =>
  priority > 0 && (await misuseOf(db, accountId, now)) === 'last' ? LAST : priority
