import { lazy, Suspense, useEffect, useState } from 'react'
import useSWR from 'swr'
import { useSnapshot } from 'valtio'
import { Virtualizer } from 'virtua'
import { searchConversations } from '#contract/messaging'
import { call } from '../../data/api'
import { ArtConversations } from '../../ui/art/conversations'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { IconButton } from '../../ui/icon-button'
import { IconPlus } from '../../ui/icons/actions'
import { SearchField } from '../../ui/search-field'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { loadList } from './api'
import styles from './messaging.module.css'
import { ConversationRow } from './row'
import { messaging, putConversation } from './store'

const NewConversation = lazy(async () => ({ default: (await import('./new-conversation')).NewConversation }))

const SEARCH_MS = 300
/** Under this many rows a virtual list costs more than it saves. */
const VIRTUAL_FROM = 60

const useDelayed = (value: string): string => {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), SEARCH_MS)
    return () => clearTimeout(timer)
  }, [value])
  return later
}

const Rows = ({ ids, active }: { ids: readonly string[]; active: string | null }) =>
  ids.length < VIRTUAL_FROM ? (
    <ul className={styles.rows}>{ids.map((id) => <li key={id}><ConversationRow id={id} active={id === active} /></li>)}</ul>
  ) : (
    <div className={styles.rows} role="list"><Virtualizer data={ids as string[]}>{(id) => <div key={id} role="listitem"><ConversationRow id={id} active={id === active} /></div>}</Virtualizer></div>
  )

/** The conversations of the account, with search and the way to a new one. */
export const ConversationList = ({ active }: { active: string | null }) => {
  const { list, order } = useSnapshot(messaging)
  const [query, setQuery] = useState('')
  const [creating, setCreating] = useState(false)
  const wanted = useDelayed(query.replace(/[<>]/g, '').trim())
  const found = useSWR(wanted ? ['conversation-search', wanted] : null, async () => {
    const { conversations } = await call(searchConversations, { query: { q: wanted } })
    for (const c of conversations) if (!messaging.conversations[c.id]) putConversation(c)
    return conversations.map((c) => c.id)
  })
  const ids = wanted ? (found.data ?? []) : order
  return (
    <section className={styles.list} aria-label="Liste des discussions">
      <header className={styles.listHead}>
        <h1>Discussions</h1>
        <IconButton label="Nouvelle discussion" icon={<IconPlus />} variant="soft" onClick={() => setCreating(true)} />
      </header>
      <div className={styles.search}><SearchField label="Rechercher une discussion" placeholder="Rechercher" value={query} onChange={setQuery} busy={found.isLoading} /></div>
      {!wanted && (list === 'loading' || list === 'idle') ? <SkeletonRows count={8} /> : null}
      {!wanted && list === 'error' ? <ErrorState text="Impossible de charger vos discussions. Vérifiez votre connexion." onRetry={() => void loadList()} /> : null}
      {!wanted && list === 'ready' && order.length === 0 ? (
        <EmptyState art={<ArtConversations />} title="Pas encore de discussion" text="Écrivez à un membre dont vous connaissez le pseudo." action={<Button variant="primary" onClick={() => setCreating(true)}>Parler en direct</Button>} />
      ) : null}
      {wanted && found.error ? <ErrorState text="La recherche n’a pas abouti." onRetry={() => void found.mutate()} /> : null}
      {wanted && found.data?.length === 0 ? <p className={styles.nothing} role="status">Aucune discussion trouvée.</p> : null}
      {ids.length > 0 ? <Rows ids={ids} active={active} /> : null}
      {creating ? <Suspense fallback={null}><NewConversation open onClose={() => setCreating(false)} /></Suspense> : null}
    </section>
  )
}
