import { useEffect } from 'react'
import { searchConversations } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { ErrorState } from '../../../ui/feedback/error-state'
import { useDelayed } from '../../../ui/forms/use-delayed'
import { own } from '../state/own-account'
import { messaging, putConversation } from '../state/store'
import { SearchResults } from './search-results'
import styles from './list.module.css'
import { Rows, VIRTUAL_FROM } from './rows'

const findConversations = async (q: string): Promise<readonly string[]> => {
  const { conversations } = await call(searchConversations, { query: { q } })
  for (const c of conversations) if (!messaging.conversations[c.id]) putConversation(c, own())
  return conversations.map((c) => c.id)
}

/** What matches the typed words; the whole list (`all`) until there is a result. */
export const Search = ({
  typed,
  all,
  active,
  onBusy,
}: {
  typed: string
  all: readonly string[]
  active: string | null
  onBusy: (busy: boolean) => void
}) => {
  // mounted with the first letter, which waits as the next ones do
  const searched = useDelayed(typed, 300, '')
  const { data, error, isLoading, mutate } = useData(
    searched ? ['conversation-search', searched] : null,
    () => findConversations(searched),
    { keepPreviousData: true },
  )
  useEffect(() => {
    onBusy(isLoading)
    return () => onBusy(false)
  }, [isLoading, onBusy])
  if (error) return <ErrorState text="La recherche n’a pas abouti." onRetry={() => void mutate()} />
  if (!data) return <Rows ids={all} active={active} />
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
