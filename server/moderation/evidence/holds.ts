import { sql } from 'kysely'
import { DAY_MS } from '#contract/limits'
import type { CaseDetail } from '#contract/staff/cases'
import { APPEALED_DAYS, HOLD_ASKED_DAYS, HOLD_DAYS } from '#contract/staff/measures'
import type { Ctx, StaffViewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { iso } from '../../iso'
import { queueLetters, sendQueuedLetters } from '../../mail/queue'
import { writeAudit } from '../../staff/service'
import { otherHandlers } from '../conflict'
import { isUnexpired } from './destroy'
import { lockCase, type CaseRow } from '../queries'

const NOTHING_LEFT = 'Il ne reste aucune copie à garder.'

/** Expired evidence is not brought back. */
const extendEvidence = (trx: Conn, caseId: string, now: number, until: number) =>
  trx
    .updateTable('evidence')
    .set({ expires_at: until })
    .where('case_id', '=', caseId)
    .where('expires_at', '<', until)
    .where('expires_at', '>', now)
    .execute()

/** In the transaction that opens or answers an appeal: it needs what was decided about. */
export const extendForAppeal = (trx: Conn, caseId: string, now: number) =>
  extendEvidence(trx, caseId, now, now + APPEALED_DAYS * DAY_MS)

/** In the caller's transaction, for the locked case. Returns until when. */
export const extendHold = async (trx: Conn, id: string, now: number): Promise<number> => {
  const until = now + HOLD_DAYS * DAY_MS
  await trx.updateTable('cases').set({ kept_until: until }).where('id', '=', id).execute()
  await extendEvidence(trx, id, now, until)
  return until
}

/**
 * Keeps the evidence of a case for 90 days from now at least: an authority asks for it, or will.
 * Returns until when. Fails with `not_found`, `conflict` when all of it is destroyed.
 */
export const keepEvidence = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
  reason: string,
): Promise<number> => {
  const now = ctx.now()
  const until = await ctx.db.transaction().execute(async (trx) => {
    await lockCase(trx, viewer, id)
    const kept = await extendHold(trx, id, now)
    // read after the locks, which wait for a destruction that is under way
    const left = await trx
      .selectFrom('evidence')
      .where('case_id', '=', id)
      .where('payload', 'is not', null)
      .where(isUnexpired('expires_at', now))
      .select('id')
      .executeTakeFirst()
    if (!left) return fail('conflict', undefined, undefined, NOTHING_LEFT)
    await writeAudit(
      trx,
      viewer,
      { act: 'case.kept', targetKind: 'case', targetId: id, detail: { reason } },
      now,
    )
    return kept
  })
  ctx.bus.emit('case.changed', { caseId: id })
  return until
}

/** Excludes none: every staff member who may handle the case. */
const NOBODY = { userId: '' }

/**
 * Once a day: requests a renewal of the hold from the operators who may handle the case, some days
 * before its end. Without a reply the hold ends.
 */
export const requestHoldRenewals = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const asked = await ctx.db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('cases')
      .where('kept_until', '>', now)
      .where('kept_until', '<=', now + HOLD_ASKED_DAYS * DAY_MS)
      .where((eb) =>
        eb.or([eb('kept_asked_for', 'is', null), eb('kept_asked_for', '!=', eb.ref('kept_until'))]),
      )
      .where((eb) =>
        eb.or([eb('kept_let_end', 'is', null), eb('kept_let_end', '!=', eb.ref('kept_until'))]),
      )
      // something goes with the end of the hold
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('evidence as e')
            .whereRef('e.case_id', '=', 'cases.id')
            .where('e.payload', 'is not', null)
            .where(
              sql<number>`coalesce(e.expires_at, e.captured_at + ${APPEALED_DAYS * DAY_MS})`,
              '<=',
              sql<number>`cases.kept_until`,
            )
            .select('e.id'),
        ),
      )
      .select(['id', 'kept_until'])
      .execute()
    const operators = await trx
      .selectFrom('staff')
      .where('role', '=', 'operator')
      .select('user_id')
      .execute()
    const told = new Set<string>()
    for (const { id, kept_until } of due) {
      const able = await otherHandlers(trx, NOBODY, id)
      for (const { user_id } of operators) if (able.includes(user_id)) told.add(user_id)
      await trx
        .updateTable('cases')
        .set({ kept_asked_for: kept_until })
        .where('id', '=', id)
        .execute()
    }
    // one letter, however many holds end
    await queueLetters(
      trx,
      [...told].map((userId) => ({ to: { userId }, what: 'hold' })),
      now,
    )
    return told.size > 0
  })
  if (asked) await sendQueuedLetters(ctx)
}

/** The hold of a case; `until`: when its evidence goes. Null: none, or nothing goes with its end. */
export const presentHold = (
  row: Pick<CaseRow, 'kept_until' | 'kept_let_end'>,
  until: number | null,
  now: number,
): CaseDetail['hold'] => {
  const end = row.kept_until
  if (end === null || end <= now || until === null || until > end) return null
  const isLetEnd = row.kept_let_end === end
  return { until: iso(end), isAsked: !isLetEnd && end <= now + HOLD_ASKED_DAYS * DAY_MS, isLetEnd }
}

/** An operator's answer: no further request, and the evidence goes on its day. */
export const letHoldEnd = async (ctx: Ctx, viewer: StaffViewer, id: string): Promise<void> => {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const row = await lockCase(trx, viewer, id)
    if (row.kept_until === null || row.kept_until <= now) return fail('conflict')
    await trx
      .updateTable('cases')
      .set({ kept_let_end: row.kept_until })
      .where('id', '=', id)
      .execute()
    return writeAudit(trx, viewer, { act: 'case.let_go', targetKind: 'case', targetId: id }, now)
  })
  ctx.bus.emit('case.changed', { caseId: id })
}
