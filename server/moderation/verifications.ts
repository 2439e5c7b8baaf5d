import { NOTHING, type AfterCommit, type Ctx, type StaffViewer } from '../context'
import { truncateWriteLog, retryOnDeadlock, type Conn } from '../db/dialect'
import { forEachDueRow } from '../each-due'
import {
  answerVerificationRequest,
  overdueCases,
  refuserOf,
  deleteExpiredMetCodes,
  deleteExpiredRequests,
} from '../verification/service'
import { withAloneNotice } from './decisions/alone'
import type { DecisionBody } from './decisions/check-measure'
import { closeCase } from './decisions/close'
import type { CaseRow } from './queries'
import { storeStaffMessage } from './tell'

/** Decides a request for verification. */
export const answerVerification = async (
  ctx: Ctx,
  trx: Conn,
  viewer: StaffViewer,
  row: CaseRow,
  body: Pick<DecisionBody, 'measure' | 'facts'>,
): Promise<AfterCommit> => {
  const isRefused = body.measure === 'refuse'
  const state = isRefused ? ('refused' as const) : ('accepted' as const)
  const isAlone = (await refuserOf(trx, row)) === viewer.userId
  const words = isRefused ? withAloneNotice(body.facts, isAlone) : null
  const by = isRefused ? viewer.userId : null
  const answered = await answerVerificationRequest(trx, row, state, words, ctx.now(), by)
  const told = answered
    ? await storeStaffMessage(ctx, trx, [row.account_id ?? ''], 'verification', { byMail: false })
    : NOTHING
  return async () => {
    // the key of the photo
    await truncateWriteLog(ctx.db)
    await told()
  }
}

/** Closes a case without a decision in time; null when it was decided since it was read. */
const lapse = async (
  ctx: Ctx,
  trx: Conn,
  caseId: string,
  now: number,
): Promise<AfterCommit | null> => {
  const row = await trx
    .selectFrom('cases')
    .where('id', '=', caseId)
    .where('state', '!=', 'decided')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const lapsed = await answerVerificationRequest(trx, row, 'lapsed', null, now)
  await closeCase(trx, row, 'dismiss', now)
  return lapsed
    ? storeStaffMessage(ctx, trx, [row.account_id ?? ''], 'verification', { byMail: false })
    : NOTHING
}

/** Once a day: destroys photos without a decision in time, and notifies their members. */
export const expireVerificationRequests = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  await forEachDueRow(ctx, await overdueCases(ctx.db, now), async ({ id }) => {
    const after = await retryOnDeadlock(() =>
      ctx.db.transaction().execute((trx) => lapse(ctx, trx, id, now)),
    )
    if (!after) return
    await after()
    ctx.bus.emit('case.changed', { caseId: id })
  })
  await deleteExpiredRequests(ctx.db, now)
  await deleteExpiredMetCodes(ctx.db, now)
}
