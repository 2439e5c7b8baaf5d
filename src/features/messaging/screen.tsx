import { startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { OVERLAY_CLOSE_MS } from '#contract/limits'
import { firstPaint, isPainted, whenIdle } from '../../data/start/phases'
import { fromDevice } from '../../data/hub/from-device'
import { hub, tabId } from '../../data/hub/hub'
import { session } from '../../data/session/session'
import { cx } from '../../lib/cx'
import { useDesktop } from '../../ui/layout/use-media-query'
import { openThread } from './state/api'
import { SIGNED_OUT } from './state/labels'
import { ConversationList } from './list/list'
import styles from './messaging.module.css'
import { NothingChosen } from './list/nothing-chosen'
import { messaging, thread } from './state/store'
import { addressed, ThreadView } from './thread/thread-loader'

// after the list is painted, so that opening a conversation waits for nothing
if (!addressed()) whenIdle(() => void ThreadView.load().catch(() => undefined))
else void ThreadView.load().catch(() => undefined)

/** Reads a conversation for as long as it is on the screen. */
const useOpen = (id: string | null, signedIn: boolean): void => {
  useEffect(() => {
    messaging.openId = signedIn ? id : null
    if (!id || !signedIn) return undefined
    void hub().watchConversation(tabId, id)
    // what the device has kept stands there already: it is painted before it is caught up with
    let left = false
    const open = (): void => {
      if (!left) void openThread(id)
    }
    if (fromDevice.shown && thread(id).phase === 'ready') void firstPaint().then(open)
    else open()
    return () => {
      left = true
      messaging.openId = null
      void hub().watchConversation(tabId, null)
    }
  }, [id, signedIn])
}

/** Whether the list is drawn yet: a page that begins with a conversation paints that first, and the list beside or beneath it in the next frame. */
const useListDue = (id: string | null): boolean => {
  const [due, setDue] = useState(() => id === null || isPainted())
  useEffect(() => {
    let left = false
    if (!due)
      void firstPaint().then(() => {
        if (!left) startTransition(() => setDue(true))
      })
    return () => {
      left = true
    }
  }, [due])
  return due || id === null
}

/** /conversations and /conversations/{id}: side by side from 768 px; below, the conversation slides over the list. */
export const ConversationsScreen = ({ id }: { id: string | null }) => {
  const desktop = useDesktop()
  const signedIn = useSnapshot(session).phase === 'signed-in'
  const [, navigate] = useLocation()
  /** On a phone the conversation stays while it slides away. */
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  const closing = id === null && shown !== null
  const list = useRef<HTMLDivElement>(null)
  const listDue = useListDue(id)
  /** The page began with a conversation: it stands there, and does not slide in. */
  const [standing, setStanding] = useState(() => id !== null && !isPainted())
  if (closing && standing) setStanding(false)
  useOpen(id, signedIn)
  useEffect(() => {
    if (!closing) return undefined
    // back to where one came from, for the keyboard and the screen reader
    if (!desktop)
      list.current
        ?.querySelector<HTMLElement>(`a[href="/conversations/${shown}"]`)
        ?.focus({ preventScroll: true })
    const timer = setTimeout(() => setShown(null), OVERLAY_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [closing, desktop, shown])
  if (!signedIn) return <p className={styles.nothing}>{SIGNED_OUT}</p>
  if (desktop)
    return (
      <div className={cx(styles.root, styles.split)}>
        {listDue ? <ConversationList active={id} /> : <div />}
        {id ? (
          <Suspense fallback={<div />}>
            <ThreadView key={id} id={id} />
          </Suspense>
        ) : (
          <NothingChosen />
        )}
      </div>
    )
  return (
    <div ref={list} className={styles.root}>
      <div className={styles.under} data-beneath="" inert={id !== null}>
        {listDue ? <ConversationList active={id} /> : null}
      </div>
      {shown ? (
        <div
          className={cx(styles.overlay, standing && styles.standing, closing && styles.leaving)}
          data-overlay
          inert={closing}
        >
          <Suspense fallback={null}>
            <ThreadView key={shown} id={shown} onBack={() => navigate('/conversations')} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
