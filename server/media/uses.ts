import type { Conn } from '../db/dialect'

type MediaUse = 'album' | 'profile' | 'avatar' | 'message' | 'event'

/** Avatars and banners that wait for an agreement. */
const placesOf = (db: Conn, ids: readonly string[]) =>
  db
    .selectFrom('media_places')
    .where('media_id', 'in', [...ids])
    .select(['media_id as id', 'kind'])
    .execute()

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
  const note = (use: MediaUse, rows: readonly { readonly id: string | null }[]): void => {
    for (const { id } of rows) if (id) uses.set(id, (uses.get(id) ?? new Set<MediaUse>()).add(use))
  }
  note(
    'message',
    await db
      .selectFrom('message_media as mm')
      .innerJoin('messages as m', 'm.id', 'mm.message_id')
      .where('mm.media_id', 'in', wanted)
      .where('m.deleted_at', 'is', null)
      .select('mm.media_id as id')
      .execute(),
  )
  note(
    'message',
    await db
      .selectFrom('held_media')
      .where('media_id', 'in', wanted)
      .select('media_id as id')
      .execute(),
  )
  note(
    'album',
    await db
      .selectFrom('album_media')
      .where('media_id', 'in', wanted)
      .select('media_id as id')
      .execute(),
  )
  note(
    'profile',
    await db
      .selectFrom('profile_photos')
      .where('media_id', 'in', wanted)
      .select('media_id as id')
      .execute(),
  )
  note(
    'avatar',
    await db
      .selectFrom('accounts')
      .where('avatar_media_id', 'in', wanted)
      .select('avatar_media_id as id')
      .execute(),
  )
  note(
    'avatar',
    await db
      .selectFrom('identities')
      .where('avatar_media_id', 'in', wanted)
      .select('avatar_media_id as id')
      .execute(),
  )
  note(
    'avatar',
    await db
      .selectFrom('conversations')
      .where('avatar_media_id', 'in', wanted)
      .select('avatar_media_id as id')
      .execute(),
  )
  for (const place of await placesOf(db, wanted))
    note(place.kind === 'event' ? 'event' : 'avatar', [place])
  note(
    'event',
    await db
      .selectFrom('events')
      .where('banner_media_id', 'in', wanted)
      .select('banner_media_id as id')
      .execute(),
  )
  return uses
}
