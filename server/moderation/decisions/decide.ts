import { DAY_MS } from '#contract/limits'
import type { CaseLine } from '#contract/staff/cases'
import {
  ANSWERED_SUBJECT_KINDS,
  CONFIRMED_MEASURES,
  REASONED_MEASURES,
  TIMED_MEASURES,
  type Measure,
} from '#contract/staff/measures'
import type { AfterCommit, Ctx, StaffViewer } from '../../context'
import { retryOnDeadlock, type Conn } from '../../db/dialect'
import type { NewRow, Row } from '../../db/tables'
import { fail } from '../../fail'
import { sendLettersLater } from '../../mail/queue'
import { endClaims } from '../../safety/service'
import { writeAudit } from '../../staff/service'
import { newId } from '../../tokens'
import { refuserOf } from '../../verification/service'
import { otherHandlers } from '../conflict'
import { runAfterCommits, announceFreedPhotos } from './after'
import { checkMeasure, type DecisionBody } from './check-measure'
import { closeCase } from './close'
import { answerComment } from '../comments'
import { applyDecision } from './effects'
import { answerApplication } from '../newcomers'
import { lockCase, type CaseRow } from '../queries'
import { presentCaseLine, refuseIfClaimed } from '../queue'
import { storeStaffMessage } from '../tell'
import { answerVerification } from '../verifications'
import { answerAppeal, endAccountFreeze } from './undo'

/** A measure that one person proposes and another one confirms. */
interface Proposal {
  readonly measure: Measure
  readonly by: string
  readonly rule: string | null
  readonly facts: string
}
export const parseProposal = (row: Pick<CaseRow, 'proposal'>): Proposal | null =>
  row.proposal === null
    ? null
    : // those stored before other measures needed a second person
      { measure: 'exclude', ...(JSON.parse(row.proposal) as Omit<Proposal, 'measure'>) }

const insertDecision = async (
  ctx: Ctx,
  trx: Conn,
  viewer: StaffViewer,
  row: CaseRow,
  body: DecisionBody,
  rulesVersion: number,
  proposedBy: string | null,
): Promise<Row<'decisions'>> => {
  const now = ctx.now()
  const isTimed = TIMED_MEASURES.includes(body.measure)
  const decision: NewRow<'decisions'> = {
    id: newId(),
    case_id: row.id,
    account_id: row.account_id,
    identity_id: body.identity ?? null,
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
    measure: body.measure,
    scopes: JSON.stringify(body.measure === 'restrict' ? [...new Set(body.scopes)] : []),
    rule: REASONED_MEASURES.includes(body.measure) ? (body.rule ?? null) : null,
    rules_version: rulesVersion,
    facts: body.facts,
    origin: row.kind === 'own' || row.kind === 'signal' ? row.kind : 'report',
    by_user: proposedBy ?? viewer.userId,
    second_user: proposedBy === null ? null : viewer.userId,
    made_at: now,
    until: isTimed && body.days !== undefined ? now + body.days * DAY_MS : null,
    undone_at: null,
    undone_by: null,
  }
  return trx.insertInto('decisions').values(decision).returningAll().executeTakeFirstOrThrow()
}

/** Tells the reporters that it is closed, and the member the reasons. */
const tellAll = async (
  ctx: Ctx,
  trx: Conn,
  row: CaseRow,
  measure: Measure,
): Promise<AfterCommit> => {
  const reporters = await trx
    .selectFrom('reports')
    .where('case_id', '=', row.id)
    .select('account_id')
    .execute()
  const toReporters = await storeStaffMessage(
    ctx,
    trx,
    reporters.map((r) => r.account_id),
    'report',
    { byMail: false },
  )
  if (measure === 'dismiss' || row.account_id === null) return toReporters
  const toMember = await storeStaffMessage(ctx, trx, [row.account_id], 'decision', { byMail: true })
  return async () => {
    await toReporters()
    await toMember()
  }
}

/** Decisions in favour of the account: frozen in an emergency, it is free again. */
const IN_FAVOUR: readonly Measure[] = ['dismiss', 'overturn', 'admit', 'verify']

