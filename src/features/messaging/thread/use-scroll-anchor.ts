import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { SCROLL_BOTTOM_PX, SCROLL_TOP_PX } from '#contract/limits'
import { loadNewer, loadOlder, showLatest, sync } from '../state/api'
import { endJump } from './jump'
import type { Thread } from '../state/model'
import type { AnchoredListHandle } from './anchored-list'
import type { RowData } from './rows'
import { scrollToMessage } from './scroll-to-message'
import { messaging } from '../state/store'

const LIT_MS = 2_000
/** Scrolling within this long after wheel, touch or key input counts as the member's, ms. */
const GESTURE_MS = 300
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
/** Loads the next newer page within this distance of the window's end, in px. */
const NEWER_PX = 400

interface Rendered {
  readonly first: string | undefined
  readonly rows: readonly RowData[]
  readonly epoch: number
  readonly hasNewer: boolean
  readonly dividerId: string | null
}
const idOf = (row: RowData): string => (row.kind === 'message' ? row.message.id : row.key)

export interface ScrollAnchor {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly list: RefObject<AnchoredListHandle | null>
  readonly away: boolean
  readonly unseen: boolean
  /** The highlighted message, for 2 s. */
  readonly lit: string | null
  onScroll(): void
  toLatest(): void
}

/**
 * Scroll anchoring of a thread. Opens at «Nouveaux messages», else at the bottom, and stays at the
 * bottom within 64 px of it. Prepending an older page (loaded within 24 px of the top) moves
 * nothing. A message to jump to is centred and highlighted.
 */
