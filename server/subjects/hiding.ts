import { PRESENCE_TIMEOUT_MS } from '#contract/limits'
import { photosClosedByParting } from '../access/agreements'
import { notSeparated } from '../access/blocks'
import { placesOfPicture, type PictureChange, type PictureTarget } from '../access/pictures'
import type { Ctx } from '../context'
import { idsOrNone, type Conn } from '../db/dialect'
import { detachPhoto } from '../media/service'

/** What remains to be announced after the commit. */
export interface Hidden {
  readonly messageIds: readonly string[]
  readonly places: readonly PictureTarget[]
  readonly audience: readonly string[]
}

/** Members that are connected, without those separated from the account. */
const connected = async (trx: Conn, accountId: string, now: number): Promise<string[]> =>
  (
    await trx
      .selectFrom('accounts as a')
      .where('a.heartbeat_at', '>', now - PRESENCE_TIMEOUT_MS)
      .where('a.deleted_at', 'is', null)
      .where(notSeparated('a.id', accountId))
      .select('a.id')
      .execute()
  ).map((a) => a.id)

/** Accounts that may have the photo on a screen; read before it is hidden. */
const audienceOf = async (
  trx: Conn,
  accountId: string,
  mediaId: string,
  places: readonly PictureTarget[],
  now: number,
): Promise<string[]> => {
  const talks = await trx
    .selectFrom('conversation_participants as p')
    .where('p.left_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(
          'p.conversation_id',
          'in',
          eb
            .selectFrom('message_media as mm')
            .innerJoin('messages as m', 'm.id', 'mm.message_id')
            .where('mm.media_id', '=', mediaId)
            .select('m.conversation_id'),
        ),
        eb(
          'p.conversation_id',
          'in',
          idsOrNone(places.flatMap((p) => (p.kind === 'conversation' ? [p.targetId] : []))),
        ),
      ]),
    )
    .select('p.account_id')
    .execute()
  const guests = await trx
    .selectFrom('event_participants')
    .where(
      'event_id',
      'in',
      idsOrNone(places.flatMap((p) => (p.kind === 'event' ? [p.targetId] : []))),
    )
    .select('account_id')
    .execute()
  const albums = await trx
    .selectFrom('album_media as am')
    .innerJoin('albums as al', 'al.id', 'am.album_id')
    .where('am.media_id', '=', mediaId)
    .select(['al.id', 'al.is_public'])
    .execute()
  const visitors = await trx
    .selectFrom('album_accesses')
    .where('album_id', 'in', idsOrNone(albums.map((a) => a.id)))
    .select('account_id')
    .execute()
  const onProfile = await trx
    .selectFrom('profile_photos')
    .where('media_id', '=', mediaId)
    .select('id')
    .executeTakeFirst()
  const isPublic =
    onProfile !== undefined ||
    albums.some((a) => a.is_public === 1) ||
    places.some((p) => p.kind === 'account' || p.kind === 'identity')
  return [
    ...new Set([
      accountId,
      ...[...talks, ...guests, ...visitors].map((r) => r.account_id),
      ...(isPublic ? await connected(trx, accountId, now) : []),
    ]),
  ]
}

/**
 * Takes a photo off everything that others see, in the caller's transaction: messages, avatars,
 * banners. Albums and the profile keep it, for its account only.
 */
export const hidePhoto = async (
  trx: Conn,
  accountId: string,
  mediaId: string,
  now: number,
): Promise<Hidden> => {
  const places = await placesOfPicture(trx, mediaId)
  const audience = await audienceOf(trx, accountId, mediaId, places, now)
  return { places, audience, messageIds: await detachPhoto(trx, mediaId, now) }
}

/** Takes it off albums and the profile too; it stays among the account's photos. */
export const removeFromAlbumsAndProfile = async (trx: Conn, mediaId: string): Promise<void> => {
  for (const table of ['album_media', 'profile_photos', 'media_places'] as const)
    await trx.deleteFrom(table).where('media_id', '=', mediaId).execute()
}

/** Open screens drop a photo that is closed to others and stays where it is. */
export const announceStaying = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
): Promise<void> => {
  const places = await placesOfPicture(ctx.db, mediaId)
  const accounts = await audienceOf(ctx.db, accountId, mediaId, places, ctx.now())
  ctx.realtime.publish('account.media.hidden', { mediaId }, { accounts })
}

/** Open screens drop the photos of both that a request to leave the account closes. */
export const announceClosed = async (ctx: Ctx, accountId: string): Promise<void> =>
  announceChanged(ctx, accountId, await photosClosedByParting(ctx.db, accountId))

/** Open screens ask again for the links of these photos: whether others may see them has changed. */
export const announceChanged = async (
  ctx: Ctx,
  accountId: string,
  mediaIds: readonly string[],
): Promise<void> => {
  for (const mediaId of mediaIds) await announceStaying(ctx, accountId, mediaId)
}

export const announcePictures = (ctx: Pick<Ctx, 'bus'>, places: readonly PictureChange[]): void => {
  for (const { kind, targetId, replaced } of places)
    if (kind === 'conversation' || kind === 'event')
      ctx.bus.emit('picture.changed', { kind, targetId, replaced })
}

/** Open screens drop the photo at once. */
export const announceHidden = (ctx: Ctx, mediaId: string, hidden: Hidden): void => {
  ctx.realtime.publish('account.media.hidden', { mediaId }, { accounts: hidden.audience })
  if (hidden.messageIds.length > 0)
    ctx.bus.emit('photo.destroyed', { messageIds: hidden.messageIds })
  announcePictures(
    ctx,
    hidden.places.map((place) => ({ ...place, replaced: null })),
  )
}
