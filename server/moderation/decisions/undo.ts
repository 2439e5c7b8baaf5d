import { REASONED_MEASURES } from '#contract/staff/measures'
import { NOTHING, type AfterCommit, type Ctx, type StaffViewer } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { sendLettersLater } from '../../mail/queue'
import { endClaims } from '../../safety/service'
import { writeAudit } from '../../staff/service'
import { otherHandlers } from '../conflict'
import { accountFreezeOf } from '../evidence/freeze'
import { extendForAppeal } from '../evidence/holds'
import { lockCase, isMadeBy, type CaseRow } from '../queries'
import { storeStaffMessage } from '../tell'
import { runAfterCommits, announceFreedPhotos } from './after'
import { withAloneNotice } from './alone'
import type { DecisionBody } from './check-measure'
import { reconsiderReports } from './close'
import { undoDecisionEffects } from './effects'

/**
 * Ends the effects of a decision; its reports no longer count as founded, and the reporters are told.
 */
const takeBack = async (
  ctx: Ctx,
  trx: Conn,
  decision: Row<'decisions'>,
): Promise<AfterCommit[]> => {
  const undone = await undoDecisionEffects(ctx, trx, decision)
  const reporters = await reconsiderReports(trx, decision.case_id, ctx.now())
  return [
    undone,
    announceFreedPhotos(ctx, await endClaims(trx, decision.case_id)),
    await storeStaffMessage(ctx, trx, reporters, 'reconsidered', { byMail: false }),
  ]
}

/** Gives the account of a case back that was frozen in an emergency. */
export const endAccountFreeze = async (
  ctx: Ctx,
  trx: Conn,
  viewer: StaffViewer,
  row: CaseRow,
): Promise<AfterCommit> => {
  const freeze = await accountFreezeOf(trx, row)
  if (!freeze) return NOTHING
  await trx
    .updateTable('decisions')
    .set({ undone_at: ctx.now(), undone_by: viewer.userId })
    .where('id', '=', freeze.id)
    .execute()
  const undone = await undoDecisionEffects(ctx, trx, freeze)
  const told = await storeStaffMessage(ctx, trx, [freeze.account_id ?? ''], 'lifted', {
    byMail: true,
  })
  return () => runAfterCommits(ctx, [undone, told])
}

/** Lifts the freeze alone, whatever was decided. Fails with `conflict` when none is frozen. */
export const liftAccountFreeze = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
  reason: string,
): Promise<void> => {
  const now = ctx.now()
  const after = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockCase(trx, viewer, id)
    if (((await accountFreezeOf(trx, row))?.until ?? 0) <= now) fail('conflict')
    await writeAudit(
      trx,
      viewer,
      { act: 'case.freeze_ended', targetKind: 'case', targetId: id, detail: { reason } },
      now,
    )
    return endAccountFreeze(ctx, trx, viewer, row)
  })
  await runAfterCommits(ctx, [after])
  sendLettersLater(ctx)
  ctx.bus.emit('case.changed', { caseId: id })
}

/** Closes an appeal: upholds the first decision or reverts it. */
export const answerAppeal = async (
  ctx: Ctx,
  trx: Conn,
  viewer: StaffViewer,
  row: CaseRow,
  body: DecisionBody,
): Promise<AfterCommit> => {
  const now = ctx.now()
  const decision =
    (await trx
      .selectFrom('decisions')
      .where('id', '=', row.subject_id)
      .selectAll()
      // another staff member may be undoing it: its effects would be taken back twice
      .forUpdate()
      .executeTakeFirst()) ?? fail('not_found')
  const madeIt = isMadeBy(decision, viewer)
  if (madeIt && (await otherHandlers(trx, viewer, row.id)).length > 0) fail('case_own_decision')
  const isOverturned = body.measure === 'overturn'
  const appeal = await trx
    .selectFrom('appeals')
    .where('decision_id', '=', decision.id)
    .select(['id', 'account_id'])
    .executeTakeFirst()
  await trx
    .updateTable('appeals')
    .set({
      state: isOverturned ? 'overturned' : 'upheld',
      answer: withAloneNotice(body.facts, madeIt),
      closed_at: now,
    })
    .where('id', '=', appeal?.id ?? '')
    .execute()
  await extendForAppeal(trx, decision.case_id, now)
  // after a parting the appeal may be of the new account
  const concerned = [decision.account_id ?? '', appeal?.account_id ?? '']
  const told = await storeStaffMessage(ctx, trx, concerned, 'appeal', { byMail: true })
  if (!isOverturned || decision.undone_at !== null) return told
  const after = await takeBack(ctx, trx, decision)
  await trx
    .updateTable('decisions')
    .set({ undone_at: now, undone_by: viewer.userId })
    .where('id', '=', decision.id)
    .execute()
  return () => runAfterCommits(ctx, [told, ...after])
}

/**
 * Reverts a decision of any staff member, with a reason; the member and the reporters are notified.
 */
export const undoStaffDecision = async (
  ctx: Ctx,
  viewer: StaffViewer,
  decisionId: string,
  reason: string,
): Promise<void> => {
  const now = ctx.now()
  const after = await ctx.db.transaction().execute(async (trx) => {
    const known =
      (await trx
        .selectFrom('decisions')
        .where('id', '=', decisionId)
        .select('case_id')
        .executeTakeFirst()) ?? fail('not_found')
    await lockCase(trx, viewer, known.case_id)
    const decision = await trx
      .updateTable('decisions')
      .set({ undone_at: now, undone_by: viewer.userId })
      .where('id', '=', decisionId)
      .where('undone_at', 'is', null)
      .where('measure', 'in', [...REASONED_MEASURES])
      .returningAll()
      .executeTakeFirst()
    if (!decision) return fail('conflict')
    const undone = await takeBack(ctx, trx, decision)
    const told = await storeStaffMessage(ctx, trx, [decision.account_id ?? ''], 'lifted', {
      byMail: true,
    })
    await writeAudit(
      trx,
      viewer,
      {
        act: 'decision.undone',
        targetKind: 'decision',
        targetId: decisionId,
        detail: { measure: decision.measure, reason },
      },
      now,
    )
    return { caseId: known.case_id, work: [...undone, told] }
  })
  await runAfterCommits(ctx, after.work)
  sendLettersLater(ctx)
  ctx.bus.emit('case.changed', { caseId: after.caseId })
}