export const useScrollAnchor = (
  id: string,
  thread: Thread,
  rows: readonly RowData[],
): ScrollAnchor => {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<AnchoredListHandle>(null)
  const follows = useRef(true)
  const lastTop = useRef(0)
  const lastHeight = useRef(0)
  const gestureAt = useRef(-Infinity)
  /** Epoch of the window that has been positioned; null before the first one. */
  const positionedEpoch = useRef<number | null>(null)
  const scrollingTo = useRef<(() => void) | null>(null)
  const [away, setAway] = useState(false)
  const [unseen, setUnseen] = useState(false)
  const [lit, setLit] = useState<string | null>(null)
  const { jump } = useSnapshot(messaging)
  const { epoch, hasMore, hasNewer, older, newer, dividerId } = thread
  const first = thread.messages[0]?.id
  const ready = thread.phase === 'ready'
  const before = useRef<Rendered>({ first, rows: [], epoch, hasNewer, dividerId })

  const toEnd = (): void => {
    scrollingTo.current?.()
    follows.current = true
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }
  const scrollTo = (
    messageId: string,
    align: 'start' | 'center',
    done?: (row: HTMLElement) => void,
  ): void => {
    scrollingTo.current?.()
    follows.current = false
    const node = scroller.current
    if (!node) return
    const offset = (): number | null => {
      const index = before.current.rows.findIndex((r) => idOf(r) === messageId)
      return index < 0 ? null : (list.current?.offset(index) ?? null)
    }
    const stop = scrollToMessage(node, messageId, align, offset, (row) => {
      scrollingTo.current = null
      onScroll()
      if (row) done?.(row)
    })
    scrollingTo.current = () => {
      stop()
      scrollingTo.current = null
    }
  }
  useEffect(() => () => scrollingTo.current?.(), [])

  useLayoutEffect(() => {
    const known = before.current
    before.current = { first, rows, epoch, hasNewer, dividerId }
    const last = rows.at(-1)
    if (!ready || !last) return
    const wanted =
      messaging.jump?.id === id && rows.some((r) => idOf(r) === messaging.jump?.messageId)
    const divided = dividerId !== null && rows.some((r) => idOf(r) === dividerId)
    if (positionedEpoch.current !== epoch) {
      const opening = positionedEpoch.current === null
      positionedEpoch.current = epoch
      if (wanted) follows.current = false
      else if (opening && divided) scrollTo(dividerId, 'start')
      else toEnd()
      return
    }
    // the sync after opening from memory brought unread messages
    if (known.dividerId === null && divided && follows.current) return scrollTo(dividerId, 'start')
    if (known.rows.at(-1)?.key === last.key) return
    // the last row was removed (a discarded message), or a newer page of the past was appended
    if (known.rows.some((r) => r.key === last.key) || known.hasNewer) return
    if (follows.current || last.own) {
      toEnd()
      setUnseen(false)
    } else setUnseen(true)
    // oxlint-disable-next-line react/exhaustive-deps -- looks at what was drawn, not at the functions of this render
  }, [rows, first, ready, epoch, hasNewer, dividerId, id])

  useLayoutEffect(() => {
    if (!ready || jump?.id !== id || !rows.some((r) => idOf(r) === jump.messageId)) return
    const { messageId, focus } = jump
    endJump(messageId)
    setLit(messageId)
    // do not take the focus from a member who is typing
    scrollTo(messageId, 'center', (row) => {
      if (focus && !document.activeElement?.matches('input, textarea'))
        row.focus({ preventScroll: true })
    })
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [jump, rows, ready, id])
  useEffect(() => {
    if (!lit) return undefined
    const timer = setTimeout(() => setLit(null), LIT_MS)
    return () => clearTimeout(timer)
  }, [lit])

  // stay at the bottom when the composer grows or rows are higher than estimated
  const some = rows.length > 0
  useEffect(() => {
    const node = scroller.current
    if (!some || !node) return undefined
    const observer = new ResizeObserver(() => {
      if (!follows.current || scrollingTo.current) return
      node.scrollTop = node.scrollHeight
      lastTop.current = node.scrollTop
      lastHeight.current = node.scrollHeight
    })
    observer.observe(node)
    if (node.lastElementChild) observer.observe(node.lastElementChild)
    const gesture = (): void => {
      gestureAt.current = performance.now()
    }
    for (const kind of GESTURES) node.addEventListener(kind, gesture, { passive: true })
    return () => {
      observer.disconnect()
      for (const kind of GESTURES) node.removeEventListener(kind, gesture)
    }
  }, [some, epoch])

  // a window so tall that a page does not fill it could never be scrolled to an edge
  useEffect(() => {
    const node = scroller.current
    if (!ready || !node || node.clientHeight === 0 || node.scrollHeight > node.clientHeight) return
    if (hasMore && older === 'idle') void loadOlder(id)
    else if (hasNewer && newer === 'idle') void loadNewer(id)
  }, [rows, ready, hasMore, older, hasNewer, newer, id])

  const toLatest = (): void => {
    setUnseen(false)
    // a message sent meanwhile may be in neither the page nor the window
    if (hasNewer)
      void showLatest(id).then(
        () => sync(id, true),
        () => undefined,
      )
    else toEnd()
  }
  // an own new message scrolls to the end, wherever the thread was
  const lastOutgoing = thread.outgoing.at(-1)?.clientMsgId
  const sentBefore = useRef(lastOutgoing)
  useEffect(() => {
    if (lastOutgoing && lastOutgoing !== sentBefore.current && hasNewer) toLatest()
    sentBefore.current = lastOutgoing
    // oxlint-disable-next-line react/exhaustive-deps -- only a new message counts
  }, [lastOutgoing])

  const onScroll = (): void => {
    const node = scroller.current
    if (!node || positionedEpoch.current === null || scrollingTo.current) return
    const left = node.scrollHeight - node.clientHeight - node.scrollTop
    // only scrolling up by the member leaves the bottom, not content growing below nor measured
    // heights that shift the position (a dragged scroll bar, find-in-page and screen readers scroll
    // without a gesture, but further)
    const grown = Math.abs(node.scrollHeight - lastHeight.current)
    const withoutGesture =
      grown > 0 &&
      lastTop.current - node.scrollTop <= grown + 1 &&
      performance.now() - gestureAt.current > GESTURE_MS
    if (left <= SCROLL_BOTTOM_PX && !hasNewer) follows.current = true
    else if (hasNewer || (node.scrollTop < lastTop.current && !withoutGesture))
      follows.current = false
    else if (follows.current && withoutGesture) node.scrollTop = node.scrollHeight
    lastTop.current = node.scrollTop
    lastHeight.current = node.scrollHeight
    setAway(!follows.current && left > SCROLL_BOTTOM_PX * 4)
    if (follows.current) setUnseen(false)
    if (node.scrollTop <= SCROLL_TOP_PX && hasMore && older === 'idle') void loadOlder(id)
    if (left <= NEWER_PX && hasNewer && newer === 'idle') void loadNewer(id)
  }
  return { scroller, list, away: away || hasNewer, unseen, lit, onScroll, toLatest }
}
