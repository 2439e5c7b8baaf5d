import { SHARING_PAGE } from '#contract/limits'
import type { Reply } from '#contract/route'
import type { Exposure, listExposure, listOutgoingSharing } from '#contract/sharing'
import { notSeparated } from '../access/blocks'
import { sharedPartsByAccount } from '../access/sharing'
import type { Ctx, Viewer } from '../context'
import { idsOrNone, type Conn } from '../db/dialect'
import { groupBy } from '../group-by'
import { iso } from '../iso'
import { presentAccounts } from '../profile/service'
import { openAlbumShares } from './queries'
import { presentSharing } from './sharing'

/**
 * A page, by handle, of the members that the account has shared something with, whether or not that
 * opens anything, and of its relations (`withRelations`): those that exist, none across a block.
 */
const sharingPage = async (
  db: Conn,
  accountId: string,
  cursor: string | undefined,
  withRelations: boolean,
): Promise<{ readonly ids: readonly string[]; readonly next_cursor: string | null }> => {
  const of = (table: 'sharings' | 'album_shares' | 'relations') =>
    db.selectFrom(table).where('account_id', '=', accountId).select('with_account_id as id')
  const shared = of('sharings').union(of('album_shares'))
  let query = db
    .selectFrom((withRelations ? shared.union(of('relations')) : shared).as('one'))
    .innerJoin('accounts as a', 'a.id', 'one.id')
    .where('a.deleted_at', 'is', null)
    .where(notSeparated('a.id', accountId))
  if (cursor !== undefined) query = query.where('a.handle_key', '>', cursor)
  const rows = await query
    .select(['a.id', 'a.handle_key'])
    .orderBy('a.handle_key')
    .limit(SHARING_PAGE + 1)
    .execute()
  const page = rows.slice(0, SHARING_PAGE)
  return {
    ids: page.map((r) => r.id),
    next_cursor: rows.length > page.length ? (page.at(-1)?.handle_key ?? null) : null,
  }
}

/** A page of the accounts that the viewer shares something with. */
export const outgoingPage = async (
  ctx: Ctx,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<Reply<typeof listOutgoingSharing>> => {
  const { ids, next_cursor } = await sharingPage(ctx.db, viewer.accountId, cursor, false)
  const rows = await ctx.db
    .selectFrom('sharings')
    .where('account_id', '=', viewer.accountId)
    .where('with_account_id', 'in', idsOrNone(ids))
    .selectAll()
    .execute()
  const albumsOf = groupBy(
    await openAlbumShares(ctx.db, viewer.accountId, ctx.now(), ids),
    (s) => s.with_account_id,
  )
  const settingsOf = new Map(rows.map((r) => [r.with_account_id, r]))
  const relations = ids
    .map((id) => ({
      ...presentSharing(settingsOf.get(id), albumsOf.get(id) ?? []),
      with_account_id: id,
    }))
    .filter(
      (s) =>
        s.shareNames || s.shareEvents || s.shareAllPrivateAlbums || s.sharedAlbumIds.length > 0,
    )
  return { relations, next_cursor }
}

/** Relations of the account among these. */
const relatedTo = async (
  db: Conn,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('relations')
        .where('account_id', '=', accountId)
        .where('with_account_id', 'in', idsOrNone(ids))
        .select('with_account_id')
        .execute()
    ).map((r) => r.with_account_id),
  )

/**
 * «Qui voit quoi»: what the permission rows currently open to each account in the viewer's sharing
 * and to each relation, a page of them.
 */
export const exposurePage = async (
  ctx: Ctx,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<Reply<typeof listExposure>> => {
  const { ids, next_cursor } = await sharingPage(ctx.db, viewer.accountId, cursor, true)
  const related = await relatedTo(ctx.db, viewer.accountId, ids)
  const shared = await sharedPartsByAccount(ctx.db, viewer.accountId, ids, ctx.now())
  const accounts = await presentAccounts(ctx, viewer, ids)
  const albums = await ctx.db
    .selectFrom('albums')
    .where('account_id', '=', viewer.accountId)
    .where('is_public', '=', 0)
    .select(['id', 'name'])
    .orderBy('created_at')
    .execute()
  const ends = new Map(
    (await openAlbumShares(ctx.db, viewer.accountId, ctx.now(), ids)).map((share) => [
      `${share.with_account_id} ${share.album_id}`,
      iso(share.expires_at),
    ]),
  )
  const exposures = ids.flatMap((id): Exposure[] => {
    const [account, s] = [accounts.get(id), shared.get(id)]
    if (!account || !s) return []
    return [
      {
        relation: {
          with_account_id: id,
          with_account_handle: account.account_handle,
          avatar_url: account.avatar_url,
          identities: account.identities,
        },
        is_relation: related.has(id),
        names: s.names,
        events: s.events,
        allPrivateAlbums: s.albums === 'all',
        albums: albums
          .filter((a) => s.albums === 'all' || s.albums.has(a.id))
          .map((a) => ({
            ...a,
            until: s.albums === 'all' ? null : (ends.get(`${id} ${a.id}`) ?? null),
          })),
      },
    ]
  })
  return { exposures, next_cursor }
}
