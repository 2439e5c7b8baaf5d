import type { CaseDetail } from '#contract/staff/cases'
import type { Evidence } from '#contract/staff/evidence'
import { ANSWERED_SUBJECT_KINDS, MEASURES, type Measure } from '#contract/staff/measures'
import type { Ctx, StaffViewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { DELETED_HANDLE } from '../profile/service'
import { misuseOf, type Misuse } from '../safety/service'
import { writeAudit } from '../staff/service'
import { iso } from '../iso'
import { refuserOf } from '../verification/service'
import { otherHandlers } from './conflict'
import { measuresWithoutAccount } from './decisions/check-measure'
import { parseProposal } from './decisions/decide'
import { isUnexpired, withoutExpired } from './evidence/destroy'
import { accountFreezeOf } from './evidence/freeze'
import { presentHold } from './evidence/holds'
import { presentEvidencePhotos } from './evidence/photos'
import { FORMER_STAFF, presentDecisions } from './present'
import { isMadeBy, identitiesOfCase, pseudonymsOf, requireCase, type CaseRow } from './queries'
import { presentCaseLine } from './queue'
import { summarizeAccount } from './account-summary'

/** Frozen content of a case and, for an appeal, of the case that it is about. */
const evidenceOf = async (
  ctx: Pick<Ctx, 'now'>,
  db: Conn,
  viewer: StaffViewer,
  caseIds: readonly string[],
): Promise<Evidence[]> => {
  const rows = await db
    .selectFrom('evidence')
    .where('case_id', 'in', [...caseIds])
    .selectAll()
    .orderBy('captured_at')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return []
  const photos = await presentEvidencePhotos(ctx, db, viewer, rows)
  return withoutExpired(rows, ctx.now()).map((r) => ({
    id: r.id,
    kind: r.kind,
    capturedAt: iso(r.captured_at),
    payload: r.payload === null ? null : (JSON.parse(r.payload) as Record<string, unknown>),
    photosLeftOut: r.photos_left_out,
    photos: r.payload === null ? [] : (photos.get(r.id) ?? []),
  }))
}

const reportsOf = async (db: Conn, caseId: string, now: number): Promise<CaseDetail['reports']> => {
  const rows = await db
    .selectFrom('reports as r')
    .leftJoin('accounts as a', 'a.id', 'r.account_id')
    .where('r.case_id', '=', caseId)
    .select(['r.id', 'r.account_id', 'r.reason', 'r.comment', 'r.created_at', 'a.handle'])
    .orderBy('r.created_at')
    .execute()
  const before = await db
    .selectFrom('reports')
    // not '', which is the account of every erased reporter
    .where('account_id', 'in', ['-', ...new Set(rows.flatMap((r) => r.account_id || []))])
    .where('outcome', 'is not', null)
    .select(['account_id', 'outcome'])
    .execute()
  const misuse = new Map<string, Misuse>()
  for (const { account_id } of rows)
    if (!misuse.has(account_id)) misuse.set(account_id, await misuseOf(db, account_id, now))
  return rows.map((r) => ({
    id: r.id,
    reason: r.reason,
    misuse: misuse.get(r.account_id) ?? 'none',
    comment: r.comment,
    at: iso(r.created_at),
    by: r.handle ?? DELETED_HANDLE,
    answered: before.filter((b) => b.account_id === r.account_id).length,
    founded: before.filter((b) => b.account_id === r.account_id && b.outcome === 'measure').length,
  }))
}

/** The decision that an appeal is about, with the member's words. */
const appealOf = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'userId'>,
  row: CaseRow,
): Promise<{ appeal: CaseDetail['appeal']; decision: Row<'decisions'> } | null> => {
  if (row.subject_kind !== 'decision') return null
  const decision = await db
    .selectFrom('decisions')
    .where('id', '=', row.subject_id)
    .selectAll()
    .executeTakeFirst()
  const appeal = await db
    .selectFrom('appeals')
    .where('decision_id', '=', row.subject_id)
    .selectAll()
    .executeTakeFirst()
  const [shown] = decision ? await presentDecisions(db, [decision]) : []
  return decision && appeal && shown
    ? {
        appeal: {
          text: appeal.text,
          at: iso(appeal.created_at),
          decision: shown,
          own: isMadeBy(decision, viewer),
        },
        decision,
      }
    : null
}

