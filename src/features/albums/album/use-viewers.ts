import type { Album } from '#contract/albums/albums'
import { listExposure } from '#contract/sharing'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { loadEveryPage } from '../../../data/http/every-page'
import { memberListKey } from '../../../data/http/keys'

/**
 * Members that can open this album now, by the permission functions themselves; `all`: because
 * every private album is shared.
 */
export const useViewers = (album: Album, own: boolean) => {
  const { data, error } = useData(
    own && !album.isPublic ? memberListKey('exposure') : null,
    async () =>
      (await loadEveryPage((query) => call(listExposure, { query }))).flatMap((p) => p.exposures),
  )
  const viewers = data?.filter((e) => e.albums.some(({ id }) => id === album.id))
  return {
    error: error as unknown,
    viewers:
      viewers &&
      new Map(
        viewers.map((e) => [
          e.relation.with_account_id,
          { all: e.allPrivateAlbums, face: e.relation },
        ]),
      ),
  }
}
