import type { CaseLine } from '#contract/staff/cases'
import type { Restriction, Decision } from '#contract/staff/measures'
import type { StaffViewer } from '../context'
import { idsOrNone, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { iso } from '../iso'
import { isClaimed, pseudonymsOf, type CaseRow } from './queries'

/** Shown for a former staff member. */
export const FORMER_STAFF = 'Ancien membre de l’équipe'

/** Rows of the queue; four queries, whatever their number. */
export const presentCaseLines = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'userId'>,
  rows: readonly CaseRow[],
  now: number,
): Promise<CaseLine[]> => {
  if (rows.length === 0) return []
  const reports = await db
    .selectFrom('reports')
    .where(
      'case_id',
      'in',
      rows.map((r) => r.id),
    )
    .select(['case_id', 'account_id', 'reason'])
    .execute()
  const accounts = await db
    .selectFrom('accounts')
    .where('id', 'in', idsOrNone(new Set(rows.flatMap((r) => r.account_id ?? []))))
    .select(['id', 'handle'])
    .execute()
  const handles = new Map(accounts.map((a) => [a.id, a.handle]))
  const names = await pseudonymsOf(
    db,
    rows.map((r) => r.claimed_by),
  )
  const decisions = await db
    .selectFrom('decisions')
    .where('case_id', 'in', idsOrNone(rows.flatMap((r) => (r.state === 'decided' ? r.id : []))))
    .select(['case_id', 'measure', 'undone_at'])
    .orderBy('made_at')
    .execute()
  const outcomes = new Map(
    decisions.map((d) => [d.case_id, { measure: d.measure, undone: d.undone_at !== null }]),
  )
  return rows.map((row) => {
    const own = reports.filter((r) => r.case_id === row.id)
    const handle = row.account_id === null ? undefined : handles.get(row.account_id)
    return {
      id: row.id,
      kind: row.kind,
      subjectKind: row.subject_kind,
      account: row.account_id && handle ? { id: row.account_id, handle } : null,
      priority: row.priority,
      reports: new Set(own.map((r) => r.account_id)).size,
      reasons: [...new Set(own.map((r) => r.reason))],
      state: row.state,
      openedAt: iso(row.opened_at),
      rankedAt: iso(row.ranked_at),
      closedAt: iso(row.closed_at),
      outcome:
        outcomes.get(row.id) ??
        (row.measure === null ? null : { measure: row.measure, undone: false }),
      claim:
        isClaimed(row, now) && row.claimed_by
          ? {
              by: names.get(row.claimed_by) ?? FORMER_STAFF,
              mine: row.claimed_by === viewer.userId,
              until: iso(row.claim_until ?? now),
            }
          : null,
      tag: row.tag,
      keptUntil: iso(row.kept_until !== null && row.kept_until > now ? row.kept_until : null),
      version: row.version,
    }
  })
}

/** Present handles of the identities that decisions are limited to. */
export const handlesOfIdentities = async (
  db: Conn,
  decisions: readonly Pick<Row<'decisions'>, 'identity_id'>[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(decisions.flatMap((d) => d.identity_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('identities')
    .where('id', 'in', ids)
    .select(['id', 'handle'])
    .execute()
  return new Map(rows.map((r) => [r.id, r.handle]))
}

export const presentDecisions = async (
  db: Conn,
  rows: readonly Row<'decisions'>[],
): Promise<Decision[]> => {
  if (rows.length === 0) return []
  const names = await pseudonymsOf(
    db,
    rows.flatMap((r) => [r.by_user, r.second_user]),
  )
  const appeals = await db
    .selectFrom('appeals')
    .where(
      'decision_id',
      'in',
      rows.map((r) => r.id),
    )
    .select('decision_id')
    .execute()
  const handles = await handlesOfIdentities(db, rows)
  const appealed = new Set(appeals.map((a) => a.decision_id))
  return rows.map((r) => ({
    id: r.id,
    caseId: r.case_id,
    measure: r.measure,
    scopes: JSON.parse(r.scopes) as Restriction[],
    identity: r.identity_id === null ? null : { handle: handles.get(r.identity_id) ?? null },
    rule: r.rule,
    facts: r.facts,
    until: iso(r.until),
    madeAt: iso(r.made_at),
    by: names.get(r.by_user) ?? FORMER_STAFF,
    second: r.second_user === null ? null : (names.get(r.second_user) ?? FORMER_STAFF),
    undoneAt: iso(r.undone_at),
    appealed: appealed.has(r.id),
  }))
}
