import { Suspense, useMemo, useRef, type ReactElement } from 'react'
import { useSnapshot } from 'valtio'
import type { Gender } from '#contract/common'
import { session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { Button } from '../../../ui/forms/button'
import { Delayed } from '../../../ui/feedback/delayed'
import { IconReply } from '../../../ui/icons/chat'
import { IconDown } from '../../../ui/icons/nav'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { loadNewer, loadOlder } from '../state/api'
import { MessageRow, type OnPhoto } from './message/bubble'
import { EMPTY_THREAD_TEXT } from '../state/labels'
import type { Thread } from '../state/model'
import { HeldRow } from '../held/held-row'
import { OutgoingRow } from './message/outgoing'
import { AnchoredList } from './anchored-list'
import { rowsOf, type RowData } from './rows'
import { messaging } from '../state/store'
import styles from './thread.module.css'
import { useMessageActs, type OpenOverlay } from './message/use-message-acts'
import { useScrollAnchor } from './use-scroll-anchor'

const MessageMenu = lazyPart(() => import('./message/message-menu').then((m) => m.MessageMenu))
const ReactionsDialog = lazyPart(() =>
  import('./message/reactions-dialog').then((m) => m.ReactionsDialog),
)
const ReadDialog = lazyPart(() => import('./message/read-dialog').then((m) => m.ReadDialog))

interface Props {
  id: string
  thread: Thread
  onPhoto: OnPhoto
}

const NONE: ReadonlyMap<string, readonly Gender[]> = new Map()
/** Genders of each member's identities: a message of both shows both signs. */
const useGenders = (id: string): ReadonlyMap<string, readonly Gender[]> => {
  const participants = useSnapshot(messaging).conversations[id]?.participants
  return useMemo(
    () =>
      participants
        ? new Map(
            participants.map((p) => [p.account_id, p.account.identities.map((i) => i.gender)]),
          )
        : NONE,
    [participants],
  )
}

type Draw = (row: RowData) => ReactElement
/** Caches elements by row, so that React skips unchanged rows when the list renders. */
const keepElements = (make: Draw): Draw => {
  const made = new WeakMap<RowData, ReactElement>()
  return (row) => {
    const element = made.get(row) ?? make(row)
    made.set(row, element)
    return element
  }
}

const Waiting = () => (
  <div className={styles.messages} role="status" aria-label="Chargement de la discussion">
    <Delayed>
      <div className={styles.waiting}>
        {[46, 34, 62, 38, 28].map((w) => (
          <span key={w} className={styles.shape} style={{ width: `${w}%` }}>
            <Skeleton h={w > 60 ? 62 : 40} />
          </span>
        ))}
      </div>
    </Delayed>
  </div>
)

/** Renders a row; the cached element is reused until one of these inputs changes. */
const useDrawRow = (id: string, lit: string | null, onPhoto: OnPhoto): Draw => {
  const { accountId } = useSnapshot(session)
  const genders = useGenders(id)
  return useMemo(
    () =>
      keepElements((row) =>
        row.kind === 'message' ? (
          <MessageRow
            key={row.key}
            row={row}
            genders={genders.get(row.message.senderAccountId)}
            lit={row.message.id === lit}
            onPhoto={onPhoto}
          />
        ) : row.kind === 'held' ? (
          <HeldRow key={row.key} row={row} genders={genders.get(accountId ?? '')} />
        ) : (
          <OutgoingRow
            key={row.key}
            row={row}
            conversationId={id}
            genders={genders.get(accountId ?? '')}
          />
        ),
      ),
    [genders, lit, onPhoto, id, accountId],
  )
}

const OlderStatus = ({ id, older }: { id: string; older: Thread['older'] }) => (
  <>
    {older === 'loading' ? (
      <p className={styles.older} role="status">
        Chargement…
      </p>
    ) : null}
    {older === 'error' ? (
      <p className={styles.older}>
        <Button size="sm" onClick={() => void loadOlder(id)}>
          Messages plus anciens indisponibles · Réessayer
        </Button>
      </p>
    ) : null}
  </>
)
const NewerFailed = ({ id }: { id: string }) => (
  <p className={styles.newer}>
    <Button size="sm" onClick={() => void loadNewer(id)}>
      Messages plus récents indisponibles · Réessayer
    </Button>
  </p>
)

/** Menu or dialog of one message, opened from its row. */
const MessageOverlays = ({
  shown,
  messages,
  onClose,
}: {
  shown: OpenOverlay | null
  messages: Thread['messages']
  onClose: () => void
}) => {
  const chosen = shown ? messages.find((m) => m.id === shown.messageId) : undefined
  return (
    <Suspense fallback={null}>
      {shown?.kind === 'menu' && chosen ? (
        <MessageMenu key={chosen.id} message={chosen} anchor={shown.anchor} onClose={onClose} />
      ) : null}
      {shown?.kind === 'reactions' && chosen ? (
        <ReactionsDialog message={chosen} onClose={onClose} />
      ) : null}
      {shown?.kind === 'read' && chosen && !chosen.deletedAt ? (
        <ReadDialog message={chosen} onClose={onClose} />
      ) : null}
    </Suspense>
  )
}

/** The virtual list of messages, with the event handlers of all its rows. */
export const MessageList = ({ id, thread, onPhoto }: Props) => {
  const { accountId } = useSnapshot(session)
  const rows = useMemo(() => rowsOf(thread, accountId), [thread, accountId])
  const anchor = useScrollAnchor(id, thread, rows)
  const sign = useRef<HTMLSpanElement>(null)
  const { shown, focused, close, handlers } = useMessageActs(id, anchor.scroller, sign)
  const { older, newer } = thread
  // keep the row rendered: it has the focus, or will get it back
  const kept =
    focused === null ? -1 : rows.findIndex((r) => r.kind === 'message' && r.message.id === focused)

  const { lit } = anchor
  const draw = useDrawRow(id, lit, onPhoto)

  if (thread.phase === 'loading' && rows.length === 0) return <Waiting />
  return (
    <div className={styles.messages}>
      <OlderStatus id={id} older={older} />
      {rows.length === 0 ? (
        <p className={styles.empty}>{EMPTY_THREAD_TEXT}</p>
      ) : (
        // arrow keys move from message to message
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={anchor.scroller}
          className={styles.scroller}
          data-thread
          role="list"
          aria-label="Messages"
          tabIndex={0}
          {...handlers}
        >
          <div className={styles.spacer} />
          <AnchoredList
            key={thread.epoch}
            ref={anchor.list}
            rows={rows}
            draw={draw}
            kept={kept}
            onScroll={anchor.onScroll}
          />
        </div>
      )}
      <span ref={sign} className={styles.replySign} aria-hidden="true">
        <IconReply size={20} />
      </span>
      {newer === 'error' ? <NewerFailed id={id} /> : null}
      {(anchor.away || anchor.unseen) && newer !== 'error' ? (
        <div className={styles.jump}>
          <Button
            size="sm"
            variant={anchor.unseen ? 'primary' : 'quiet'}
            icon={<IconDown size={18} />}
            onClick={anchor.toLatest}
          >
            {anchor.unseen ? 'Nouveaux messages' : 'Aller en bas'}
          </Button>
        </div>
      ) : null}
      <MessageOverlays shown={shown} messages={thread.messages} onClose={close} />
    </div>
  )
}
