import { useSnapshot } from 'valtio'
import { useData } from '../../../data/http/cache'
import { listAlbums } from '#contract/albums/albums'
import { getFeelings } from '#contract/notes'
import { getIncomingSharing, getSharing } from '#contract/sharing'
import { call } from '../../../data/http/api'
import { memberKey, SHARING_STALE_MS } from '../../../data/http/keys'
import { session } from '../../../data/session/session'
import type { Shares } from '../../../lib/sharing'
import { isNotFound } from '../state/api'
import { NOTHING_SHARED, sharesOf } from './sharing-model'

export const useFeelings = (id: string) =>
  useData(memberKey('feelings', id), () => call(getFeelings, { params: { id } }))

/** What the caller shares with a member; never set (404) reads as nothing. Asked for once a minute at most. */
export const useSharing = (id: string) => {
  const { accountId } = useSnapshot(session)
  return useData(
    accountId ? memberKey('sharing', id) : null,
    async (): Promise<Shares> => {
      try {
        return sharesOf(await call(getSharing, { params: { id } }))
      } catch (error) {
        if (isNotFound(error)) return NOTHING_SHARED
        throw error
      }
    },
    { dedupingInterval: SHARING_STALE_MS },
  )
}

/** What a member shares with the caller. */
export const useIncomingSharing = (id: string) => {
  const { accountId } = useSnapshot(session)
  return useData(accountId ? memberKey('sharing', id, 'incoming') : null, () =>
    call(getIncomingSharing, { params: { id } }),
  )
}

/** The caller’s own private albums. */
export const usePrivateAlbums = () => {
  const { accountId } = useSnapshot(session)
  return useData(accountId ? memberKey('albums', accountId, 'private') : null, async () =>
    (await call(listAlbums, { query: { includePrivate: 'true' } })).albums.filter(
      (a) => !a.isPublic,
    ),
  )
}
