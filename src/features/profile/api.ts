import useSWR from 'swr'
import { getAccount, type Account } from '#contract/profile'
import { call } from '../../data/api'

/** An account as the member may see it; swr keeps it for the session. */
export const useAccount = (id: string | null): { account: Account | undefined; error: unknown; isLoading: boolean; reload: () => void } => {
  const { data, error, isLoading, mutate } = useSWR(id ? ['account', id] : null, () => call(getAccount, { params: { id: id as string } }))
  return { account: data?.account, error: error as unknown, isLoading, reload: () => void mutate() }
}
