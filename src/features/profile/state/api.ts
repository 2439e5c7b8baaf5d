import { useData } from '../../../data/http/cache'
import type { Reply } from '#contract/route'
import { getProfile } from '#contract/profile/data'
import { ApiError, call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'

export type Profile = Reply<typeof getProfile>
interface ProfileQuery<T> {
  readonly data: T | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

/** Gone (404): blocked, deleted, or never there. What was shown before must not stay. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404

/** A member’s profile as the caller may see it. */
export const useProfile = (id: string | null): ProfileQuery<Profile> => {
  const { data, error, isLoading, mutate } = useData(id ? memberKey('profile', id) : null, () =>
    call(getProfile, { params: { id: id as string } }),
  )
  return {
    data: isNotFound(error) ? undefined : data,
    error,
    isLoading,
    reload: () => void mutate(),
  }
}
