import { PRESENCE_TIMEOUT_MS } from '#contract/limits'
import type { Account, Identity } from '#contract/profile/profile'
import { accountsShowingFirstNames } from '../access/accounts'
import type { Ctx, Viewer } from '../context'
import type { Row } from '../db/tables'
import { groupBy } from '../group-by'
import { iso, isoMinute } from '../iso'
import { identitiesOf, seenAccounts, type SeenAccount } from './queries'

export const DELETED_HANDLE = 'Compte supprimé'

const mediaUrl = (id: string | null): string | null => (id ? `/api/media/${id}/url` : null)

const presentIdentity = (row: Row<'identities'>, firstNames: boolean): Identity => ({
  id: row.id,
  identity_handle: row.handle,
  gender: row.gender,
  is_primary: row.is_primary === 1,
  avatar_url: mediaUrl(row.avatar_media_id),
  firstname: firstNames ? row.firstname : null,
})

const presentAccount = (
  row: SeenAccount,
  identities: readonly Row<'identities'>[],
  viewer: Pick<Viewer, 'accountId'>,
  named: ReadonlySet<string>,
  now: number,
): Account => {
  const deleted = row.deleted_at !== null
  const firstNames = !deleted && named.has(row.id)
  const presence = !deleted && row.sees_presence === 1
  return {
    id: row.id,
    account_handle: deleted ? DELETED_HANDLE : row.handle,
    avatar_url: deleted ? null : mediaUrl(row.avatar_media_id),
    identities: deleted ? [] : identities.map((i) => presentIdentity(i, firstNames)),
    created_at: iso(row.created_at),
    last_seen_at: isoMinute(presence ? row.last_seen_at : null),
    is_online:
      presence && row.heartbeat_at !== null && now - row.heartbeat_at < PRESENCE_TIMEOUT_MS,
    deleted,
    is_own: row.id === viewer.accountId,
    permissions: { canViewFirstNames: firstNames },
  }
}

/**
 * Accounts as the viewer may see them, in three queries whatever their number: presence only where
 * the viewer may follow it, first names only where they are shared, a shell for a deleted one.
 * Unknown ids are left out. It does not check whether the viewer may see an account: callers use
 * `requireVisibleAccount` or `separatedAccounts` first.
 */
export const presentAccounts = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  viewer: Pick<Viewer, 'accountId'>,
  ids: readonly string[],
): Promise<Map<string, Account>> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const [accounts, identities, named] = await Promise.all([
    seenAccounts(ctx.db, viewer.accountId, wanted),
    identitiesOf(ctx.db, wanted),
    accountsShowingFirstNames(ctx.db, viewer, wanted),
  ])
  const byAccount = groupBy(identities, (i) => i.account_id)
  return new Map(
    accounts.map((row) => [
      row.id,
      presentAccount(row, byAccount.get(row.id) ?? [], viewer, named, ctx.now()),
    ]),
  )
}
