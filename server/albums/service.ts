import type {
  Album,
  createAlbum,
  SharedAlbum,
  updateAlbum,
  AlbumMarks,
} from '#contract/albums/albums'
import { ALBUMS_MAX } from '#contract/limits'
import type { ParsedInput } from '#contract/route'
import { lockAccount, requireVisibleMember } from '../access/accounts'
import { separatedAccounts } from '../access/blocks'
import {
  requireKnownAlbum,
  requireOwnAlbum,
  requireSeenAlbum,
  type AlbumReason,
} from '../access/albums'
import { requireUnrestricted } from '../access/sanctions'
import type { Ctx, Viewer } from '../context'
import { flag } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { deleteUnusedMedia } from '../media/service'
import { presentAccounts } from '../profile/service'
import { notifySharingChange } from '../relations/service'
import { maskedIdOf, newId } from '../tokens'
import { presentAlbums } from './present'
import { accessesOf, albumsOf, albumsSharedWith, lockOwnAlbum, albumAudience } from './queries'

// used by the jobs
export { remindShares } from './reminders'
export { announceExpiredShares } from './shares'
// used by later rooms
export { setRequestWords } from './requests'

const presentAlbum = async (ctx: Ctx, viewer: Viewer, row: Row<'albums'>): Promise<Album> =>
  (await presentAlbums(ctx, viewer, [row]))[0] ?? fail('not_found')

/**
 * Albums of a member: public ones, and with `includePrivate` private ones too (locked where they
 * are not shared).
 */
export const listVisibleAlbums = async (
  ctx: Ctx,
  viewer: Viewer,
  query: { accountId?: string | undefined; includePrivate: boolean; includeShared: boolean },
): Promise<{ albums: Album[]; sharedAlbums: SharedAlbum[] }> => {
  const ownerId = query.accountId ?? viewer.accountId
  await requireVisibleMember(ctx.db, viewer, ownerId)
  const rows = await albumsOf(ctx.db, ownerId)
  const withLocked = query.includePrivate || ownerId === viewer.accountId
  const albums = await presentAlbums(ctx, viewer, rows, withLocked)
  return { albums, sharedAlbums: query.includeShared ? await sharedWithMe(ctx, viewer) : [] }
}

const sharedWithMe = async (ctx: Ctx, viewer: Viewer): Promise<SharedAlbum[]> => {
  const rows = await albumsSharedWith(ctx.db, viewer.accountId)
  const albums = await presentAlbums(ctx, viewer, rows, false)
  const owners = await presentAccounts(
    ctx,
    viewer,
    albums.map((album) => album.accountId),
  )
  return albums.flatMap((album) => {
    const owner = owners.get(album.accountId)
    if (!owner || owner.deleted) return []
    const { id, account_handle, avatar_url, identities } = owner
    return [{ ...album, owner: { id, account_handle, avatar_url, identities } }]
  })
}

const marksOf = ({ pattern, pseudonym }: AlbumMarks) => ({
  mark_pattern: flag(pattern),
  mark_pseudonym: flag(pseudonym),
})

/**
 * Makes an album, once for an `idempotency_key`, which decides its id. Fails with `albums_full`, also for
 * concurrent calls: counted under the account's lock.
 */
export const makeAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  body: ParsedInput<typeof createAlbum>['body'],
): Promise<Album> => {
  const id = body.idempotency_key
    ? maskedIdOf(ctx.secret, 'made-album', viewer.accountId, body.idempotency_key)
    : newId()
  const row: Row<'albums'> = {
    id,
    account_id: viewer.accountId,
    name: body.name,
    description: body.description || null,
    is_public: flag(body.isPublic),
    created_at: ctx.now(),
    ...marksOf(body.marks ?? { pattern: !body.isPublic, pseudonym: !body.isPublic }),
  }
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, viewer.accountId)
    const albums = await albumsOf(trx, viewer.accountId)
    const existing = albums.find((album) => album.id === id)
    if (!existing) {
      if (albums.length >= ALBUMS_MAX) fail('albums_full')
      await trx.insertInto('albums').values(row).execute()
    }
    // within the transaction: after the commit, a missing connection would fail the call although
    // the album is stored, and a retry without key would make a second one
    return presentAlbum({ ...ctx, db: trx }, viewer, existing ?? row)
  })
}

