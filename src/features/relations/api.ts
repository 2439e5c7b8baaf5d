import { useData } from '../../data/http/cache'
import { listJoinLinks } from '#contract/profile/profile'
import { listRelations } from '#contract/relations'
import { listBlocks } from '#contract/safety'
import { listExposure, listOutgoingSharing } from '#contract/sharing'
import { call } from '../../data/http/api'
import { loadEveryPage } from '../../data/http/every-page'
import { memberListKey, SHARING_STALE_MS } from '../../data/http/keys'

/**
 * Own relations, or those whose handle contains `q`. Keeps the previous result while loading, and no
 * longer: a search that failed has none.
 */
export const useRelations = (q: string) => {
  const { data, ...state } = useData(
    memberListKey('relations', q),
    async () => ({ of: q, ...(await call(listRelations, q ? { query: { q } } : {})) }),
    { keepPreviousData: true },
  )
  const isPrevious = data?.of !== q
  return { ...state, data: state.error && isPrevious ? undefined : data?.relations }
}
/** What the account shares, by member. */
export const useOutgoingSharing = () =>
  useData(
    memberListKey('outgoing'),
    async () => {
      const pages = await loadEveryPage((query) => call(listOutgoingSharing, { query }))
      return new Map(pages.flatMap((p) => p.relations).map((s) => [s.with_account_id, s]))
    },
    { dedupingInterval: SHARING_STALE_MS },
  )
/** What each member can see of the account, according to the server's permissions. */
export const useExposure = () =>
  useData(memberListKey('exposure'), async () =>
    (await loadEveryPage((query) => call(listExposure, { query }))).flatMap((p) => p.exposures),
  )
export const useBlocks = () =>
  useData(memberListKey('blocks'), async () => (await call(listBlocks, {})).blocks)
export const useJoinLinks = () =>
  useData(['join-links'], async () => (await call(listJoinLinks, {})).links)
