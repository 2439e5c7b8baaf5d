import type { StaffRole, TeamMember } from '#contract/staff/access'
import type { Ctx, StaffViewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { emailKey } from '../session/service'
import { writeAudit, type AuditActor } from './audit'

/** What the command does is written to the audit log under this name. */
export const COMMAND_ACTOR: AuditActor = { userId: 'command', pseudonym: 'command' }

/** `viewerId`: the user who asks; null for the command. */
export const listTeamMembers = async (db: Conn, viewerId: string | null): Promise<TeamMember[]> => {
  const rows = await db
    .selectFrom('staff as s')
    .leftJoin('passkeys as p', 'p.user_id', 's.user_id')
    .groupBy(['s.user_id', 's.pseudonym', 's.role', 's.granted_at'])
    .select(['s.user_id', 's.pseudonym', 's.role', 's.granted_at'])
    .select((eb) => eb.fn.count<number>('p.id').as('keys'))
    .orderBy('s.granted_at')
    .execute()
  return rows.map((r) => ({
    id: r.user_id,
    pseudonym: r.pseudonym,
    role: r.role,
    since: iso(r.granted_at),
    hasPasskey: r.keys > 0,
    mine: r.user_id === viewerId,
  }))
}

/** The login of a confirmed address; null when there is none. */
export const userOfAddress = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  email: string,
): Promise<string | null> => {
  const row = await ctx.db
    .selectFrom('users')
    .where('email_key', '=', emailKey(ctx, email))
    .where('email_verified_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** In the caller's transaction. */
export const grantRoleIn = async (
  trx: Conn,
  by: AuditActor,
  userId: string,
  role: StaffRole,
  pseudonym: string,
  now: number,
): Promise<void> => {
  const row = { role, pseudonym, granted_by: by.userId, granted_at: now }
  await trx
    .insertInto('staff')
    .values({ user_id: userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute()
  await writeAudit(
    trx,
    by,
    { act: 'staff.granted', targetKind: 'user', targetId: userId, detail: { role, pseudonym } },
    now,
  )
}

export const grantRole = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: AuditActor,
  userId: string,
  role: StaffRole,
  pseudonym: string,
): Promise<void> =>
  ctx.db.transaction().execute((trx) => grantRoleIn(trx, by, userId, role, pseudonym, ctx.now()))

/**
 * Takes the role away: the desk of every session is locked with the same commit, and claims are
 * released. Fails with `not_found`, `staff_last`.
 */
export const revokeRole = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: AuditActor,
  userId: string,
): Promise<void> => {
  await ctx.db.transaction().execute(async (trx) => {
    const operators = await trx
      .selectFrom('staff')
      .where('role', '=', 'operator')
      .select('user_id')
      .forUpdate()
      .execute()
    const all = operators.map((r) => r.user_id)
    if (all.includes(userId) && all.length === 1) fail('staff_last')
    const gone = await trx
      .deleteFrom('staff')
      .where('user_id', '=', userId)
      .returning('role')
      .executeTakeFirst()
    if (!gone) return fail('not_found')
    for (const table of ['staff_unlocks', 'staff_links'] as const)
      await trx.deleteFrom(table).where('user_id', '=', userId).execute()
    await trx
      .updateTable('cases')
      .set({ claimed_by: null, claim_until: null })
      .where('claimed_by', '=', userId)
      .execute()
    await writeAudit(
      trx,
      by,
      { act: 'staff.revoked', targetKind: 'user', targetId: userId, detail: { role: gone.role } },
      ctx.now(),
    )
  })
}

/** An operator never takes the own role away: another one, or the command, does. */
export const removeFromTeam = async (
  ctx: Pick<Ctx, 'db' | 'now' | 'bus'>,
  viewer: StaffViewer,
  userId: string,
): Promise<void> => {
  if (userId === viewer.userId) fail('staff_last')
  await revokeRole(ctx, viewer, userId)
  ctx.bus.emit('staff.changed', { userId })
}

/** Ends all sessions of all users, after a leak. Returns their number. */
export const endEverySession = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    const ended = await trx
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: 'closed' })
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    const sessions = Number(ended.numUpdatedRows)
    await trx.deleteFrom('staff_unlocks').execute()
    await writeAudit(trx, COMMAND_ACTOR, { act: 'sessions.ended', detail: { sessions } }, now)
    return sessions
  })
