import { isAgreed } from '../access/agreements'
import type { Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

export type PhotoRow = Row<'profile_photos'> &
  Pick<Row<'media'>, 'width' | 'height' | 'blurhash' | 'people'>

/**
 * By position, then the older first. Others get those whose subjects all agree.
 */
export const profilePhotosOf = (
  db: Conn,
  accountId: string,
  viewerId: string,
): Promise<PhotoRow[]> =>
  db
    .selectFrom('profile_photos as p')
    .innerJoin('media as m', 'm.id', 'p.media_id')
    .where('p.account_id', '=', accountId)
    .$if(viewerId !== accountId, (photos) => photos.where(isAgreed('p.media_id')))
    .selectAll('p')
    .select(['m.width', 'm.height', 'm.blurhash', 'm.people'])
    .orderBy('p.position')
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()

/** Existing ones are left unchanged. */
export const insertPhotos = async (
  trx: Conn,
  rows: readonly NewRow<'profile_photos'>[],
): Promise<void> => {
  if (rows.length > 0)
    await trx
      .insertInto('profile_photos')
      .values([...rows])
      .onConflict((c) => c.columns(['account_id', 'media_id']).doNothing())
      .execute()
}

/** By its id or that of its media; returns the media. */
export const deletePhoto = async (
  trx: Conn,
  accountId: string,
  id: string,
): Promise<string | null> => {
  const row = await trx
    .deleteFrom('profile_photos')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('id', '=', id), eb('media_id', '=', id)]))
    .returning('media_id')
    .executeTakeFirst()
  return row?.media_id ?? null
}

export const setPhotoPosition = async (trx: Conn, id: string, position: number): Promise<void> => {
  await trx.updateTable('profile_photos').set({ position }).where('id', '=', id).execute()
}
