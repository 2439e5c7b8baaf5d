import type { ProfilePhoto } from '#contract/profile/photos'
import type { PhotoRow } from './queries'

export const presentPhoto = (row: PhotoRow): ProfilePhoto => ({
  id: row.id,
  media_id: row.media_id,
  url: `/api/media/${row.media_id}/url`,
  thumbnail_url: `/api/media/${row.media_id}/thumbnail`,
  created_at: new Date(row.created_at).toISOString(),
  position: row.position,
  public: true,
  width: row.width,
  height: row.height,
  blurhash: row.blurhash,
})
