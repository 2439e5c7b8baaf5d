import type { AccountSummary } from '#contract/staff/accounts'
import type { Row } from '../db/tables'
import { sql } from 'kysely'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { forEachDueRow } from '../each-due'
import { leaveAllEvents, pauseForSuspension } from '../events/service'

/** End of an exclusion: 31 December 9999. */
export const EXCLUSION_END_MS = 253_402_214_400_000

export const accountStateAt = (account: Row<'accounts'>, now: number): AccountSummary['state'] => {
  if (account.suspended_until === EXCLUSION_END_MS) return 'excluded'
  if (account.suspended_until !== null && account.suspended_until > now) return 'suspended'
  if (account.deletes_at !== null) return 'deleting'
  return account.deleted_at === null || account.suspended_until !== null ? 'active' : 'deleted'
}

/** Hides the account from now on, in the caller's transaction; a purged account is left as it is. */
export const suspendAccount = async (
  trx: Conn,
  accountId: string,
  until: number,
  now: number,
): Promise<void> => {
  await trx
    .updateTable('accounts')
    .set({
      suspended_until: sql<number>`case when suspended_until > ${until} then suspended_until else cast(${until} as bigint) end`,
      deleted_at: sql<number>`coalesce(deleted_at, cast(${now} as bigint))`,
      heartbeat_at: null,
    })
    .where('id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('deleted_at', 'is', null),
        eb('deletes_at', 'is not', null),
        eb('suspended_until', 'is not', null),
      ]),
    )
    .execute()
}

/**
 * After the commit: closes its sockets and push devices at once, then leaves its events. The rest
 * (session, links to photos, lists) follows from the account's row.
 */
export const announceSuspension = async (
  ctx: Ctx,
  accountId: string,
  until: number,
): Promise<void> => {
  await ctx.realtime.publisher.withdraw({ accountId })
  ctx.bus.emit('account.hidden', { accountId })
  ctx.bus.later('events of a suspended account', async () => {
    if (until === EXCLUSION_END_MS) await leaveAllEvents(ctx, accountId)
    else await pauseForSuspension(ctx, accountId, until)
  })
}

/**
 * Shows the account again, unless it is being deleted by its own wish. `until`: only when it ends by
 * then. A place that it was passed over for is offered by the job `offerLeft`.
 */
export const liftSuspension = async (
  trx: Conn,
  accountId: string,
  until = EXCLUSION_END_MS,
): Promise<void> => {
  await trx
    .updateTable('accounts')
    .set({
      suspended_until: null,
      deleted_at: sql<number | null>`case when deletes_at is null then null else deleted_at end`,
    })
    .where('id', '=', accountId)
    .where('suspended_until', '<=', until)
    .execute()
}

/** Every minute: ends expired suspensions. */
export const liftDueSuspensions = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const due = await ctx.db
    .selectFrom('accounts')
    .where('suspended_until', '<=', now)
    .select('id')
    .execute()
  // of an account that was excluded since they were read, the exclusion holds
  await forEachDueRow(ctx, due, async ({ id }) => {
    await liftSuspension(ctx.db, id, now)
    ctx.bus.emit('account.shown', { accountId: id })
  })
}

/**
 * Events that a suspended or excluded account still has: its process was killed after the decision.
 */
export const leaveEventsOfSuspended = async (ctx: Ctx): Promise<void> => {
  const suspended = await ctx.db
    .selectFrom('accounts')
    .where('suspended_until', '>', ctx.now())
    .where('suspended_until', '<', EXCLUSION_END_MS)
    .select(['id', 'suspended_until'])
    .execute()
  await forEachDueRow(ctx, suspended, (a) => pauseForSuspension(ctx, a.id, a.suspended_until ?? 0))
  const rows = await ctx.db
    .selectFrom('accounts as a')
    .where('a.suspended_until', '=', EXCLUSION_END_MS)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('event_participants as p')
            .whereRef('p.account_id', '=', 'a.id')
            .select('p.id'),
        ),
        eb.exists(
          eb.selectFrom('events as e').whereRef('e.creator_account_id', '=', 'a.id').select('e.id'),
        ),
      ]),
    )
    .select('a.id')
    .execute()
  await forEachDueRow(ctx, rows, ({ id }) => leaveAllEvents(ctx, id))
}
