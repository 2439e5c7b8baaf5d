import type { Relation } from '#contract/relations'
import { blockedWith, staysUnblocked } from '../access/blocks'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fold } from '../db/dialect'
import type { Row } from '../db/tables'
import { presentAccounts } from '../profile/service'
import { communesOf, insertRelation, relationsOf } from './queries'

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
  return (await staysUnblocked(trx, a, b)) ? insertRelation(trx, a, b, origin, now) : null
}

export { endRelation, notifyBoth, notifyOne, withdrawPresence } from './sharing'

/** The viewer's relations by handle, without blocked and deleted accounts. */
export const listOwnRelations = async (ctx: Ctx, viewer: Viewer, q = ''): Promise<Relation[]> => {
  const wanted = fold(q.replace(/[<>]/g, ''))
  const [rows, blocked] = await Promise.all([
    relationsOf(ctx.db, viewer.accountId),
    blockedWith(ctx.db, viewer.accountId),
  ])
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.with_account_id).filter((id) => !blocked.has(id)),
  )
  const places = await communesOf(ctx.db, [...accounts.keys()])
  return rows
    .flatMap((row) => {
      const account = accounts.get(row.with_account_id)
      if (!account || account.deleted || !fold(account.account_handle).includes(wanted)) return []
      const { id, account_handle, avatar_url, identities, is_online } = account
      return [
        {
          with_account_id: id,
          with_account_handle: account_handle,
          avatar_url,
          identities,
          is_online,
          location: places.get(id) ?? null,
          since: new Date(row.created_at).toISOString(),
        },
      ]
    })
    .sort((a, b) => (fold(a.with_account_handle) < fold(b.with_account_handle) ? -1 : 1))
}
