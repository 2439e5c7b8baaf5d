import { RELATIONS_SHOWN } from '#contract/limits'
import type { Relation } from '#contract/relations'
import { lockUnseparated } from '../access/blocks'
import { keepVerified } from '../access/verified'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { foldText } from '../db/dialect'
import type { Row } from '../db/tables'
import { iso } from '../iso'
import { presentAccounts } from '../profile/service'
import { communesOf, insertRelation, relationsOf, type Box } from './queries'

/**
 * Makes two accounts relations of each other, with both rows in the caller's transaction. Returns
 * whether the relation is new (then emit `relation.created` on the bus after the commit), or null
 * when a block separates them. Idempotent and safe to run concurrently.
 */
export const createRelation = async (
  trx: Conn,
  a: string,
  b: string,
  origin: Row<'relations'>['origin'],
  now: number,
): Promise<boolean | null> => {
  if (a === b) return false
  return (await lockUnseparated(trx, a, b)) ? insertRelation(trx, a, b, origin, now) : null
}

export type { Box } from './queries'
export { communesOf } from './queries'
export { endRelation, notifySharingBoth, notifySharingChange, withdrawPresence } from './sharing'

const present = async (
  ctx: Ctx,
  viewer: Viewer,
  rows: readonly Row<'relations'>[],
): Promise<Relation[]> => {
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.with_account_id),
  )
  const places = await communesOf(ctx.db, [...accounts.keys()])
  return rows
    .flatMap((row) => {
      const account = accounts.get(row.with_account_id)
      // hidden since the query
      if (!account || account.deleted) return []
      const { id, account_handle, avatar_url, identities, is_online } = account
      return [
        {
          with_account_id: id,
          with_account_handle: account_handle,
          avatar_url,
          identities,
          is_online,
          location: places.get(id) ?? null,
          since: iso(row.created_at),
        },
      ]
    })
    .sort((a, b) => (foldText(a.with_account_handle) < foldText(b.with_account_handle) ? -1 : 1))
}

/**
 * The viewer's relations by handle, without blocked and deleted accounts: the latest
 * `RELATIONS_SHOWN`, of all those whose handle contains `q`.
 */
export const listOwnRelations = async (ctx: Ctx, viewer: Viewer, q = ''): Promise<Relation[]> =>
  present(
    ctx,
    viewer,
    await relationsOf(ctx.db, viewer.accountId, RELATIONS_SHOWN, {
      q: foldText(q.replace(/[<>]/g, '')),
    }),
  )

/** As many are filtered at most. */
const FILTERED_MAX = 2000

/**
 * Those whose commune lies in the box; only they are read further. `verified`: of these, not of the
 * first `limit`, the verified ones.
 */
export const relationsInBox = async (
  ctx: Ctx,
  viewer: Viewer,
  box: Box,
  limit: number,
  verified: boolean,
): Promise<Relation[]> => {
  const most = verified ? FILTERED_MAX : limit
  const rows = await relationsOf(ctx.db, viewer.accountId, most, { box })
  const shown = verified
    ? await keepVerified(ctx.db, viewer, rows, (r) => r.with_account_id, ctx.now())
    : rows
  return present(ctx, viewer, shown.slice(0, limit))
}
