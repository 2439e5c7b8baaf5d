import { sql } from 'kysely'
import { DAY_MS, UNUSED_LETTER_DAYS } from '#contract/limits'
import { communityOf } from '../community'
import type { Ctx } from '../context'
import { unusedLetter } from '../mail/letters'
import { longDay } from '../paris'

const [FIRST_DAYS, SECOND_DAYS] = UNUSED_LETTER_DAYS
/** Accounts per run and step: a mail server refuses thousands at once. */
const BATCH = 200
/** Registrations that never led to an account. */
export const NO_ACCOUNT_DAYS = 183

/** Accounts that no login has used since `since`; never suspended ones, nor those of the staff. */
const unusedSince = (ctx: Pick<Ctx, 'db'>, since: number, letters: number) =>
  ctx.db
    .selectFrom('accounts as a')
    .where('a.unused_letters', '=', letters)
    .where('a.deleted_at', 'is', null)
    .where('a.suspended_until', 'is', null)
    .where((eb) =>
      eb.exists(eb.selectFrom('users as u').whereRef('u.account_id', '=', 'a.id').select('u.id')),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as u')
            .leftJoin('staff as s', 's.user_id', 'u.id')
            .whereRef('u.account_id', '=', 'a.id')
            .where((or) =>
              or.or([
                or(sql<number>`coalesce(u.used_at, u.created_at)`, '>', since),
                or('s.user_id', 'is not', null),
              ]),
            )
            .select('u.id'),
        ),
      ),
    )

/** An address that no longer exists must not keep its account; an unreachable mail server does. */
const refusedForGood = (error: unknown): void => {
  const { responseCode } = error as { responseCode?: unknown }
  if (typeof responseCode !== 'number' || responseCode < 500) throw error
}

/** Writes to every login, then notes it: a process killed in between writes again. */
const writeTo = async (ctx: Ctx, accountId: string, letters: 1 | 2, day: number): Promise<void> => {
  const users = await ctx.db
    .selectFrom('users')
    .where('account_id', '=', accountId)
    .where('email_verified_at', 'is not', null)
    .select('email')
    .execute()
  for (const { email } of users)
    await ctx.mailer
      .send({ ...unusedLetter(ctx.env, longDay(day)), to: email })
      .catch(refusedForGood)
  await ctx.db
    .updateTable('accounts')
    .set({ unused_letters: letters, unused_letter_at: ctx.now() })
    .where('id', '=', accountId)
    .execute()
}

/**
 * Once a day: letters to accounts without a sign-in for 24 months (`unusedDays`), at 30 and at 7 days, then their
 * deletion. A sign-in in between is enough to stay.
 */
export const endUnused = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const { unusedDays } = await communityOf(ctx.env, ctx.db)
  const since = now - (unusedDays - FIRST_DAYS) * DAY_MS
  await ctx.db
    .updateTable('accounts')
    .set({ unused_letters: 0, unused_letter_at: null })
    .where('unused_letters', '>', 0)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .where('used_at', '>', since)
        .where('account_id', 'is not', null)
        .select((s) => s.ref('account_id').$notNull().as('id')),
    )
    .execute()
  const due = await unusedSince(ctx, since, 2)
    .where('a.unused_letter_at', '<=', now - SECOND_DAYS * DAY_MS)
    .select('a.id')
    .limit(BATCH)
    .execute()
  for (const { id } of due) {
    // purged by the job of requested deletions
    await ctx.db
      .updateTable('accounts')
      .set({ deletes_at: now, deleted_at: now, heartbeat_at: null })
      .where('id', '=', id)
      .execute()
    ctx.bus.emit('account.hidden', { accountId: id })
  }
  const second = await unusedSince(ctx, since, 1)
    .where('a.unused_letter_at', '<=', now - (FIRST_DAYS - SECOND_DAYS) * DAY_MS)
    .select('a.id')
    .limit(BATCH)
    .execute()
  for (const { id } of second) await writeTo(ctx, id, 2, now + SECOND_DAYS * DAY_MS)
  const first = await unusedSince(ctx, since, 0).select('a.id').limit(BATCH).execute()
  for (const { id } of first) await writeTo(ctx, id, 1, now + FIRST_DAYS * DAY_MS)
}

/** Once a day: logins that never made an account, half a year after their last use. */
export const tidyLogins = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> => {
  await ctx.db
    .deleteFrom('users')
    .where('account_id', 'is', null)
    .where(sql<number>`coalesce(used_at, created_at)`, '<', ctx.now() - NO_ACCOUNT_DAYS * DAY_MS)
    .where('id', 'not in', (eb) => eb.selectFrom('staff').select('user_id'))
    .execute()
}
