import { DESK_IDLE_S, DESK_OPEN_S } from '#contract/staff/measures'
import type { StaffRole } from '#contract/staff/access'
import type { Ctx, StaffViewer, UserViewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

/** The use of the desk is written at most this often, ms. */
const TOUCH_MS = 30_000

export const findStaff = (db: Conn, userId: string): Promise<Row<'staff'> | undefined> =>
  db.selectFrom('staff').where('user_id', '=', userId).selectAll().executeTakeFirst()

/** Whether the desk is open in this session; keeps it open. */
export const isDeskOpen = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  viewer: Pick<UserViewer, 'sessionId' | 'userId'>,
): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('staff_unlocks')
    .where('session_id', '=', viewer.sessionId)
    .where('user_id', '=', viewer.userId)
    .select(['used_at', 'opened_at'])
    .executeTakeFirst()
  const now = ctx.now()
  if (!row || row.used_at <= now - DESK_IDLE_S * 1000 || row.opened_at <= now - DESK_OPEN_S * 1000)
    return false
  if (row.used_at < now - TOUCH_MS)
    await ctx.db
      .updateTable('staff_unlocks')
      .set({ used_at: now })
      .where('session_id', '=', viewer.sessionId)
      .execute()
  return true
}

/**
 * The staff member behind a call. Without the role, fails with `not_found`, as for a route that does
 * not exist; `staff_locked` while the desk is locked in this session.
 */
export const requireStaff = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  viewer: UserViewer,
  role: StaffRole,
): Promise<StaffViewer> => {
  const row = await findStaff(ctx.db, viewer.userId)
  if (!row || (role === 'operator' && row.role !== 'operator')) return fail('not_found')
  if (!(await isDeskOpen(ctx, viewer))) fail('staff_locked')
  return { ...viewer, role: row.role, pseudonym: row.pseudonym }
}
