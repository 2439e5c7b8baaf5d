import { sql, type SqlBool } from 'kysely'
import type { ReportReason } from '#contract/safety'
import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'
import { newId } from '../tokens'

type CaseRow = Row<'cases'>

/** 0: possible danger; 1: harm to a person; 2: the rest. */
const PRIORITY: Readonly<Record<ReportReason, number>> = {
  minor: 0,
  pictured: 0,
  non_consensual: 0,
  harassment: 1,
  impersonation: 1,
  illegal: 1,
  spam: 2,
  other: 2,
}
export const priorityOf = (reason: ReportReason): number => PRIORITY[reason]

/**
 * The open case of a subject, or a new one: several reports of one thing are one case. A more severe
 * report raises its priority.
 */
export const openCase = async (
  trx: Conn,
  subject: Pick<CaseRow, 'kind' | 'subject_kind' | 'subject_id' | 'account_id' | 'priority'>,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> => {
  const row: NewRow<'cases'> = {
    id: newId(),
    ...subject,
    state: 'open',
    claimed_by: null,
    claim_until: null,
    version: 1,
    proposal: null,
    opened_at: now,
    ranked_at: now,
    closed_at: null,
    urgent_at: subject.priority === 0 ? now : null,
  }
  const made = await trx
    .insertInto('cases')
    .values(row)
    .onConflict((c) =>
      // literally as in the partial index, which a parameter would not match
      c
        .columns(['subject_kind', 'subject_id'])
        .where(sql<SqlBool>`state <> 'decided'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const known = await trx
    .selectFrom('cases')
    .where('subject_kind', '=', subject.subject_kind)
    .where('subject_id', '=', subject.subject_id)
    .where('state', '!=', 'decided')
    .select(['id', 'priority'])
    .forUpdate()
    .executeTakeFirst()
  // decided between the two statements: its subject is free again
  if (!known) return openCase(trx, subject, now)
  await trx
    .updateTable('cases')
    .set((eb) => ({
      version: eb('version', '+', 1),
      priority: Math.min(known.priority, subject.priority),
      ...(known.priority > 0 && subject.priority === 0 ? { urgent_at: now } : {}),
    }))
    .where('id', '=', known.id)
    .execute()
  return { id: known.id, isNew: false }
}
