import { flag } from '../server/db/dialect'
import type { NewRow } from '../server/db/tables'
import type { MemberIds } from './people'
import { ALBUMS } from './photos'
import { pictureId } from './pictures'
import { idOf } from './random'

const AFTER_MS = 20 * 60_000
/**
 * Relations to which members share all private albums: pairs that have known each other long
 * enough.
 */
const SHARED_WITH: readonly (readonly [string, string])[] = [
  ['clara_et_tom', 'lea_hugo'],
  ['lea_hugo', 'clara_et_tom'],
]

/** Albums, their photos, and the shares of the private ones. `media`: the existing rows by id. */
export const albumRows = (
  ids: ReadonlyMap<string, MemberIds>,
  media: readonly NewRow<'media'>[],
  nowMs: number,
) => {
  const byId = new Map(media.map((m) => [m.id, m]))
  const albums: NewRow<'albums'>[] = []
  const inside: NewRow<'album_media'>[] = []
  for (const [handle, list] of Object.entries(ALBUMS)) {
    const owner = ids.get(handle)
    if (!owner) continue
    for (const one of list) {
      const rows = one.photos.flatMap(
        (photo) => byId.get(pictureId(`album ${handle} ${photo}`)) ?? [],
      )
      const created_at = Math.max(0, ...rows.map((m) => m.created_at)) + AFTER_MS
      const id = idOf(`album ${handle} ${one.name}`, created_at)
      albums.push({
        id,
        account_id: owner.accountId,
        name: one.name,
        description: one.description,
        is_public: flag(one.isPublic),
        created_at,
      })
      inside.push(
        ...rows.map((m, position) => ({
          album_id: id,
          media_id: m.id,
          position,
          added_at: created_at,
        })),
      )
    }
  }
  const sharings = SHARED_WITH.flatMap(([from, to]): NewRow<'sharings'>[] => {
    const [a, b] = [ids.get(from), ids.get(to)]
    return a && b
      ? [
          {
            account_id: a.accountId,
            with_account_id: b.accountId,
            share_names: 0,
            share_events: 0,
            share_all_albums: 1,
            updated_at: nowMs,
          },
        ]
      : []
  })
  return { albums, inside, sharings }
}
