import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { SCROLL_BOTTOM_PX, SCROLL_TOP_PX } from '#contract/limits'
import { loadLatest, syncThread, loadNewer, loadOlder } from '../state/api'
import { endJump } from './jump'
import type { Thread } from '../state/model'
import type { AnchoredListHandle } from './anchored-list'
import type { RowData } from './rows'
import { scrollToMessage } from './scroll-to-message'
import { messaging } from '../state/store'
import { useFollowEnd } from './use-follow-end'

const LIT_MS = 2_000
/** Loads the next newer page within this distance of the window's end, in px. */
const NEWER_PX = 400

interface Rendered {
  readonly rows: readonly RowData[]
  readonly hasNewer: boolean
  readonly dividerId: string | null
}
const idOf = (row: RowData): string => (row.kind === 'message' ? row.message.id : row.key)

interface ScrollAnchor {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly list: RefObject<AnchoredListHandle | null>
  readonly away: boolean
  readonly unseen: boolean
  /** The highlighted message, for 2 s. */
  readonly lit: string | null
  onScroll(): void
  toLatest(): void
}

/** The highlighted message; null again after 2 s. */
const useHighlight = () => {
  const [lit, setLit] = useState<string | null>(null)
  useEffect(() => {
    if (!lit) return undefined
    const timer = setTimeout(() => setLit(null), LIT_MS)
    return () => clearTimeout(timer)
  }, [lit])
  return [lit, setLit] as const
}

/** Calls `onSent` for each new outgoing message. */
const useOnSent = (thread: Thread, onSent: () => void): void => {
  const last = thread.outgoing.at(-1)?.clientMsgId
  const before = useRef(last)
  useEffect(() => {
    if (last && last !== before.current) onSent()
    before.current = last
    // oxlint-disable-next-line react/exhaustive-deps -- only a new message counts
  }, [last])
}

/** Loads further pages while the messages do not fill the viewport: it could not be scrolled. */
const useFillViewport = (
  scroller: RefObject<HTMLDivElement | null>,
  id: string,
  { phase, hasMore, older, hasNewer, newer }: Thread,
  rows: readonly RowData[],
): void => {
  const ready = phase === 'ready'
  useEffect(() => {
    const node = scroller.current
    if (!ready || !node || node.clientHeight === 0 || node.scrollHeight > node.clientHeight) return
    if (hasMore && older === 'idle') void loadOlder(id)
    else if (hasNewer && newer === 'idle') void loadNewer(id)
  }, [scroller, rows, ready, hasMore, older, hasNewer, newer, id])
}

type ScrollTo = (
  messageId: string,
  align: 'start' | 'center',
  done?: (row: HTMLElement) => void,
) => void
/** Scrolls to a message; one scroll at a time, stopped on unmount. */
const useScrollTo = (
  scroller: RefObject<HTMLDivElement | null>,
  offsetOf: (messageId: string) => number | null,
  onStart: () => void,
  onEnd: () => void,
) => {
  /** Stops the running scroll; null: none. */
  const running = useRef<(() => void) | null>(null)
  const scrollTo: ScrollTo = (messageId, align, done) => {
    running.current?.()
    onStart()
    const node = scroller.current
    if (!node) return
    const offset = (): number | null => offsetOf(messageId)
    const stop = scrollToMessage(node, messageId, align, offset, (row) => {
      running.current = null
      onEnd()
      if (row) done?.(row)
    })
    running.current = () => {
      stop()
      running.current = null
    }
  }
  useEffect(() => () => running.current?.(), [])
  return { scrollTo, running }
}

