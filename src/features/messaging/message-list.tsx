import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Attachment } from '#contract/media'
import { SCROLL_BOTTOM_PX, SCROLL_TOP_PX } from '#contract/limits'
import { session } from '../../data/session'
import { Button } from '../../ui/button'
import { Delayed } from '../../ui/delayed'
import { IconDown } from '../../ui/icons/nav'
import { Skeleton } from '../../ui/skeleton'
import { loadOlder } from './api'
import { MessageRow, OutgoingRow } from './bubble'
import { EMPTY_THREAD_TEXT } from './labels'
import styles from './messaging.module.css'
import type { Thread } from './model'
import { rowsOf } from './rows'

interface Props { id: string; thread: Thread; onPhoto: (photos: readonly Attachment[], index: number) => void }

/**
 * The messages, drawn only where they are seen. Opens at the bottom and follows it within 64 px; an older page, asked for
 * within 24 px of the top, moves nothing (the list keeps its distance to the end while it is put in: `shift`).
 */
export const MessageList = ({ id, thread, onPhoto }: Props) => {
  const { accountId } = useSnapshot(session)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const follows = useRef(true)
  const placed = useRef(false)
  const [away, setAway] = useState(false)
  const [unseen, setUnseen] = useState(false)
  const rows = useMemo(() => rowsOf(thread, accountId), [thread, accountId])
  const first = thread.messages[0]?.id
  const before = useRef(first)
  // older messages came in above: this one render keeps the distance to the end
  const shift = before.current !== undefined && first !== before.current
  useLayoutEffect(() => { before.current = first }, [first])

  const toEnd = useCallback((): void => {
    const last = rows.length - 1
    if (last >= 0) list.current?.scrollToIndex(last, { align: 'end' })
  }, [rows.length])

  const lastKey = rows.at(-1)?.key
  const lastOwn = rows.at(-1)?.own === true
  useLayoutEffect(() => {
    if (thread.phase !== 'ready' || rows.length === 0) return
    if (!placed.current || follows.current || lastOwn) {
      placed.current = true
      follows.current = true
      toEnd()
      setUnseen(false)
    } else setUnseen(true)
    // a new last row, and the first time only
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lastKey, thread.phase])

  // what grows below (a picture's place is reserved, a composer is not) must not push the last line out of sight
  useEffect(() => {
    const node = scroller.current
    if (!node) return undefined
    const observer = new ResizeObserver(() => { if (follows.current) toEnd() })
    observer.observe(node)
    return () => observer.disconnect()
  }, [toEnd])

  const onScroll = (offset: number): void => {
    const node = scroller.current
    if (!node || !placed.current) return
    const left = node.scrollHeight - node.clientHeight - node.scrollTop
    follows.current = left <= SCROLL_BOTTOM_PX
    setAway(left > SCROLL_BOTTOM_PX * 4)
    if (follows.current) setUnseen(false)
    if (offset <= SCROLL_TOP_PX && thread.hasMore && thread.older === 'idle') void loadOlder(id)
  }

  if (thread.phase === 'loading' && rows.length === 0)
    return <div className={styles.messages} role="status" aria-label="Chargement de la discussion"><Delayed><div className={styles.waiting}><Skeleton w="46%" h={44} round /><Skeleton w="62%" h={64} round /><Skeleton w="38%" h={44} round /></div></Delayed></div>
  return (
    <div className={styles.messages}>
      {thread.older === 'loading' ? <p className={styles.older} role="status">Chargement...</p> : null}
      {thread.older === 'error' ? <p className={styles.older}><Button size="sm" onClick={() => void loadOlder(id)}>Messages plus anciens indisponibles · Réessayer</Button></p> : null}
      <div ref={scroller} className={styles.scroller} data-thread role="list" aria-label="Messages" tabIndex={0}>
        <div className={styles.spacer} />
        {rows.length === 0 ? <p className={styles.empty}>{EMPTY_THREAD_TEXT}</p> : null}
        <Virtualizer ref={list} scrollRef={scroller} shift={shift} data={rows as never[]} onScroll={onScroll} bufferSize={400}>
          {(row: (typeof rows)[number]) => (row.kind === 'message' ? <MessageRow key={row.key} row={row} onPhoto={onPhoto} /> : <OutgoingRow key={row.key} row={row} conversationId={id} />)}
        </Virtualizer>
      </div>
      {away || unseen ? (
        <div className={styles.jump}>
          <Button size="sm" variant={unseen ? 'primary' : 'quiet'} icon={<IconDown />} onClick={() => { follows.current = true; toEnd() }}>{unseen ? 'Nouveaux messages' : 'Aller en bas'}</Button>
        </div>
      ) : null}
    </div>
  )
}
