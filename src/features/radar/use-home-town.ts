import { getProfile, type Location } from '#contract/profile/data'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { memberKey } from '../../data/http/keys'

/** The commune of an account; null without one or when it does not load, undefined until then. */
export const useHomeTown = (accountId: string | null): Location | null | undefined => {
  const { data, error } = useData(accountId ? memberKey('profile', accountId) : null, () =>
    call(getProfile, { params: { id: accountId as string } }),
  )
  if (data) return data.data.location
  return accountId && error === undefined ? undefined : null
}
