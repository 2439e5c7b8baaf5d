import type { Album, AlbumMedia } from '#contract/albums'
import { ALBUM_PREVIEW } from '#contract/limits'
import { albumReasons } from '../access/sharing'
import type { Ctx, Viewer } from '../context'
import type { Row } from '../db/tables'
import { maskedIdOf } from '../tokens'
import { countsOf, previewsOf, type PlacedMedia } from './queries'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Only the owner gets the file name. */
export const presentAlbumMedia = (row: PlacedMedia, viewerId: string): AlbumMedia => ({
  id: row.id,
  url: `/api/media/${row.id}/url`,
  thumbnailUrl: `/api/media/${row.id}/thumbnail`,
  position: row.position,
  addedAt: iso(row.added_at),
  filename: row.account_id === viewerId ? row.original_filename : 'photo.jpg',
  mimeType: row.mime_type,
  fileSize: row.file_size,
  width: row.width,
  height: row.height,
  blurhash: row.blurhash,
})

/** A locked album only shows that it exists. */
const LOCKED = {
  name: 'Album privé',
  description: null,
  mediaCount: 0,
  can_view: false,
  createdAt: null,
  preview: [],
} as const

/**
 * Albums as the viewer may see them, in the given order, without those of blocked or deleted
 * accounts. `locked: false` leaves out locked ones too.
 */
export const presentAlbums = async (
  ctx: Pick<Ctx, 'db' | 'now' | 'secret'>,
  viewer: Pick<Viewer, 'accountId'>,
  rows: readonly Row<'albums'>[],
  locked = true,
): Promise<Album[]> => {
  const reasons = await albumReasons(ctx.db, viewer.accountId, rows, ctx.now())
  const open = rows
    .filter((r) => reasons.has(r.id) && reasons.get(r.id) !== 'private')
    .map((r) => r.id)
  const counts = await countsOf(ctx.db, open)
  const previews = await previewsOf(ctx.db, open, ALBUM_PREVIEW)
  return rows.flatMap((row): Album[] => {
    const reason = reasons.get(row.id)
    if (!reason || (reason === 'private' && !locked)) return []
    const base = { id: row.id, accountId: row.account_id, isPublic: row.is_public === 1 }
    // the id would tell when it was made
    if (reason === 'private')
      return [{ ...base, id: maskedIdOf(ctx.secret, 'album', row.id), ...LOCKED, preview: [] }]
    return [
      {
        ...base,
        name: row.name,
        description: row.description,
        mediaCount: counts.get(row.id) ?? 0,
        can_view: true,
        createdAt: iso(row.created_at),
        preview: previews
          .filter((p) => p.album_id === row.id)
          .map((m) => presentAlbumMedia(m, viewer.accountId)),
      },
    ]
  })
}
