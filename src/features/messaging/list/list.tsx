import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { useSnapshot } from 'valtio'
import { searchConversations } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { ArtConversations } from '../../../ui/art/conversations'
import { Button } from '../../../ui/forms/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { regainFocus } from '../../../ui/overlay/focus-after'
import { ErrorState } from '../../../ui/feedback/error-state'
import { useDelayed } from '../../../ui/forms/use-delayed'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconPlus } from '../../../ui/icons/actions'
import { IconBack } from '../../../ui/icons/nav'
import { SearchField } from '../../../ui/forms/search-field'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { loadList } from '../state/api'
import { own } from '../state/own-account'
import styles from './list.module.css'
import { ConversationRow } from './row'
import { messaging, putConversation } from '../state/store'

const FirstSteps = lazy(async () => ({
  default: (await import('../../../parts/form/first-steps')).FirstSteps,
}))
const NewGroup = lazy(async () => ({ default: (await import('./new-group')).NewGroup }))
const Found = lazy(async () => ({ default: (await import('./found')).Found }))
const NewConversation = lazy(async () => ({
  default: (await import('./new-conversation')).NewConversation,
}))
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows')).VirtualRows }))

/** With fewer rows a virtual list costs more than it saves. */
const VIRTUAL_FROM = 60

const Rows = ({ ids, active }: { ids: readonly string[]; active: string | null }) =>
  ids.length < VIRTUAL_FROM ? (
    <ul className={styles.rows} data-rows="">
      {ids.map((id) => (
        <li key={id}>
          <ConversationRow id={id} active={id === active} />
        </li>
      ))}
    </ul>
  ) : (
    <Suspense fallback={<SkeletonRows count={8} />}>
      <VirtualRows ids={ids} active={active} />
    </Suspense>
  )

/** Conversations that match the typed text; `results` is undefined while the full list is shown. */
const useConversationSearch = (query: string) => {
  const typed = query.replace(/[<>]/g, '').trim()
  const searched = useDelayed(typed)
  const search = useSWR(
    typed && searched ? ['conversation-search', searched] : null,
    async () => {
      const { conversations } = await call(searchConversations, { query: { q: searched } })
      for (const c of conversations) if (!messaging.conversations[c.id]) putConversation(c, own())
      return conversations.map((c) => c.id)
    },
    { keepPreviousData: true },
  )
  // keep the full list until there are results, and drop results of other words
  const results = typed && !search.error ? search.data : undefined
  return { typed, searched, search, results }
}

const SearchResults = ({
  ids,
  loading,
  searched,
  active,
}: {
  ids: readonly string[]
  loading: boolean
  searched: string
  active: string | null
}) => (
  <div className={styles.results}>
    {ids.length > 0 ? <h2 className={styles.part}>Discussions</h2> : null}
    <Rows ids={ids.slice(0, VIRTUAL_FROM - 1)} active={active} />
    {loading ? (
      <p className={styles.nothing} role="status">
        Recherche…
      </p>
    ) : (
      <Suspense fallback={null}>
        <Found query={searched} hasConversations={ids.length > 0} />
      </Suspense>
    )}
  </div>
)

/** The loading, error or empty state of the list. */
const ListStatus = ({ onCreate }: { onCreate: () => void }) => {
  const { list, order } = useSnapshot(messaging)
  return (
    <>
      {list === 'loading' || list === 'idle' ? <SkeletonRows count={8} /> : null}
      {list === 'error' ? (
        <ErrorState
          text="Impossible de charger vos discussions. Vérifiez votre connexion."
          onRetry={() => void loadList()}
        />
      ) : null}
      {list === 'ready' && order.length === 0 ? (
        <EmptyState
          art={<ArtConversations />}
          title="Pas encore de discussion"
          text="Écrivez à un membre dont vous connaissez le pseudo."
          action={
            <>
              <Button variant="primary" onClick={onCreate}>
                Nouvelle discussion
              </Button>
              <Suspense fallback={null}>
                <FirstSteps />
              </Suspense>
            </>
          }
        />
      ) : null}
    </>
  )
}

type Creating = 'direct' | 'group' | null
const CreateDialogs = ({
  creating,
  onChange,
}: {
  creating: Creating
  onChange: (creating: Creating) => void
}) => (
  <Suspense fallback={null}>
    {creating === 'direct' ? (
      <NewConversation open onClose={() => onChange(null)} onGroup={() => onChange('group')} />
    ) : null}
    {creating === 'group' ? <NewGroup onClose={() => onChange(null)} /> : null}
  </Suspense>
)

/** The account's conversations, with search and «Nouvelle discussion». */
export const ConversationList = ({ active }: { active: string | null }) => {
  const { order, conversations } = useSnapshot(messaging)
  const [archive, setArchive] = useState(false)
  const [query, setQuery] = useState('')
  const [creating, setCreating] = useState<Creating>(null)
  const { typed, searched, search, results } = useConversationSearch(query)
  const archived = order.filter((id) => conversations[id]?.settings.archived)
  const ids = archive ? archived : order.filter((id) => !conversations[id]?.settings.archived)
  const heading = useRef<HTMLHeadingElement>(null)
  // a button that switches lists is unmounted with its list: restore the focus
  const wasArchive = useRef(archive)
  useEffect(() => {
    if (wasArchive.current !== archive) regainFocus(() => heading.current)
    wasArchive.current = archive
  }, [archive])
  // the last archived conversation was unarchived
  if (archive && archived.length === 0) setArchive(false)
  return (
    <section className={styles.list} aria-label="Liste des discussions">
      <header className={styles.head}>
        {archive ? (
          <IconButton
            label="Retour aux discussions"
            icon={<IconBack />}
            onClick={() => setArchive(false)}
          />
        ) : null}
        <h1 ref={heading} tabIndex={-1}>
          {archive ? 'Archivées' : 'Discussions'}
        </h1>
        <IconButton
          label="Nouvelle discussion"
          icon={<IconPlus />}
          variant="soft"
          onClick={() => setCreating('direct')}
        />
      </header>
      <div className={styles.search}>
        <SearchField
          label="Rechercher une discussion"
          placeholder="Rechercher"
          value={query}
          onChange={setQuery}
          busy={search.isLoading}
        />
      </div>
      <ListStatus onCreate={() => setCreating('direct')} />
      {typed && search.error ? (
        <ErrorState text="La recherche n’a pas abouti." onRetry={() => void search.mutate()} />
      ) : null}
      {!typed && !archive && archived.length > 0 ? (
        <button
          type="button"
          className={styles.archive}
          data-archived=""
          onClick={() => setArchive(true)}
        >
          Archivées ({archived.length})
        </button>
      ) : null}
      {results ? (
        <SearchResults
          ids={results}
          loading={search.isLoading}
          searched={searched}
          active={active}
        />
      ) : ids.length > 0 && !(typed && search.error) ? (
        <Rows ids={ids} active={active} />
      ) : null}
      <CreateDialogs creating={creating} onChange={setCreating} />
    </section>
  )
}