/**
 * Writes only the fields of the body, so that a concurrent change of another field stays. A change
 * of visibility is published: open screens must drop the album at once.
 */
export const changeAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  body: ParsedInput<typeof updateAlbum>['body'],
): Promise<Album> => {
  const { album, watchers } = await ctx.db.transaction().execute(async (trx) => {
    const before = await lockOwnAlbum(trx, viewer, id)
    if (body.isPublic && before.is_public === 0)
      await requireUnrestricted(trx, viewer, 'photos', ctx.now())
    const given = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.description === undefined ? {} : { description: body.description || null }),
      ...(body.isPublic === undefined ? {} : { is_public: flag(body.isPublic) }),
      // what becomes private is marked, like a new private album
      ...(body.marks
        ? marksOf(body.marks)
        : body.isPublic === false && before.is_public === 1
          ? marksOf({ pattern: true, pseudonym: true })
          : {}),
    }
    if (Object.keys(given).length > 0)
      await trx.updateTable('albums').set(given).where('id', '=', id).execute()
    // visible to all members now
    if (body.isPublic) await trx.deleteFrom('album_requests').where('album_id', '=', id).execute()
    const album = { ...before, ...given }
    if (album.is_public === before.is_public) return { album, watchers: [] }
    const watchers = await albumAudience(trx, viewer.accountId, id)
    // visits made while it was public told only whom to notify; «Vu par» begins without them
    if (before.is_public)
      await trx.deleteFrom('album_accesses').where('album_id', '=', id).execute()
    return { album, watchers }
  })
  for (const accountId of watchers) notifySharingChange(ctx, accountId, viewer.accountId)
  return presentAlbum(ctx, viewer, album)
}

/**
 * Deletes the album and its shares; with `deleteMedia` also its photos, except those used
 * elsewhere. Published, as `changeAlbum` does.
 */
export const removeAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  deleteMedia: boolean,
): Promise<void> => {
  const { media, audience } = await ctx.db.transaction().execute(async (trx) => {
    // a photo that is being added is in the list below, or is refused
    await lockOwnAlbum(trx, viewer, id)
    const media = deleteMedia
      ? await trx.selectFrom('album_media').where('album_id', '=', id).select('media_id').execute()
      : []
    const audience = await albumAudience(trx, viewer.accountId, id)
    await trx.deleteFrom('albums').where('id', '=', id).execute()
    return { media, audience }
  })
  ctx.bus.emit('shares.ended', { ownerId: viewer.accountId })
  for (const accountId of audience) notifySharingChange(ctx, accountId, viewer.accountId)
  await deleteUnusedMedia(
    ctx,
    viewer.accountId,
    media.map((m) => m.media_id),
  )
}

export const readAlbumAccess = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<{ canView: boolean; reason: AlbumReason }> => {
  const { reason } = await requireKnownAlbum(ctx.db, viewer, id, ctx.now())
  return { canView: reason !== 'private', reason }
}
/** One entry per member and day; the owner's visits are not recorded. */
export const recordAlbumAccess = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const album = await requireSeenAlbum(ctx.db, viewer, id, ctx.now())
  if (album.account_id === viewer.accountId) return
  const at = ctx.now()
  const day = new Date(at).toISOString().slice(0, 10)
  await ctx.db
    .insertInto('album_accesses')
    .values({ album_id: id, account_id: viewer.accountId, day, at })
    .onConflict((c) => c.columns(['album_id', 'account_id', 'day']).doUpdateSet({ at }))
    .execute()
}
/** Empty for a public album. Visits of a member are hidden while a block with the owner lasts. */
export const listAlbumAccesses = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<{ account_id: string; handle: string; at: string }[]> => {
  if ((await requireOwnAlbum(ctx.db, viewer, id)).is_public) return []
  const blocked = await separatedAccounts(ctx.db, viewer.accountId)
  return (await accessesOf(ctx.db, id))
    .filter((r) => r.deleted_at === null && !blocked.has(r.account_id))
    .map((r) => ({ account_id: r.account_id, handle: r.handle, at: iso(r.at) }))
}
