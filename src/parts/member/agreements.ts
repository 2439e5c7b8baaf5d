import { listAgreements, type Agreements } from '#contract/agreements'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { mutate } from '../../data/http/mutate'

const KEY = ['agreements']

export const useAgreements = () =>
  useData<Agreements, Error>(KEY, () => call(listAgreements, {}), { dedupingInterval: 0 })
export const refreshAgreements = (): Promise<unknown> => mutate(KEY)

/** Requests that this identity has to answer; null: of both. */
export const openFor = (data: Agreements | undefined, identityId: string | null) =>
  (data?.agreements ?? []).filter(
    (a) =>
      (a.state === 'asked' || a.corrected) && (identityId === null || a.identity_id === identityId),
  )