const answerSubject = (
  ctx: Ctx,
  trx: Conn,
  viewer: StaffViewer,
  row: CaseRow,
  body: DecisionBody,
): Promise<AfterCommit> => {
  if (row.subject_kind === 'application') return answerApplication(ctx, trx, row, body)
  if (row.subject_kind === 'verification') return answerVerification(ctx, trx, viewer, row, body)
  return row.subject_kind === 'comment'
    ? answerComment(ctx, trx, row, body)
    : answerAppeal(ctx, trx, viewer, row, body)
}

/**
 * Other staff members who may decide: of a contested verification never who refused it. Fails with
 * `case_own_decision` for that person, where there is another one.
 */
const othersOf = async (trx: Conn, viewer: StaffViewer, row: CaseRow): Promise<string[]> => {
  const refuser = await refuserOf(trx, row)
  const others = (await otherHandlers(trx, viewer, row.id)).filter((one) => one !== refuser)
  if (refuser === viewer.userId && others.length > 0) fail('case_own_decision')
  return others
}

/** Stores a measure for a second person to confirm. */
const propose = async (
  trx: Conn,
  viewer: StaffViewer,
  row: CaseRow,
  body: DecisionBody,
  now: number,
): Promise<void> => {
  const proposal: Proposal = {
    measure: body.measure,
    by: viewer.userId,
    rule: body.rule ?? null,
    facts: body.facts,
  }
  await trx
    .updateTable('cases')
    .set({
      state: 'waiting_second',
      proposal: JSON.stringify(proposal),
      claimed_by: null,
      claim_until: null,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  await writeAudit(
    trx,
    viewer,
    {
      act: body.measure === 'exclude' ? 'case.exclusion_proposed' : 'case.verification_proposed',
      targetKind: 'case',
      targetId: row.id,
    },
    now,
  )
}

/**
 * Decides a case in one transaction with its effects, messages and audit entry. Fails with
 * `case_decided`, `case_changed`, `case_claimed`, `case_own_decision`, `measure_invalid`.
 */
export const decideOpenCase = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
  body: DecisionBody,
): Promise<{ line: CaseLine; waiting: boolean }> => {
  const now = ctx.now()
  const work = async (trx: Conn) => {
    const row = await lockCase(trx, viewer, id)
    if (row.state === 'decided') fail('case_decided')
    refuseIfClaimed(row, viewer, now)
    if (row.version !== body.version) fail('case_changed')
    const others = await othersOf(trx, viewer, row)
    const rulesVersion = await checkMeasure(trx, row, body)
    const proposal = parseProposal(row)
    const isSecond = proposal?.measure === body.measure && proposal.by !== viewer.userId
    const needsSecond = CONFIRMED_MEASURES.includes(body.measure) && !isSecond
    if (needsSecond && others.length > 0) {
      await propose(trx, viewer, row, body, now)
      return { after: [], waiting: true }
    }
    const proposedBy = isSecond ? proposal.by : null
    const after: AfterCommit[] = []
    if (ANSWERED_SUBJECT_KINDS.includes(row.subject_kind))
      after.push(await answerSubject(ctx, trx, viewer, row, body))
    else {
      const decision = await insertDecision(ctx, trx, viewer, row, body, rulesVersion, proposedBy)
      after.push(
        await applyDecision(ctx, trx, decision),
        await tellAll(ctx, trx, row, body.measure),
      )
    }
    if (IN_FAVOUR.includes(body.measure)) after.push(await endAccountFreeze(ctx, trx, viewer, row))
    if (body.measure === 'dismiss') after.push(announceFreedPhotos(ctx, await endClaims(trx, id)))
    await closeCase(trx, row, body.measure, now, viewer.userId, proposedBy)
    await writeAudit(
      trx,
      viewer,
      {
        act: 'case.decided',
        targetKind: 'case',
        targetId: id,
        detail: {
          measure: body.measure,
          rule: body.rule ?? null,
          days: body.days ?? null,
          ...(body.identity === undefined ? {} : { identity: body.identity }),
        },
      },
      now,
    )
    return { after, waiting: false }
  }
  const done = await retryOnDeadlock(() => ctx.db.transaction().execute(work))
  await runAfterCommits(ctx, done.after)
  sendLettersLater(ctx)
  ctx.bus.emit('case.changed', { caseId: id })
  const row = await ctx.db
    .selectFrom('cases')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { line: await presentCaseLine(ctx, viewer, row), waiting: done.waiting }
}
