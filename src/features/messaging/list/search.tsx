import { useEffect, useLayoutEffect } from 'react'
import { searchConversations } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { ErrorState } from '../../../ui/feedback/error-state'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value'
import { ownAccountId } from '../state/own-account'
import { messaging, putConversation } from '../state/store'
import { SearchResults } from './search-results'
import styles from './list.module.css'
import { Rows, VIRTUAL_FROM } from './rows'

const findConversations = async (q: string): Promise<readonly string[]> => {
  const { conversations } = await call(searchConversations, { query: { q } })
  for (const c of conversations)
    if (!messaging.conversations[c.id]) putConversation(c, ownAccountId())
  return conversations.map((c) => c.id)
}

/** What matches the typed words, nothing until there is a result. `onFound`: it takes the place of the list. */
export const Search = ({
  typed,
  active,
  onBusy,
  onFound,
}: {
  typed: string
  active: string | null
  onBusy: (busy: boolean) => void
  onFound?: (found: boolean) => void
}) => {
  // mounted with the first letter, which waits as the next ones do
  const searched = useDebouncedValue(typed, 300, '')
  const { data, error, isLoading, mutate } = useData(
    searched ? ['conversation-search', searched] : null,
    () => findConversations(searched),
    { keepPreviousData: true },
  )
  useEffect(() => {
    onBusy(isLoading)
    return () => onBusy(false)
  }, [isLoading, onBusy])
  const found = Boolean(data ?? error)
  useLayoutEffect(() => {
    onFound?.(found)
    return () => onFound?.(false)
  }, [found, onFound])
  if (error) return <ErrorState text="La recherche n’a pas abouti." onRetry={() => void mutate()} />
  if (!data) return null
  return (
    <div className={styles.results}>
      <SearchResults query={searched} hasConversations={data.length > 0 || isLoading}>
        {data.length > 0 ? <h2 className={styles.part}>Discussions</h2> : null}
        <Rows ids={data.slice(0, VIRTUAL_FROM - 1)} active={active} />
      </SearchResults>
      {isLoading ? (
        <p className={styles.nothing} role="status">
          Recherche…
        </p>
      ) : null}
    </div>
  )
}