/** Centres and highlights the message of the current jump once its row exists. */
const useJump = (
  id: string,
  { phase }: Thread,
  rows: readonly RowData[],
  scrollTo: ScrollTo,
  highlight: (messageId: string) => void,
): void => {
  const { jump } = useSnapshot(messaging)
  const ready = phase === 'ready'
  useLayoutEffect(() => {
    if (!ready || jump?.id !== id || !rows.some((r) => idOf(r) === jump.messageId)) return
    const { messageId, focus } = jump
    endJump(messageId)
    highlight(messageId)
    // do not take the focus from a member who is typing
    scrollTo(messageId, 'center', (row) => {
      if (focus && !document.activeElement?.matches('input, textarea'))
        row.focus({ preventScroll: true })
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the functions of the latest render are used
  }, [jump, rows, ready, id])
}

/** Decides how the scroll position follows a change of the rendered rows. */
const actionFor = (
  known: Rendered,
  now: Rendered,
  state: { opening: boolean; newWindow: boolean; follows: boolean; jumping: boolean },
): 'to-end' | 'to-divider' | 'leave-end' | 'mark-unseen' | 'none' => {
  const last = now.rows.at(-1)
  const divided = now.dividerId !== null && now.rows.some((r) => idOf(r) === now.dividerId)
  if (state.newWindow) {
    if (state.jumping) return 'leave-end'
    return state.opening && divided ? 'to-divider' : 'to-end'
  }
  // the sync after opening from memory brought unread messages
  if (known.dividerId === null && divided && state.follows) return 'to-divider'
  // the same end; or the last row was removed (a discarded message); or a newer page of the past
  // was appended
  if (!last || known.rows.some((r) => r.key === last.key) || known.hasNewer) return 'none'
  return state.follows || last.own ? 'to-end' : 'mark-unseen'
}

/** From a window inside the past to the end; also catches what was sent meanwhile. */
const loadEnd = (id: string): void =>
  void loadLatest(id).then(
    () => syncThread(id, true),
    () => undefined,
  )

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
  const [away, setAway] = useState(false)
  const [unseen, setUnseen] = useState(false)
  const [lit, setLit] = useHighlight()
  const { epoch, hasMore, hasNewer, older, newer, dividerId } = thread
  const ready = thread.phase === 'ready'
  /** Epoch of the window that has been positioned; null before the first one. */
  const positionedEpoch = useRef<number | null>(null)
  const rendered = useRef<Rendered>({ rows: [], hasNewer, dividerId })

  const offsetOf = (messageId: string): number | null => {
    const index = rendered.current.rows.findIndex((r) => idOf(r) === messageId)
    return index < 0 ? null : (list.current?.offset(index) ?? null)
  }
  const { scrollTo, running } = useScrollTo(
    scroller,
    offsetOf,
    () => {
      follows.current = false
    },
    () => onScroll(),
  )
  const { follows, track } = useFollowEnd(scroller, running, rows.length > 0, epoch)
  const toEnd = (): void => {
    running.current?.()
    follows.current = true
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }

  useLayoutEffect(() => {
    const known = rendered.current
    rendered.current = { rows, hasNewer, dividerId }
    if (!ready || rows.length === 0) return
    const action = actionFor(known, rendered.current, {
      opening: positionedEpoch.current === null,
      newWindow: positionedEpoch.current !== epoch,
      follows: follows.current,
      jumping: messaging.jump?.id === id && rows.some((r) => idOf(r) === messaging.jump?.messageId),
    })
    positionedEpoch.current = epoch
    if (action === 'leave-end') follows.current = false
    if (action === 'to-divider' && dividerId) scrollTo(dividerId, 'start')
    if (action === 'to-end') {
      toEnd()
      setUnseen(false)
    }
    if (action === 'mark-unseen') setUnseen(true)
    // oxlint-disable-next-line react/exhaustive-deps -- the functions of the latest render are used
  }, [rows, ready, epoch, hasNewer, dividerId, id])

  useJump(id, thread, rows, scrollTo, setLit)
  useFillViewport(scroller, id, thread, rows)

  const toLatest = (): void => {
    setUnseen(false)
    if (hasNewer) loadEnd(id)
    else toEnd()
  }
  useOnSent(thread, () => {
    if (hasNewer) toLatest()
  })

  const onScroll = (): void => {
    const node = scroller.current
    if (!node || positionedEpoch.current === null || running.current) return
    const left = node.scrollHeight - node.clientHeight - node.scrollTop
    track(node, hasNewer)
    setAway(!follows.current && left > SCROLL_BOTTOM_PX * 4)
    if (follows.current) setUnseen(false)
    if (node.scrollTop <= SCROLL_TOP_PX && hasMore && older === 'idle') void loadOlder(id)
    if (left <= NEWER_PX && hasNewer && newer === 'idle') void loadNewer(id)
  }
  return { scroller, list, away: away || hasNewer, unseen, lit, onScroll, toLatest }
}
