import type { Sharing } from '#contract/sharing'
import { matchesPair } from '../access/pairs'
import { presenceVisibility } from '../access/channels'
import { deleteZoneExceptions } from '../access/zones'
import { lockRelations, requireVisibleMember } from '../access/accounts'
import { separatedAccounts, lockUnseparated } from '../access/blocks'
import { countOpenAlbumsOf } from '../access/albums'
import { mayShareWith, sharedPartsFor } from '../access/sharing'
import { requireUnrestricted } from '../access/sanctions'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import {
  deleteRelation,
  deleteSharing,
  openAlbumShares,
  sharingRow,
  type OpenShare,
} from './queries'
import { sharedAlbumIdsOf, writeSharing, type SharingChange } from './write-sharing'

const NOTHING: Sharing = {
  shareNames: false,
  shareEvents: false,
  shareAllPrivateAlbums: false,
  sharedAlbumIds: [],
  sharedAlbumEnds: {},
  sharingPermissions: {},
  updatedAt: null,
}

/** Makes the client of one account fetch again what it sees of the other. */
export const notifySharingChange = (
  ctx: Pick<Ctx, 'realtime'>,
  accountId: string,
  withAccountId: string,
): void =>
  ctx.realtime.publish(
    'account.relation.updated',
    { accountId, withAccountId },
    { accounts: [accountId] },
  )
/** The same for both. */
export const notifySharingBoth = (ctx: Pick<Ctx, 'realtime'>, a: string, b: string): void => {
  notifySharingChange(ctx, a, b)
  notifySharingChange(ctx, b, a)
}

const outgoingSharing = async (
  db: Conn,
  ownerId: string,
  otherId: string,
  now: number,
): Promise<Sharing | null> => {
  const row = await sharingRow(db, ownerId, otherId)
  const single = await openAlbumShares(db, ownerId, now, [otherId])
  return !row && single.length === 0 ? null : presentSharing(row, single)
}
export const presentSharing = (
  row: Row<'sharings'> | undefined,
  albums: readonly OpenShare[],
): Sharing => ({
  shareNames: row?.share_names === 1,
  shareEvents: row?.share_events === 1,
  shareAllPrivateAlbums: row?.share_all_albums === 1,
  sharedAlbumIds: albums.map((share) => share.album_id),
  sharedAlbumEnds: Object.fromEntries(
    albums.flatMap((share) => {
      const end = iso(share.expires_at)
      return end === null ? [] : [[share.album_id, end]]
    }),
  ),
  sharingPermissions: {},
  updatedAt: iso(row?.updated_at ?? null),
})

/** The viewer's sharing with a member; 404 before it was first set, 400 for oneself. */
export const readOutgoingSharing = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
): Promise<Sharing> => {
  if (otherId === viewer.accountId) fail('own_account')
  await requireVisibleMember(ctx.db, viewer, otherId)
  return (await outgoingSharing(ctx.db, viewer.accountId, otherId, ctx.now())) ?? fail('not_found')
}

/** A member's sharing with the viewer, as far as it opens anything now. */
export const readIncomingSharing = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
): Promise<Sharing> => {
  if (otherId === viewer.accountId) fail('own_account')
  await requireVisibleMember(ctx.db, viewer, otherId)
  const now = await sharedPartsFor(ctx.db, otherId, viewer.accountId, ctx.now())
  return {
    ...NOTHING,
    shareNames: now.names,
    shareEvents: now.events,
    shareAllPrivateAlbums: now.albums === 'all',
    sharedAlbumIds: now.albums === 'all' ? [] : [...now.albums],
  }
}

/** Whether it would open an album that the member may not see now. */
const opensMore = (before: Sharing | null, change: SharingChange): boolean => {
  if (before?.shareAllPrivateAlbums) return false
  return (
    change.shareAllPrivateAlbums === true ||
    sharedAlbumIdsOf(change).some((id) => !before?.sharedAlbumIds.includes(id))
  )
}

/**
 * Changes what is shared with one member. Ids that are not the viewer's private albums are ignored.
 * Fails with `own_account`, `no_conversation`, `restricted` (where it opens an album more).
 */
