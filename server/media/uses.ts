import { sql } from 'kysely'
import type { Conn } from '../db/dialect'
import type { Tables } from '../db/tables'

type MediaUse = 'album' | 'profile' | 'avatar' | 'message' | 'event'

/** Columns with a media id. `message_media` is read apart: photos of deleted messages are not used. */
const COLUMNS = [
  ['message', 'held_media', 'media_id'],
  ['message', 'brief_photos', 'media_id'],
  ['album', 'album_media', 'media_id'],
  ['profile', 'profile_photos', 'media_id'],
  ['avatar', 'accounts', 'avatar_media_id'],
  ['avatar', 'identities', 'avatar_media_id'],
  ['avatar', 'conversations', 'avatar_media_id'],
  ['event', 'events', 'banner_media_id'],
] as const satisfies readonly (readonly [MediaUse, keyof Tables, string])[]

/**
 * Where each of these photos is used: the only place that knows every table with a photo in it.
 * Unused ones are left out.
 */
export const mediaUses = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<MediaUse>>> => {
  const uses = new Map<string, Set<MediaUse>>()
  if (ids.length === 0) return uses
  const wanted = [...new Set(ids)]
  const note = (use: MediaUse, id: string): void =>
    void uses.set(id, (uses.get(id) ?? new Set<MediaUse>()).add(use))
  for (const [use, table, column] of COLUMNS) {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(column)} as id from ${sql.table(table)}
      where ${sql.ref(column)} in (${sql.join(wanted)})`.execute(db)
    for (const { id } of rows) note(use, id)
  }
  const inMessages = await db
    .selectFrom('message_media as mm')
    .innerJoin('messages as m', 'm.id', 'mm.message_id')
    .where('mm.media_id', 'in', wanted)
    .where('m.deleted_at', 'is', null)
    .select('mm.media_id as id')
    .execute()
  for (const { id } of inMessages) note('message', id)
  // avatars and banners that wait for an agreement
  const places = await db
    .selectFrom('media_places')
    .where('media_id', 'in', wanted)
    .select(['media_id as id', 'kind'])
    .execute()
  for (const { id, kind } of places) note(kind === 'event' ? 'event' : 'avatar', id)
  return uses
}
