import { sql } from 'kysely'
import { DAY_MS, UNUSED_LETTER_DAYS } from '#contract/limits'
import { readCommunitySettings } from '../community'
import type { Ctx } from '../context'
import { forEachDueRow } from '../each-due'
import { queueLetters, sendLettersLater, UNUSED_LETTERS } from '../mail/queue'
import { loginsOf } from '../session/service'

const [FIRST_DAYS, SECOND_DAYS] = UNUSED_LETTER_DAYS
/** Accounts per run and step: a mail server refuses thousands at once. */
const BATCH = 200
/** Registrations that never led to an account. */
export const NO_ACCOUNT_DAYS = 183

/**
 * Accounts that no login has used since `since`; never suspended ones, nor those of the staff, nor
 * those whose last letter still waits for the mail server: nobody could react to it.
 */
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
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('letters as l')
            .innerJoin('users as u', 'u.id', 'l.user_id')
            .whereRef('u.account_id', '=', 'a.id')
            .where('l.what', 'in', UNUSED_LETTERS)
            .select('l.id'),
        ),
      ),
    )

/** Letters to every login, stored with the note that they were: each is written once. */
const writeTo = (ctx: Ctx, accountId: string, letters: 1 | 2): Promise<void> =>
  ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ unused_letters: letters, unused_letter_at: now })
      .where('id', '=', accountId)
      .where('unused_letters', '=', letters - 1)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const what = letters === 1 ? 'unused_first' : 'unused_second'
    const users = await loginsOf(trx, accountId)
    await queueLetters(
      trx,
      users.map(({ id }) => ({ to: { userId: id }, what })),
      now,
    )
  })

/**
 * Once a day: letters to accounts without a sign-in for 24 months (`unusedDays`), at 30 and at 7 days, then their
 * deletion. A sign-in in between is enough to stay.
 */
export const processUnusedAccounts = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const { unusedDays } = await readCommunitySettings(ctx.env, ctx.db)
  const since = now - (unusedDays - FIRST_DAYS) * DAY_MS
  const used = ctx.db
    .selectFrom('users')
    .where('used_at', '>', since)
    .where('account_id', 'is not', null)
    .select((s) => s.ref('account_id').$notNull().as('id'))
  await ctx.db
    .updateTable('accounts')
    .set({ unused_letters: 0, unused_letter_at: null })
    .where('unused_letters', '>', 0)
    .where('id', 'in', used)
    .execute()
  // a letter that still waits would announce a deletion that is off
  await ctx.db
    .deleteFrom('letters')
    .where('what', 'in', UNUSED_LETTERS)
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('users').where('account_id', 'in', used).select('id'),
    )
    .execute()
  const due = await unusedSince(ctx, since, 2)
    .where('a.unused_letter_at', '<=', now - SECOND_DAYS * DAY_MS)
    .select('a.id')
    .limit(BATCH)
    .execute()
  await forEachDueRow(ctx, due, async ({ id }) => {
    // purged by the job of requested deletions, unless somebody has signed in since `due` was read
    const { numUpdatedRows } = await ctx.db
      .updateTable('accounts')
      .set({ deletes_at: now, deleted_at: now, heartbeat_at: null })
      .where('id', 'in', unusedSince(ctx, since, 2).where('a.id', '=', id).select('a.id'))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) ctx.bus.emit('account.hidden', { accountId: id })
  })
  const second = await unusedSince(ctx, since, 1)
    .where('a.unused_letter_at', '<=', now - (FIRST_DAYS - SECOND_DAYS) * DAY_MS)
    .select('a.id')
    .limit(BATCH)
    .execute()
  await forEachDueRow(ctx, second, ({ id }) => writeTo(ctx, id, 2))
  const first = await unusedSince(ctx, since, 0).select('a.id').limit(BATCH).execute()
  await forEachDueRow(ctx, first, ({ id }) => writeTo(ctx, id, 1))
  sendLettersLater(ctx)
}

/** Once a day: logins that never made an account, half a year after their last use. */
export const deleteUnusedLogins = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> => {
  await ctx.db
    .deleteFrom('users')
    .where('account_id', 'is', null)
    .where(sql<number>`coalesce(used_at, created_at)`, '<', ctx.now() - NO_ACCOUNT_DAYS * DAY_MS)
    .where('id', 'not in', (eb) => eb.selectFrom('staff').select('user_id'))
    .execute()
}
