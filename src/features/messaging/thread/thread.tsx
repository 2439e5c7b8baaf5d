import { Suspense, useCallback, useDeferredValue, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lazyPart } from '../../../data/start/lazy-part'
import { LoadFailure } from '../../../parts/form/load-failure'
import type { ViewerPhoto } from '../../../parts/photo/photo-viewer'
import { Viewer } from '../../../parts/photo/viewer'
import { Tabs } from '../../../ui/layout/tabs'
import { openThread } from '../state/api'
import type { OnPhoto } from './message/bubble'
import { ThreadFoot } from './foot'
import { ThreadHeader } from './header'
import { MessageList } from './message-list'
import { EMPTY_THREAD, type Thread } from '../state/model'
import { messaging } from '../state/store'
import { IconImage } from '../../../ui/icons/media'
import { usePhotoDrop } from './use-photo-drop'
import styles from './thread.module.css'

const ThreadSearch = lazyPart(() => import('./search').then((m) => m.ThreadSearch))
const PhotosPanel = lazyPart(() => import('../photos/photos-panel').then((m) => m.PhotosPanel))

const TABS = [
  { id: 'messages', label: 'Messages' },
  { id: 'photos', label: 'Photos' },
] as const

interface Viewed {
  readonly photos: readonly ViewerPhoto[]
  readonly index: number
}

/** Whether the search bar is open; closing it returns the focus. */
const useSearchBar = (showMessages: () => void) => {
  const [isOpen, setOpen] = useState(false)
  /** Element that had the focus when the search was opened. */
  const opener = useRef<Element | null>(null)
  return {
    isOpen,
    open: (): void => {
      opener.current = document.activeElement
      showMessages()
      setOpen(true)
    },
    close: (): void => {
      setOpen(false)
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    },
  }
}

const ThreadFailure = ({ id, failure }: { id: string; failure: Thread['failure'] }) => (
  <div className={styles.failed}>
    <LoadFailure
      failure={failure}
      title="Impossible d’ouvrir cette discussion"
      titleElse="Impossible d’ouvrir cette discussion"
      gone="Elle est introuvable ou n’est plus accessible."
      onRetry={() => void openThread(id)}
      back={{ label: 'Retour aux discussions', path: '/conversations' }}
    />
  </div>
)

/** The photo viewer of the thread; `onPhoto` opens it. */
const useViewer = () => {
  const [viewer, setViewer] = useState<Viewed | null>(null)
  const onPhoto = useCallback<OnPhoto>(
    (photos, index, own) =>
      setViewer({ photos: photos.map(({ id }) => ({ id, foreign: !own })), index }),
    [],
  )
  const onIndex = useCallback((index: number) => setViewer((v) => v && { ...v, index }), [])
  const element = (
    <Viewer
      photos={viewer?.photos ?? []}
      index={viewer?.index ?? null}
      onIndex={onIndex}
      onClose={() => setViewer(null)}
    />
  )
  return { onPhoto, element }
}

const DropHint = () => (
  <div className={styles.drop} aria-hidden="true">
    <IconImage size={28} />
    Déposez vos photos
  </div>
)

/** A conversation: header, messages, composer pinned at the bottom. */
export const ThreadView = ({ id, onBack }: { id: string; onBack?: (() => void) | undefined }) => {
  const { threads } = useSnapshot(messaging)
  const thread = threads[id] ?? EMPTY_THREAD
  const viewer = useViewer()
  const drop = usePhotoDrop(id)
  const [tab, setTab] = useState<'messages' | 'photos'>('messages')
  // the pressed tab is painted before what it shows is drawn
  const shownTab = useDeferredValue(tab)
  const search = useSearchBar(() => setTab('messages'))
  // offline, outgoing messages are still shown
  const gone =
    thread.phase === 'error' && thread.messages.length === 0 && thread.outgoing.length === 0
  return (
    <section
      className={styles.thread}
      data-conversation=""
      aria-label="Discussion"
      {...drop.handlers}
    >
      <div className={styles.top} data-head="">
        <ThreadHeader
          id={id}
          onBack={onBack}
          onSearch={gone ? undefined : search.open}
          onPhotos={gone ? undefined : () => setTab('photos')}
        />
        {gone ? null : (
          <div className={styles.tabs}>
            <Tabs
              label="Discussion"
              base={`conversation-${id}`}
              value={tab}
              onChange={setTab}
              tabs={TABS}
            />
          </div>
        )}
        {search.isOpen ? (
          <Suspense fallback={null}>
            <ThreadSearch id={id} onClose={search.close} />
          </Suspense>
        ) : null}
      </div>
      {gone ? (
        <ThreadFailure id={id} failure={thread.failure} />
      ) : (
        <>
          {/* stays mounted, so that it keeps its scroll position */}
          <div
            id={`conversation-${id}-panel-messages`}
            role="tabpanel"
            aria-labelledby={`conversation-${id}-tab-messages`}
            className={styles.pane}
            hidden={shownTab !== 'messages'}
          >
            <MessageList id={id} thread={thread} onPhoto={viewer.onPhoto} />
          </div>
          {shownTab === 'photos' ? (
            <div
              id={`conversation-${id}-panel-photos`}
              role="tabpanel"
              aria-labelledby={`conversation-${id}-tab-photos`}
              className={styles.pane}
            >
              <Suspense fallback={null}>
                <PhotosPanel id={id} />
              </Suspense>
            </div>
          ) : null}
        </>
      )}
      {shownTab === 'photos' ? null : <ThreadFoot id={id} gone={gone} />}
      {viewer.element}
      {drop.isOver ? <DropHint /> : null}
    </section>
  )
}
