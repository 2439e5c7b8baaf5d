import type { Relation } from '#contract/relations'
import { blockedWith, staysUnblocked } from '../access/blocks'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fold } from '../db/dialect'
import type { Row } from '../db/tables'
import { presentAccounts } from '../profile/service'
import { communesOf, insertRelation, relationsOf } from './queries'

/**
 * Makes two accounts relations of each other, both rows in the caller's transaction. Answers whether that is new: then say
 * so on the bus (`relation.created`) after the commit. May be called any number of times, also at once. Null: a block parts them.
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

/** Ends a relation on both sides, with both sides' sharing, in the caller's transaction. Answers whether there was one. */
export { separate as endRelation, tellBoth, withdrawPresence } from './sharing'

/** Own relations by handle, without the blocked and the deleted. */
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
