import type { Ctx, StaffViewer } from '../context'
import { fail } from '../fail'
import { misuseOf } from '../safety/service'
import { writeAudit } from '../staff/service'
import { requireCase } from './queries'
import { storeStaffMessage } from './tell'

/**
 * Warns the author of a report that most of their reports were unfounded: if that goes on, the next
 * ones are read last for a month. Fails with `not_found`, `conflict`.
 */
export const warnReporter = async (
  ctx: Ctx,
  viewer: StaffViewer,
  reportId: string,
): Promise<void> => {
  const now = ctx.now()
  const { after, caseId } = await ctx.db.transaction().execute(async (trx) => {
    const report =
      (await trx
        .selectFrom('reports')
        .where('id', '=', reportId)
        .select(['account_id', 'case_id'])
        .executeTakeFirst()) ?? fail('not_found')
    const { id } = await requireCase(trx, viewer, report.case_id ?? '')
    if ((await misuseOf(trx, report.account_id, now)) !== 'may_warn') fail('conflict')
    await writeAudit(
      trx,
      viewer,
      { act: 'reporter.warned', targetKind: 'account', targetId: report.account_id },
      now,
    )
    const after = await storeStaffMessage(ctx, trx, [report.account_id], 'warned', {
      byMail: false,
    })
    return { after, caseId: id }
  })
  await after()
  ctx.bus.emit('case.changed', { caseId })
}
