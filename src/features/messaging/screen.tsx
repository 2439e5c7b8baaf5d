import { startTransition, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { OVERLAY_CLOSE_MS } from '#contract/limits'
import { waitForFirstPaint, isPainted, whenIdle } from '../../data/start/phases'
import { offlineContent } from '../../data/hub/from-device'
import { hub, tabId } from '../../data/hub/hub'
import { lazyPart } from '../../data/start/lazy-part'
import { cx } from '../../lib/cx'
import { useMediaQuery } from '../../ui/layout/use-media-query'
import { openThread } from './state/api'
import { ConversationList } from './list/list'
import styles from './messaging.module.css'
import { messaging, threadOf } from './state/store'
import { conversationInUrl, ThreadView } from './thread/thread-loader'

const NothingChosen = lazyPart(() => import('./list/no-conversation').then((m) => m.NothingChosen))

// the list paints first; opening a conversation from it then waits for no chunk
if (!conversationInUrl()) whenIdle(() => void ThreadView.load().catch(() => undefined))
else void ThreadView.load().catch(() => undefined)

/** Marks a conversation as open, and loads it, while it is on the screen. */
const useOpen = (id: string | null): void => {
  useEffect(() => {
    messaging.openId = id
    if (!id) return undefined
    void hub().watchConversation(tabId, id)
    // the device's copy is already rendered: let it paint before catching up
    let left = false
    const open = (): void => {
      if (!left) void openThread(id)
    }
    if (offlineContent.shown && threadOf(id).phase === 'ready') void waitForFirstPaint().then(open)
    else open()
    return () => {
      left = true
      messaging.openId = null
      void hub().watchConversation(tabId, null)
    }
  }, [id])
}

/**
 * Whether to render the list. A page that starts on a conversation renders that first and the list,
 * beside or beneath it, in the next frame.
 */
const useListDue = (id: string | null): boolean => {
  const [due, setDue] = useState(() => id === null || isPainted())
  useEffect(() => {
    let left = false
    if (!due)
      void waitForFirstPaint().then(() => {
        if (!left) startTransition(() => setDue(true))
      })
    return () => {
      left = true
    }
  }, [due])
  return due || id === null
}

/**
 * /conversations and /conversations/{id}: side by side from 900 px, where both have room; below that,
 * the conversation slides over the list.
 */
export const ConversationsScreen = ({ id }: { id: string | null }) => {
  const isSplit = useMediaQuery('(width >= 900px) and (height > 500px), (width >= 960px)')
  const [, navigate] = useLocation()
  /** Over the list, the conversation stays mounted while it slides out. */
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  const closing = id === null && shown !== null
  const list = useRef<HTMLDivElement>(null)
  const listDue = useListDue(id)
  /** The conversation was there before it covered the list: no slide-in animation. */
  const [skipsSlide, setSkipsSlide] = useState(() => id !== null && !isPainted())
  if (closing && skipsSlide) setSkipsSlide(false)
  if (isSplit && id !== null && !skipsSlide) setSkipsSlide(true)
  useOpen(id)
  useEffect(() => {
    if (!closing) return undefined
    // return the focus to the row that opened the conversation
    if (!isSplit)
      list.current
        ?.querySelector<HTMLElement>(`a[href="/conversations/${shown}"]`)
        ?.focus({ preventScroll: true })
    const timer = setTimeout(() => setShown(null), OVERLAY_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [closing, isSplit, shown])
  const open = isSplit ? id : shown
  // over the list, the tap slides an empty panel in: the conversation is drawn in the tasks after it
  const deferred = useDeferredValue(open)
  const drawn = isSplit || deferred === open
  // one tree for both widths: a tablet that is turned keeps the viewer, the editor and what is typed
  return (
    <div ref={list} className={cx(styles.root, isSplit && styles.split)}>
      <div
        className={isSplit ? styles.beside : styles.under}
        inert={!isSplit && id !== null && drawn}
      >
        {listDue ? <ConversationList active={id} /> : <div />}
      </div>
      {open ? (
        <div
          className={
            isSplit
              ? styles.beside
              : cx(styles.overlay, skipsSlide && styles.skipsSlide, closing && styles.leaving)
          }
          data-overlay={isSplit ? undefined : ''}
          inert={!isSplit && closing}
        >
          <Suspense fallback={<div />}>
            {drawn ? (
              <ThreadView
                key={open}
                id={open}
                onBack={isSplit ? undefined : () => navigate('/conversations')}
              />
            ) : (
              <div />
            )}
          </Suspense>
        </div>
      ) : isSplit ? (
        <Suspense fallback={<div />}>
          <NothingChosen />
        </Suspense>
      ) : null}
    </div>
  )
}
