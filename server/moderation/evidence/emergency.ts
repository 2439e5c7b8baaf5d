import type { Readable } from 'node:stream'
import { DAY_MS } from '#contract/limits'
import { FREEZE_DAYS } from '#contract/staff/measures'
import type { AfterCommit, Ctx, StaffViewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { queueLetters, sendLettersLater } from '../../mail/queue'
import { writeAudit } from '../../staff/service'
import { newId } from '../../tokens'
import { otherHandlers } from '../conflict'
import { runAfterCommits } from '../decisions/after'
import { lockCase, type CaseRow } from '../queries'
import { readRules } from '../rules'
import { announceSuspension, suspendAccount } from '../suspension'
import { storeStaffMessage } from '../tell'
import { accountFreezeOf } from './freeze'
import { exportCase } from './export'
import { extendHold } from './holds'

/** What the member reads while the account is frozen. */
const FACTS =
  'Votre compte est suspendu le temps d’examiner une situation urgente. La suite vous sera dite ici\u00a0; vous pouvez contester.'

/** Suspends the account of the case for some days; one that is frozen already stays as it is. */
const freezeAccount = async (
  ctx: Ctx,
  trx: Conn,
  viewer: StaffViewer,
  row: CaseRow,
): Promise<AfterCommit[]> => {
  const now = ctx.now()
  const { account_id: accountId } = row
  if (accountId === null || ((await accountFreezeOf(trx, row))?.until ?? 0) > now) return []
  const until = now + FREEZE_DAYS * DAY_MS
  const id = newId()
  await trx
    .insertInto('decisions')
    .values({
      id,
      case_id: row.id,
      account_id: accountId,
      identity_id: null,
      subject_kind: row.subject_kind,
      subject_id: row.subject_id,
      measure: 'suspend',
      scopes: '[]',
      rule: null,
      rules_version: (await readRules(trx)).version,
      facts: FACTS,
      origin: 'own',
      by_user: viewer.userId,
      second_user: null,
      made_at: now,
      until,
      undone_at: null,
      undone_by: null,
    })
    .execute()
  await trx.updateTable('cases').set({ freeze_id: id }).where('id', '=', row.id).execute()
  await suspendAccount(trx, accountId, until, now)
  const told = await storeStaffMessage(ctx, trx, [accountId], 'decision', { byMail: true })
  return [() => announceSuspension(ctx, accountId, until), told]
}

/**
 * A threat to life or safety: freezes the account, keeps the evidence, puts the case first,
 * notifies the other staff who may handle it, and returns the file for the authority. Fails with
 * `not_found`.
 */
export const freezeInEmergency = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
  reason: string,
): Promise<Readable> => {
  const now = ctx.now()
  const after = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockCase(trx, viewer, id)
    const work = await freezeAccount(ctx, trx, viewer, row)
    await extendHold(trx, id, now)
    await trx
      .updateTable('cases')
      .set({ priority: 0, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    await writeAudit(
      trx,
      viewer,
      { act: 'case.emergency', targetKind: 'case', targetId: id, detail: { reason } },
      now,
    )
    await queueLetters(
      trx,
      (await otherHandlers(trx, viewer, id)).map((userId) => ({ to: { userId }, what: 'urgent' })),
      now,
    )
    return work
  })
  await runAfterCommits(ctx, after)
  sendLettersLater(ctx)
  ctx.bus.emit('case.changed', { caseId: id })
  return exportCase(ctx, viewer, id, reason)
}