const measuresFor = async (
  db: Conn,
  viewer: StaffViewer,
  row: CaseRow,
  appealed: Row<'decisions'> | null,
): Promise<Measure[]> => {
  if (row.state === 'decided') return []
  if (appealed && isMadeBy(appealed, viewer))
    return (await otherHandlers(db, viewer, row.id)).length > 0 ? [] : [...MEASURES.decision]
  if ((await refuserOf(db, row)) === viewer.userId)
    return (await otherHandlers(db, viewer, row.id)).length > 0 ? [] : [...MEASURES.verification]
  const all = MEASURES[row.subject_kind]
  return row.account_id === null && row.subject_kind !== 'application'
    ? all.filter((m) => measuresWithoutAccount(row).includes(m))
    : [...all]
}

const contestedOf = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'userId'>,
  row: CaseRow,
): Promise<CaseDetail['contested']> => {
  const refuser = await refuserOf(db, row)
  return refuser === undefined ? null : { own: refuser === viewer.userId }
}

const keptUntil = async (db: Conn, caseId: string, now: number): Promise<number | null> => {
  const row = await db
    .selectFrom('evidence')
    .where('case_id', '=', caseId)
    .where('payload', 'is not', null)
    .where(isUnexpired('expires_at', now))
    .select((eb) => eb.fn.max('expires_at').as('until'))
    .executeTakeFirst()
  return row?.until ?? null
}

/** Until when the account is frozen for an emergency. */
const frozenUntil = async (db: Conn, row: CaseRow, now: number): Promise<string | null> => {
  const until = (await accountFreezeOf(db, row))?.until ?? 0
  return until > now ? iso(until) : null
}

/** How a case without a decision against a member was closed. */
const answeredOf = async (db: Conn, row: CaseRow): Promise<CaseDetail['answered']> => {
  if (
    row.state !== 'decided' ||
    row.measure === null ||
    !ANSWERED_SUBJECT_KINDS.includes(row.subject_kind)
  )
    return null
  const names = await pseudonymsOf(db, [row.closed_by, row.proposed_by])
  const nameOf = (id: string | null): string | null =>
    id === null ? null : (names.get(id) ?? FORMER_STAFF)
  return {
    measure: row.measure,
    at: iso(row.closed_at ?? row.opened_at),
    by: nameOf(row.proposed_by ?? row.closed_by),
    second: row.proposed_by === null ? null : nameOf(row.closed_by),
  }
}

/** A case with its evidence; the view is logged in the same transaction. */
export const readCaseDetail = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
): Promise<CaseDetail> =>
  ctx.db.transaction().execute(async (trx) => {
    const row = await requireCase(trx, viewer, id)
    await writeAudit(
      trx,
      viewer,
      { act: 'case.opened', targetKind: 'case', targetId: id },
      ctx.now(),
    )
    const appeal = await appealOf(trx, viewer, row)
    const decisions = await trx
      .selectFrom('decisions')
      .where('case_id', '=', id)
      .selectAll()
      .execute()
    const proposal = parseProposal(row)
    const names = await pseudonymsOf(trx, [proposal?.by ?? null])
    const until = await keptUntil(trx, id, ctx.now())
    return {
      line: await presentCaseLine({ db: trx, now: ctx.now }, viewer, row),
      reports: await reportsOf(trx, id, ctx.now()),
      evidence: await evidenceOf(ctx, trx, viewer, [
        id,
        ...(appeal ? [appeal.decision.case_id] : []),
      ]),
      versionsLeftOut: row.versions_left_out,
      account:
        row.account_id === null
          ? null
          : await summarizeAccount(trx, viewer, row.account_id, ctx.now()),
      decisions: await presentDecisions(trx, decisions),
      answered: await answeredOf(trx, row),
      proposal: proposal && {
        measure: proposal.measure,
        by: names.get(proposal.by) ?? '',
        mine: proposal.by === viewer.userId,
        facts: proposal.facts,
      },
      evidenceUntil: iso(until),
      hold: presentHold(row, until, ctx.now()),
      frozenUntil: await frozenUntil(trx, row, ctx.now()),
      appeal: appeal?.appeal ?? null,
      contested: await contestedOf(trx, viewer, row),
      persons: await identitiesOfCase(trx, row),
      measures: await measuresFor(trx, viewer, row, appeal?.decision ?? null),
    }
  })
