import { sql } from 'kysely'
import { DAY_MS } from '#contract/limits'
import type { AdmissionState, RegistrationMode } from '#contract/session/admission'
import { readCommunitySettings } from '../../community'
import type { Ctx, UserViewer } from '../../context'
import { countRows } from '../../db/count'
import { isPostgres, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { hashSecret } from '../../tokens'

const MONTH_MS = 30 * DAY_MS

/** A link that may bring a newcomer in: of any kind, and not over. */
const linkOf = (db: Conn, tokenHash: string, now: number) =>
  db
    .selectFrom('join_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .where('l.token_hash', '=', tokenHash)
    .where('l.used_at', 'is', null)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('a.deleted_at', 'is', null)
    .select(['l.account_id', 'l.kind'])
    .executeTakeFirst()

const admittedSince = async (db: Conn, since: number): Promise<number> =>
  countRows(db.selectFrom('users').where('admitted_at', '>', since))
const broughtBy = async (db: Conn, accountId: string, since: number): Promise<number> =>
  countRows(
    db.selectFrom('users').where('invited_by', '=', accountId).where('admitted_at', '>', since),
  )

export const registrationStateOf = async (
  ctx: Pick<Ctx, 'env' | 'db' | 'now'>,
): Promise<{ mode: RegistrationMode; full: boolean }> => {
  const { registration, newMembersPerDay } = await readCommunitySettings(ctx.env, ctx.db)
  return {
    mode: registration,
    full:
      newMembersPerDay > 0 && (await admittedSince(ctx.db, ctx.now() - DAY_MS)) >= newMembersPerDay,
  }
}

/**
 * Refuses a registration that could not lead to an account today. Fails with `registration_full`,
 * `registration_closed`, `invitation_needed`.
 */
export const requireOpenRegistration = async (
  ctx: Ctx,
  joinToken: string | undefined,
): Promise<void> => {
  const link = joinToken ? await linkOf(ctx.db, hashSecret(joinToken), ctx.now()) : undefined
  // a partner joins an account that is here already
  if (link?.kind === 'partner') return
  const { mode, full } = await registrationStateOf(ctx)
  if (mode === 'closed') fail('registration_closed')
  if (full) fail('registration_full')
  if (mode === 'invitation' && !link) fail('invitation_needed')
}

/**
 * Lets a confirmed user in if the present mode allows it. One newcomer at a time, so that neither the
 * places of a day nor an inviter's are given twice. Call it inside a transaction.
 */
export const admitUser = async (
  ctx: Pick<Ctx, 'env' | 'now'>,
  trx: Conn,
  userId: string,
  tokenHash: string | null,
): Promise<AdmissionState> => {
  const user = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['admitted_at', 'account_id', 'invited_by'])
    .executeTakeFirst()
  if (!user) return fail('unauthorized')
  if (user.admitted_at !== null || user.account_id !== null) return 'admitted'
  const { registration, invitationsPerMonth, newMembersPerDay } = await readCommunitySettings(
    ctx.env,
    trx,
  )
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(717274)`.execute(trx)
  const now = ctx.now()
  const isFull =
    newMembersPerDay > 0 && (await admittedSince(trx, now - DAY_MS)) >= newMembersPerDay
  const letIn = async (by: string | null): Promise<AdmissionState> => {
    if (isFull) return 'full'
    await trx
      .updateTable('users')
      .set({ admitted_at: now, invited_by: by })
      .where('id', '=', userId)
      .execute()
    return 'admitted'
  }
  const link = tokenHash ? await linkOf(trx, tokenHash, now) : undefined
  const inviter = link && link.kind !== 'partner' ? link.account_id : null
  const first = user.invited_by ?? inviter
  if (first !== user.invited_by)
    await trx.updateTable('users').set({ invited_by: first }).where('id', '=', userId).execute()
  if (registration === 'open') return letIn(first)
  if (registration === 'invitation') {
    const from = inviter ?? user.invited_by
    return from !== null && (await broughtBy(trx, from, now - MONTH_MS)) < invitationsPerMonth
      ? // an earlier inviter may have had none left
        letIn(from)
      : 'invitation'
  }
  const application = await trx
    .selectFrom('applications')
    .where('user_id', '=', userId)
    .select('state')
    .executeTakeFirst()
  if (!application) return registration === 'closed' ? 'closed' : 'approval'
  return application.state === 'admitted' ? letIn(first) : application.state
}

export const enterCommunity = async (
  ctx: Ctx,
  viewer: UserViewer,
  joinToken: string | undefined,
): Promise<{ state: AdmissionState; answer: string | null }> => {
  const state = await ctx.db
    .transaction()
    .execute((trx) => admitUser(ctx, trx, viewer.userId, joinToken ? hashSecret(joinToken) : null))
  const application =
    state === 'refused'
      ? await ctx.db
          .selectFrom('applications')
          .where('user_id', '=', viewer.userId)
          .select('answer')
          .executeTakeFirst()
      : undefined
  return { state, answer: application?.answer ?? null }
}
