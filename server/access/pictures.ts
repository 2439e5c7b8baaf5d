import { lockPhotos, mediaAwaitingAgreement } from './agreements'
import type { Conn } from '../db/dialect'
import type { PictureKind } from '../db/tables-agreements'

/** An avatar of an account, identity or conversation, or the banner of an event. */
export interface PictureTarget {
  readonly kind: PictureKind
  readonly targetId: string
}
/** A place that shows another picture now. */
export interface PictureChange extends PictureTarget {
  /** The banner that an agreed one has taken the place of. */
  readonly replaced: string | null
}

/** Tables of the places that show a photo as their avatar. */
const tableOf = {
  account: 'accounts',
  identity: 'identities',
  conversation: 'conversations',
} as const

const setPicture = async (
  trx: Conn,
  { kind, targetId }: PictureTarget,
  mediaId: string | null,
): Promise<void> => {
  if (kind === 'event')
    await trx
      .updateTable('events')
      .set({ banner_media_id: mediaId })
      .where('id', '=', targetId)
      .execute()
  else
    await trx
      .updateTable(tableOf[kind])
      .set({ avatar_media_id: mediaId })
      .where('id', '=', targetId)
      .execute()
}

/** Places that show this photo now. */
export const placesOfPicture = async (trx: Conn, mediaId: string): Promise<PictureTarget[]> => {
  const places: PictureTarget[] = []
  for (const kind of ['account', 'identity', 'conversation'] as const)
    for (const { id } of await trx
      .selectFrom(tableOf[kind])
      .where('avatar_media_id', '=', mediaId)
      .select('id')
      .execute())
      places.push({ kind, targetId: id })
  for (const { id } of await trx
    .selectFrom('events')
    .where('banner_media_id', '=', mediaId)
    .select('id')
    .execute())
    places.push({ kind: 'event', targetId: id })
  return places
}

/** These places show the photo once all subjects agree. */
export const reservePicturePlaces = async (
  trx: Conn,
  accountId: string,
  mediaId: string,
  places: readonly PictureTarget[],
): Promise<void> => {
  for (const { kind, targetId } of places)
    await trx
      .insertInto('media_places')
      .values({ kind, target_id: targetId, media_id: mediaId, account_id: accountId })
      .onConflict((c) =>
        c.columns(['kind', 'target_id']).doUpdateSet({ media_id: mediaId, account_id: accountId }),
      )
      .execute()
}

/** The photo that waits to be shown there. */
export const waitingPicture = async (
  trx: Conn,
  { kind, targetId }: PictureTarget,
): Promise<string | null> =>
  (
    await trx
      .selectFrom('media_places')
      .where('kind', '=', kind)
      .where('target_id', '=', targetId)
      .select('media_id')
      .executeTakeFirst()
  )?.media_id ?? null

/**
 * The photo that a place shows after the member has chosen `wanted`: that one, or still `present`
 * while a subject has not agreed; it then waits in `media_places`. In the transaction that writes
 * the column.
 */
export const choosePicture = async (
  trx: Conn,
  accountId: string,
  place: PictureTarget,
  wanted: string | null,
  present: string | null,
): Promise<string | null> => {
  await trx
    .deleteFrom('media_places')
    .where('kind', '=', place.kind)
    .where('target_id', '=', place.targetId)
    .execute()
  if (wanted === null || wanted === present) return wanted
  await lockPhotos(trx, [wanted])
  if (!(await mediaAwaitingAgreement(trx, [wanted])).has(wanted)) return wanted
  await reservePicturePlaces(trx, accountId, wanted, [place])
  return present
}

/**
 * Whether the account may still choose the picture of this place: it administers the group, or
 * organizes the event.
 */
const mayChoose = async (
  trx: Conn,
  { kind, targetId }: PictureTarget,
  accountId: string,
): Promise<boolean> => {
  if (kind === 'conversation')
    return (
      (await trx
        .selectFrom('conversation_participants')
        .where('conversation_id', '=', targetId)
        .where('account_id', '=', accountId)
        .where('left_at', 'is', null)
        .where('is_admin', '=', 1)
        .select('account_id')
        .executeTakeFirst()) !== undefined
    )
  if (kind === 'event')
    return (
      (await trx
        .selectFrom('events as e')
        .leftJoin('event_participants as p', (j) =>
          j.onRef('p.event_id', '=', 'e.id').on('p.account_id', '=', accountId),
        )
        .where('e.id', '=', targetId)
        .where((eb) =>
          eb.or([eb('e.creator_account_id', '=', accountId), eb('p.is_co_organizer', '=', 1)]),
        )
        .select('e.id')
        .executeTakeFirst()) !== undefined
    )
  return true
}

const shownBanner = async (trx: Conn, eventId: string): Promise<string | null> =>
  (
    await trx
      .selectFrom('events')
      .where('id', '=', eventId)
      .select('banner_media_id')
      .executeTakeFirst()
  )?.banner_media_id ?? null

/**
 * Call it when all subjects agree: the places that waited for the photo show it, unless the account
 * that chose it may no longer do so. Returns these places.
 */
export const showAgreedPicture = async (trx: Conn, mediaId: string): Promise<PictureChange[]> => {
  const rows = await trx
    .deleteFrom('media_places')
    .where('media_id', '=', mediaId)
    .returning(['kind', 'target_id', 'account_id'])
    .execute()
  const places: PictureChange[] = []
  for (const { kind, target_id, account_id } of rows) {
    const place = { kind, targetId: target_id }
    if (!(await mayChoose(trx, place, account_id))) continue
    const replaced = kind === 'event' ? await shownBanner(trx, target_id) : null
    places.push({ ...place, replaced })
  }
  for (const place of places) await setPicture(trx, place, mediaId)
  return places
}
