import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lazyPart } from '../../../data/start/lazy-part'
import { regainFocus } from '../../../ui/overlay/focus-after'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconPlus } from '../../../ui/icons/actions'
import { IconBack } from '../../../ui/icons/nav'
import { SearchField } from '../../../ui/forms/search-field'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { loadList } from '../state/list-api'
import styles from './list.module.css'
import { Rows } from './rows'
import { messaging } from '../state/store'

const NoConversation = lazyPart(() => import('./no-conversation').then((m) => m.NoConversation))
const NewGroup = lazyPart(() => import('./new-group').then((m) => m.NewGroup))
const Search = lazyPart(() => import('./search').then((m) => m.Search))
const NewConversation = lazyPart(() => import('./new-conversation').then((m) => m.NewConversation))

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
        <Suspense fallback={null}>
          <NoConversation onCreate={onCreate} />
        </Suspense>
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
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState(false)
  // a key is painted before the list changes
  const typed = useDeferredValue(query.replace(/[<>]/g, '').trim())
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
          busy={searching}
        />
      </div>
      <ListStatus onCreate={() => setCreating('direct')} />
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
      {typed ? (
        <Suspense fallback={null}>
          <Search typed={typed} active={active} onBusy={setSearching} onFound={setFound} />
        </Suspense>
      ) : null}
      {ids.length > 0 && !(typed && found) ? <Rows ids={ids} active={active} /> : null}
      <CreateDialogs creating={creating} onChange={setCreating} />
    </section>
  )
}