export const changeSharing = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
  change: SharingChange,
): Promise<Sharing> => {
  const { accountId } = viewer
  if (otherId === accountId) fail('own_account')
  const now = ctx.now()
  if (opensMore(await outgoingSharing(ctx.db, accountId, otherId, now), change))
    await requireUnrestricted(ctx.db, viewer, 'photos', now)
  const before = await countOpenAlbumsOf(ctx.db, accountId, otherId, now)
  await ctx.db.transaction().execute(async (trx) => {
    const isOpen = await lockUnseparated(trx, accountId, otherId)
    await lockRelations(trx, accountId, [otherId])
    if (!isOpen || !(await mayShareWith(trx, accountId, otherId))) fail('no_conversation')
    await writeSharing(trx, accountId, otherId, change, now)
  })
  notifySharingBoth(ctx, accountId, otherId)
  ctx.bus.emit('shares.ended', { ownerId: accountId })
  ctx.bus.emit('albums.opened', { ownerId: accountId, readerId: otherId, before })
  return (await outgoingSharing(ctx.db, accountId, otherId, now)) ?? NOTHING
}

/**
 * Ends a relation, both accounts' sharing and wishes, and the exceptions from their zones, in the
 * caller's transaction. Returns what there was of the first two.
 */
export const endRelation = async (
  trx: Conn,
  a: string,
  b: string,
): Promise<{ readonly relation: boolean; readonly sharing: boolean }> => {
  const done = {
    relation: await deleteRelation(trx, a, b),
    sharing: await deleteSharing(trx, a, b),
  }
  await deleteZoneExceptions(trx, a, b)
  await trx.deleteFrom('wishes').where(matchesPair(a, b)).execute()
  return done
}
/** Stops presence updates between one account and others where they are no longer allowed. */
export const withdrawPresence = async (
  ctx: Ctx,
  accountId: string,
  others: readonly string[],
): Promise<void> => {
  const { sees, seenBy } = await presenceVisibility(ctx.db, accountId, others)
  await ctx.realtime.publisher.withdrawAll(
    others
      .filter((other) => other !== accountId)
      .flatMap((other) => [
        ...(sees.has(other) ? [] : [{ channel: `presence-account-${other}`, accountId }]),
        ...(seenBy.has(other)
          ? []
          : [{ channel: `presence-account-${accountId}`, accountId: other }]),
      ]),
  )
}

/** Fails with `not_found` when there is no such relation, or none that the viewer sees. */
export const leaveRelation = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<void> => {
  // a relation that a zone hides would tell it from one that has ended
  await requireVisibleMember(ctx.db, viewer, otherId)
  const { relation } = await ctx.db
    .transaction()
    .execute((trx) => endRelation(trx, viewer.accountId, otherId))
  if (!relation) fail('not_found')
  for (const ownerId of [viewer.accountId, otherId]) ctx.bus.emit('shares.ended', { ownerId })
  await withdrawPresence(ctx, viewer.accountId, [otherId])
  notifySharingBoth(ctx, viewer.accountId, otherId)
}

/** «Tout couper»: ends all sharing, with every account or with this one. */
export const endSharing = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string | undefined,
): Promise<void> => {
  const ids = new Set<string>()
  await ctx.db.transaction().execute(async (trx) => {
    for (const table of ['sharings', 'album_shares'] as const) {
      const all = trx.deleteFrom(table).where('account_id', '=', viewer.accountId)
      const rows = await (otherId ? all.where('with_account_id', '=', otherId) : all)
        .returning('with_account_id')
        .execute()
      for (const r of rows) ids.add(r.with_account_id)
    }
  })
  ctx.bus.emit('shares.ended', { ownerId: viewer.accountId })
  const apart = await separatedAccounts(ctx.db, viewer.accountId)
  for (const id of ids) {
    notifySharingChange(ctx, viewer.accountId, id)
    if (!apart.has(id)) notifySharingChange(ctx, id, viewer.accountId)
  }
}
