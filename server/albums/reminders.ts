import { sql, type SqlBool } from 'kysely'
import { DAY_MS } from '#contract/limits'
import type { Ctx } from '../context'
import type { Row } from '../db/tables'
import { addNews, announceNews, withdrawShareEnd } from '../news/service'

/** Shorter shares were made a day or two ago: their owner remembers. */
const LONG_MS = 2 * DAY_MS

/** An end that is chosen now and is so near needs no reminder. */
export const remindedFor = (endsAt: number | null, now: number): number | null =>
  endsAt !== null && endsAt <= now + DAY_MS ? endsAt : null

/**
 * Every minute: reminds owners of private albums, a day ahead, of shares that end, once per end. The
 * item goes with the share, and when its end is changed.
 */
export const remindShares = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const isDue = sql<SqlBool>`expires_at > ${now} and expires_at <= ${now + DAY_MS}
    and expires_at - created_at > ${LONG_MS} and (reminded_for is null or reminded_for <> expires_at)
    and exists (select 1 from albums as al where al.id = album_shares.album_id and al.is_public = 0)`
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const due = await trx
      .updateTable('album_shares')
      .set((eb) => ({ reminded_for: eb.ref('expires_at') }))
      .where(isDue)
      .returning(['id', 'account_id', 'with_account_id', 'expires_at'])
      .execute()
    return addNews(
      trx,
      due.map((share) => ({
        accountId: share.account_id,
        actorAccountId: share.with_account_id,
        eventId: null,
        type: 'album_share_ends' as const,
        payload: { share: share.id },
        endsAt: share.expires_at,
      })),
      now,
    )
  })
  await announceNews(ctx, ids)
}

/** After the end of a share was changed, or the share ended by hand. */
export const withdrawReminder = async (
  ctx: Ctx,
  share: Pick<Row<'album_shares'>, 'id' | 'account_id'>,
): Promise<void> => {
  const ids = await ctx.db
    .transaction()
    .execute((trx) => withdrawShareEnd(trx, share.account_id, share.id, ctx.now()))
  await announceNews(ctx, ids)
}
