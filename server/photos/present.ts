import type { PhotoPeople } from '#contract/profile/people'
import type { ProfilePhoto } from '#contract/profile/photos'
import { iso } from '../iso'
import type { PhotoRow } from './queries'

/** `people`: for the owner only. */
export const presentPhoto = (row: PhotoRow, people: PhotoPeople | undefined): ProfilePhoto => ({
  id: row.id,
  media_id: row.media_id,
  url: `/api/media/${row.media_id}/url`,
  thumbnail_url: `/api/media/${row.media_id}/thumbnail`,
  created_at: iso(row.created_at),
  position: row.position,
  public: true,
  width: row.width,
  height: row.height,
  blurhash: row.blurhash,
  ...(people ? { people } : {}),
})
