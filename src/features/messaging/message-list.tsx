import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Gender } from '#contract/common'
import { SCROLL_BOTTOM_PX, SCROLL_TOP_PX } from '#contract/limits'
import { session } from '../../data/session'
import { Button } from '../../ui/button'
import { Delayed } from '../../ui/delayed'
import { IconDown } from '../../ui/icons/nav'
import { Skeleton } from '../../ui/skeleton'
import { loadOlder } from './api'
import { MessageRow, OutgoingRow, type OnPhoto } from './bubble'
import { EMPTY_THREAD_TEXT } from './labels'
import type { Thread } from './model'
import { rowsOf, type RowData } from './rows'
import { messaging } from './store'
import styles from './thread.module.css'

interface Props { id: string; thread: Thread; onPhoto: OnPhoto }
/** A common height of a row, in px: what is not measured yet counts as this. */
const ROW_PX = 56
/** Drawn beyond the edges, in px. */
const BUFFER_PX = 400

const NONE: ReadonlyMap<string, readonly Gender[]> = new Map()
/** Genders of each participant's identities: a couple that writes as both is shown with both signs. */
const useGenders = (id: string): ReadonlyMap<string, readonly Gender[]> => {
  const participants = useSnapshot(messaging).conversations[id]?.participants
  return useMemo(() => (participants ? new Map(participants.map((p) => [p.account_id, p.account.identities.map((i) => i.gender)])) : NONE), [participants])
}

const Waiting = () => (
  <div className={styles.messages} role="status" aria-label="Chargement de la discussion">
    <Delayed><div className={styles.waiting}>{[46, 34, 62, 38, 28].map((w) => <span key={w} className={styles.shape} style={{ width: `${w}%` }}><Skeleton h={w > 60 ? 62 : 40} /></span>)}</div></Delayed>
  </div>
)

/**
 * The messages, drawn only where they are seen. Opens at the bottom and follows it within 64 px; an older page, asked for
 * within 24 px of the top, moves nothing (the list keeps its distance to the end while it is put in: `shift`).
 */
export const MessageList = ({ id, thread, onPhoto }: Props) => {
  const { accountId } = useSnapshot(session)
  const genders = useGenders(id)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const follows = useRef(true)
  const placed = useRef(false)
  const [away, setAway] = useState(false)
  const [unseen, setUnseen] = useState(false)
  const rows = useMemo(() => rowsOf(thread, accountId), [thread, accountId])
  const first = thread.messages[0]?.id
  const before = useRef<{ first: string | undefined; rows: readonly RowData[] }>({ first, rows: [] })
  // older messages came in above: this one render keeps the distance to the end
  const shift = before.current.first !== undefined && first !== before.current.first

  const toEnd = useCallback((): void => {
    const last = rows.length - 1
    if (last >= 0) list.current?.scrollToIndex(last, { align: 'end' })
  }, [rows.length])

  const ready = thread.phase === 'ready'
  useLayoutEffect(() => {
    const known = before.current.rows
    before.current = { first, rows }
    const last = rows.at(-1)
    if (!ready || !last || known.at(-1)?.key === last.key) return
    // the last row went away (a failed message was given up)
    if (placed.current && known.some((r) => r.key === last.key)) return
    if (!placed.current || follows.current || last.own) {
      placed.current = true
      follows.current = true
      toEnd()
      setUnseen(false)
    } else setUnseen(true)
  }, [rows, first, ready, toEnd])

  // a composer that grows below must not push the last line out of sight
  useEffect(() => {
    const node = scroller.current
    if (!node) return undefined
    const observer = new ResizeObserver(() => { if (follows.current) toEnd() })
    observer.observe(node)
    return () => observer.disconnect()
  }, [toEnd])

  // a window so tall that one page does not fill it could never be scrolled to its top
  const { hasMore, older } = thread
  useEffect(() => {
    const node = scroller.current
    if (ready && hasMore && older === 'idle' && node && node.clientHeight > 0 && node.scrollHeight <= node.clientHeight) void loadOlder(id)
  }, [rows, ready, hasMore, older, id])

  const onScroll = (offset: number): void => {
    const node = scroller.current
    if (!node || !placed.current) return
    const left = node.scrollHeight - node.clientHeight - node.scrollTop
    follows.current = left <= SCROLL_BOTTOM_PX
    setAway(left > SCROLL_BOTTOM_PX * 4)
    if (follows.current) setUnseen(false)
    if (offset <= SCROLL_TOP_PX && hasMore && older === 'idle') void loadOlder(id)
  }

  if (thread.phase === 'loading' && rows.length === 0) return <Waiting />
  return (
    <div className={styles.messages}>
      {older === 'loading' ? <p className={styles.older} role="status">Chargement...</p> : null}
      {older === 'error' ? <p className={styles.older}><Button size="sm" onClick={() => void loadOlder(id)}>Messages plus anciens indisponibles · Réessayer</Button></p> : null}
      {rows.length === 0 ? (
        <p className={styles.empty}>{EMPTY_THREAD_TEXT}</p>
      ) : (
        // the arrows of the keyboard scroll it
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div ref={scroller} className={styles.scroller} data-thread role="list" aria-label="Messages" tabIndex={0}>
          <div className={styles.spacer} />
          <Virtualizer ref={list} scrollRef={scroller} shift={shift} data={rows} itemSize={ROW_PX} onScroll={onScroll} bufferSize={BUFFER_PX}>
            {(row) => (row.kind === 'message'
              ? <MessageRow key={row.key} row={row} genders={genders.get(row.message.senderAccountId)} onPhoto={onPhoto} />
              : <OutgoingRow key={row.key} row={row} conversationId={id} genders={genders.get(accountId ?? '')} />)}
          </Virtualizer>
        </div>
      )}
      {away || unseen ? (
        <div className={styles.jump}>
          <Button size="sm" variant={unseen ? 'primary' : 'quiet'} icon={<IconDown size={18} />} onClick={() => { follows.current = true; setUnseen(false); toEnd() }}>{unseen ? 'Nouveaux messages' : 'Aller en bas'}</Button>
        </div>
      ) : null}
    </div>
  )
}
