import { DAY_MS } from '#contract/limits'
import { APPEAL_DAYS, APPEALED_DAYS, DISMISSED_DAYS } from '#contract/staff/measures'
import { readCommunitySettings } from '../community'
import type { Ctx } from '../context'
import { truncateWriteLog, retryOnDeadlock, type Conn } from '../db/dialect'
import { destroyExpired } from './evidence/destroy'
import { EXCLUSION_END_MS } from './suspension'

/** Cases, decisions, reports and the audit log. */
export const CASE_DAYS = 3 * 365

/** Empties what newcomers wrote; that they were refused is kept longer. Returns how many. */
const emptyWords = async (db: Ctx['db'], now: number): Promise<number> => {
  const rows = await db
    .selectFrom('applications')
    .where('closed_at', '<=', now - DISMISSED_DAYS * DAY_MS)
    .select(['user_id', 'words'])
    .execute()
  const written = rows.filter((row) => row.words !== '')
  for (const { user_id } of written)
    await db.updateTable('applications').set({ words: '' }).where('user_id', '=', user_id).execute()
  return written.length
}

/** Exclusions since before `since` that hold, without an open appeal. */
const exclusionsSince = (db: Ctx['db'], since: number) =>
  db
    .selectFrom('decisions as d')
    .where('d.measure', '=', 'exclude')
    .where('d.undone_at', 'is', null)
    .where('d.made_at', '<=', since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('appeals as ap')
            .whereRef('ap.decision_id', '=', 'd.id')
            .where('ap.state', '=', 'open')
            .select('ap.id'),
        ),
      ),
    )
    .where('d.account_id', 'is not', null)

/** Undecided for a year: it is not kept for ever, unless an operator keeps it. */
const expireUndecided = async (trx: Conn, now: number): Promise<void> => {
  const captured = now - APPEALED_DAYS * DAY_MS
  const cases = await trx
    .selectFrom('cases')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('evidence')
        .where('expires_at', 'is', null)
        .where('captured_at', '<=', captured)
        .select('case_id'),
    )
    .where((eb) => eb.or([eb('kept_until', 'is', null), eb('kept_until', '<=', now)]))
    .select('id')
    .orderBy('id')
    // one that is being kept is left out, and who keeps it later finds it destroyed
    .forUpdate()
    .execute()
  for (const { id } of cases)
    await trx
      .updateTable('evidence')
      .set({ expires_at: now })
      .where('case_id', '=', id)
      .where('expires_at', 'is', null)
      .where('captured_at', '<=', captured)
      .execute()
}

/**
 * Once a day: destroys expired evidence, deletes excluded accounts that did not appeal
 * within six months and old notices; after three years cases, decisions and audit entries.
 */
export const applyModerationRetention = async (
  ctx: Pick<Ctx, 'db' | 'env' | 'now'>,
): Promise<void> => {
  const now = ctx.now()
  const closed = now - (await readCommunitySettings(ctx.env, ctx.db)).closedDays * DAY_MS
  const destroyed = await retryOnDeadlock(() =>
    ctx.db.transaction().execute(async (trx) => {
      await expireUndecided(trx, now)
      return destroyExpired(trx, now)
    }),
  )
  if (destroyed + (await emptyWords(ctx.db, now)) > 0) await truncateWriteLog(ctx.db)
  await ctx.db.deleteFrom('notices').where('closed_at', '<=', closed).execute()
  // with what members said of them; a refused newcomer may then apply again
  await ctx.db
    .deleteFrom('vouches')
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('applications').where('closed_at', '<=', closed).select('user_id'),
    )
    .execute()
  await ctx.db.deleteFrom('applications').where('closed_at', '<=', closed).execute()
  const final = exclusionsSince(ctx.db, now - APPEAL_DAYS * DAY_MS)
  await ctx.db
    .updateTable('accounts')
    .set({ deletes_at: now })
    .where('suspended_until', '=', EXCLUSION_END_MS)
    .where('deletes_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          final.select((s) => s.ref('d.account_id').$notNull().as('id')),
        ),
        // who left the account since: their new one is excluded by the same decision
        eb(
          'id',
          'in',
          final
            .innerJoin('partings as p', 'p.account_id', 'd.account_id')
            .whereRef('d.made_at', '<', 'p.done_at')
            .where('p.new_account_id', 'is not', null)
            .select((s) => s.ref('p.new_account_id').$notNull().as('id')),
        ),
      ]),
    )
    .execute()
  const old = now - CASE_DAYS * DAY_MS
  await ctx.db.deleteFrom('sanctions').where('until', '<=', old).execute()
  await ctx.db.deleteFrom('appeals').where('created_at', '<=', old).execute()
  await ctx.db.deleteFrom('decisions').where('made_at', '<=', old).execute()
  await ctx.db
    .deleteFrom('reports')
    .where('case_id', 'in', (eb) =>
      eb.selectFrom('cases').where('closed_at', '<=', old).select('id'),
    )
    .execute()
  // with their evidence, which was destroyed long before
  await ctx.db.deleteFrom('cases').where('closed_at', '<=', old).execute()
  await ctx.db.deleteFrom('ban_marks').where('expires_at', '<=', now).execute()
  await ctx.db.deleteFrom('audit_log').where('at', '<=', old).execute()
}
