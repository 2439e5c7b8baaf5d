import useSWR from 'swr'
import { listJoinLinks } from '#contract/profile/profile'
import { listRelations } from '#contract/relations'
import { listBlocks } from '#contract/safety'
import { listExposure, listOutgoingSharing } from '#contract/sharing'
import { call } from '../../data/http/api'
import { listKey, SHARING_STALE_MS } from '../../data/http/keys'

/** Own relations, or those whose handle holds `q`; what was found before stays while the next answer is awaited. */
export const useRelations = (q: string) =>
  useSWR(
    listKey('relations', q),
    async () => (await call(listRelations, q ? { query: { q } } : {})).relations,
    { keepPreviousData: true },
  )
/** What the caller shares, by member. */
export const useOutgoing = () =>
  useSWR(
    listKey('outgoing'),
    async () =>
      new Map((await call(listOutgoingSharing, {})).relations.map((s) => [s.with_account_id, s])),
    { dedupingInterval: SHARING_STALE_MS },
  )
/** What each member sees of the caller, as the server’s own permissions say. */
export const useExposure = () =>
  useSWR(listKey('exposure'), async () => (await call(listExposure, {})).exposures)
export const useBlocks = () =>
  useSWR(listKey('blocks'), async () => (await call(listBlocks, {})).blocks)
export const useJoinLinks = () =>
  useSWR(['join-links'], async () => (await call(listJoinLinks, {})).links)
