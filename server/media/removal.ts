import { takeNextClock, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { lockPhotos } from '../access/agreements'
import { deleteMediaRows } from './queries'

/** Removes a photo from avatars and banners. */
const clearPictures = async (trx: Conn, id: string): Promise<void> => {
  for (const table of ['accounts', 'identities', 'conversations'] as const)
    await trx
      .updateTable(table)
      .set({ avatar_media_id: null })
      .where('avatar_media_id', '=', id)
      .execute()
  await trx
    .updateTable('events')
    .set({ banner_media_id: null })
    .where('banner_media_id', '=', id)
    .execute()
}

/** Removes a photo from everything that shows it but messages; its row stays. */
export const detachOutsideMessages = async (trx: Conn, id: string): Promise<void> => {
  await clearPictures(trx, id)
  for (const table of ['album_media', 'profile_photos', 'media_places'] as const)
    await trx.deleteFrom(table).where('media_id', '=', id).execute()
}

/**
 * Removes a photo from everything that shows it, in the caller's transaction: albums and profile (by
 * its row), avatars, banners, messages. A message without other content is deleted too. Returns the
 * messages that showed it.
 */
export const detachPhoto = async (trx: Conn, id: string, now: number): Promise<string[]> => {
  await clearPictures(trx, id)
  const shown = await trx
    .deleteFrom('message_media')
    .where('media_id', '=', id)
    .returning('message_id')
    .execute()
  for (const { message_id } of shown) {
    const { conversation_id } = await trx
      .selectFrom('messages')
      .where('id', '=', message_id)
      .select('conversation_id')
      .executeTakeFirstOrThrow()
    // sync sends the message again, for clients that still show the photo
    const changed = (await takeNextClock(trx, conversation_id, now)) ?? now
    await trx
      .updateTable('messages')
      .set((eb) => ({ media_count: eb('media_count', '-', 1), changed }))
      .where('id', '=', message_id)
      .execute()
    const { numUpdatedRows } = await trx
      .updateTable('messages')
      .set({ deleted_at: now, text_hash: null })
      .where('id', '=', message_id)
      .where('content', '=', '')
      .where('media_count', '=', 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await trx.deleteFrom('reactions').where('message_id', '=', message_id).execute()
  }
  return shown.map((s) => s.message_id)
}

/** Destroys any member's photo in the caller's transaction; the files of `rows` remain to be removed. */
export const destroyPhoto = async (
  trx: Conn,
  id: string,
  now: number,
): Promise<{ readonly messageIds: readonly string[]; readonly rows: readonly Row<'media'>[] }> => {
  // a message that is being sent with it has to come before or to be refused
  await lockPhotos(trx, [id])
  return { messageIds: await detachPhoto(trx, id, now), rows: await deleteMediaRows(trx, [id]) }
}
