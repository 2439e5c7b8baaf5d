import { staysUnblocked } from '../access/blocks'
import { mayShareWith, requireOwnAlbum, sharedWithOne } from '../access/sharing'
import type { Ctx, Viewer } from '../context'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { newId } from '../tokens'

interface Share {
  id: string
  album_id: string
  account_id: string
  expires_at: string | null
}
type Direction = 'incoming' | 'outgoing'

/** `account_id`: the other account, in either direction. */
const present = (row: Row<'album_shares'>, direction: Direction): Share => ({
  id: row.id,
  album_id: row.album_id,
  account_id: direction === 'outgoing' ? row.with_account_id : row.account_id,
  expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
})

/** Single-album shares; incoming ones only while they open an album. */
export const sharesOf = async (
  ctx: Ctx,
  viewer: Viewer,
  direction: Direction,
  includeExpired: boolean,
): Promise<Share[]> => {
  const column = direction === 'outgoing' ? 'account_id' : 'with_account_id'
  let query = ctx.db.selectFrom('album_shares').where(column, '=', viewer.accountId).selectAll()
  if (!includeExpired)
    query = query.where((eb) =>
      eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.now())]),
    )
  const rows = await query.orderBy('created_at').execute()
  if (direction === 'outgoing') return rows.map((r) => present(r, direction))
  const open: Share[] = []
  for (const row of rows) {
    const { albums } = await sharedWithOne(ctx.db, row.account_id, viewer.accountId, ctx.now())
    if (albums === 'all' || albums.has(row.album_id)) open.push(present(row, direction))
  }
  return open
}

const tell = (ctx: Ctx, a: string, b: string): void => {
  for (const [accountId, withAccountId] of [
    [a, b],
    [b, a],
  ] as const)
    ctx.realtime.publish(
      'account.relation.updated',
      { accountId, withAccountId },
      { accounts: [accountId] },
    )
}

/** Fails with `not_found` (another account's album), `no_conversation`. */
export const shareAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  body: { album_id: string; account_id: string; expires_at?: string | null | undefined },
): Promise<Share> => {
  await requireOwnAlbum(ctx.db, viewer, body.album_id)
  const expires_at = body.expires_at ? Date.parse(body.expires_at) : null
  const row = await ctx.db.transaction().execute(async (trx) => {
    if (
      !(await staysUnblocked(trx, viewer.accountId, body.account_id)) ||
      !(await mayShareWith(trx, viewer.accountId, body.account_id))
    )
      fail('no_conversation')
    return trx
      .insertInto('album_shares')
      .values({
        id: newId(),
        album_id: body.album_id,
        account_id: viewer.accountId,
        with_account_id: body.account_id,
        expires_at,
        created_at: ctx.now(),
      })
      .onConflict((c) => c.columns(['album_id', 'with_account_id']).doUpdateSet({ expires_at }))
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  tell(ctx, viewer.accountId, body.account_id)
  return present(row, 'outgoing')
}
export const changeShare = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  expiresAt: string | null,
): Promise<Share> => {
  const row = await ctx.db
    .updateTable('album_shares')
    .set({ expires_at: expiresAt ? Date.parse(expiresAt) : null })
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  tell(ctx, viewer.accountId, row.with_account_id)
  return present(row, 'outgoing')
}
export const endShare = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const row = await ctx.db
    .deleteFrom('album_shares')
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  tell(ctx, viewer.accountId, row.with_account_id)
}
