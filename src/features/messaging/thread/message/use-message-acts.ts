import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import type { Message } from '#contract/messaging/messages'
import { LONG_PRESS_MOVE_PX, LONG_PRESS_MS } from '#contract/limits'
import type { Anchor } from '../../../../ui/layout/anchor'
import { useLongPress } from '../../../../ui/gesture/use-long-press'
import { jumpTo } from '../jump'
import { setQuote } from '../../composer/quoting'
import { threadOf } from '../../state/store'
import { useSwipeReply, type SwipeHandlers } from './use-swipe-reply'

export type OpenOverlay =
  | { readonly kind: 'menu'; readonly messageId: string; readonly anchor: Anchor }
  | { readonly kind: 'reactions' | 'read'; readonly messageId: string }

const messageOf = (id: string, messageId: string | undefined): Message | undefined =>
  threadOf(id).messages.find((m) => m.id === messageId)
const hasMenu = (m: Message | undefined): m is Message =>
  m !== undefined && m.senderAccountId !== 'system' && m.deletedAt === null
const idAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-message]')?.dataset['message']
    : undefined
const bubbleOf = (node: Element | null | undefined): Element | null =>
  node?.querySelector('[data-bubble]') ?? null
const warm = (): void => void import('./message-menu').catch(() => undefined)

/** Keyboard of the list: arrow keys move from message to message, Escape back to the list. */
const handleKey = (
  event: KeyboardEvent,
  scroller: HTMLElement | null,
  openMenu: (row: HTMLElement, byMenuKey: boolean) => void,
): void => {
  const rowsNow = (): HTMLElement[] => [
    ...(scroller?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
  ]
  const go = (row: HTMLElement | undefined): void => {
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const { target, key } = event
  if (!(target instanceof HTMLElement)) return
  const row = target.closest<HTMLElement>('[data-row]')
  if (
    row &&
    (key === 'ContextMenu' ||
      (key === 'F10' && event.shiftKey) ||
      (target === row && (key === 'Enter' || key === ' ')))
  ) {
    event.preventDefault()
    return openMenu(row, key !== 'Enter' && key !== ' ')
  }
  if (!scroller || (target !== scroller && target !== row)) return
  if (key === 'Escape' && row) {
    event.preventDefault()
    return scroller?.focus({ preventScroll: true })
  }
  if (
    (key !== 'ArrowUp' && key !== 'ArrowDown') ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey
  )
    return
  event.preventDefault()
  const rows = rowsNow()
  if (row) return go(rows[rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1)])
  // from the list itself to the last visible message
  const end = scroller.getBoundingClientRect().bottom
  go(rows.findLast((r) => r.getBoundingClientRect().top < end - 8))
}

type LongPress = ReturnType<typeof useLongPress>
/** Pointer events of the list, for the long press and the swipe at the same time. */
const pointerHandlers = (long: LongPress, swipe: SwipeHandlers, onDown: () => void) => ({
  onPointerDown: (event: PointerEvent): void => {
    onDown()
    long.onPointerDown(event)
    swipe.onPointerDown(event)
  },
  onPointerMove: (event: PointerEvent): void => {
    long.onPointerMove(event)
    swipe.onPointerMove(event)
  },
  onPointerUp: (): void => {
    long.onPointerUp()
    swipe.onPointerUp()
  },
  onPointerCancel: (): void => {
    long.onPointerCancel()
    swipe.onPointerCancel()
  },
})

/**
 * Actions on single messages, delegated to the list: long press (600 ms), right click, hover
 * button, keyboard (arrow keys move, Enter or the menu key opens the menu), swipe to reply.
 */
export const useMessageActs = (
  id: string,
  scroller: RefObject<HTMLElement | null>,
  sign: RefObject<HTMLElement | null>,
) => {
  const [shown, setShown] = useState<OpenOverlay | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const byKey = useRef(-Infinity)
  const open = (messageId: string | undefined, anchor: Anchor | null): boolean => {
    if (!messageId || !anchor || !hasMenu(messageOf(id, messageId))) return false
    setShown({ kind: 'menu', messageId, anchor })
    return true
  }
  const menuOf = shown?.kind === 'menu' ? shown.messageId : null
  useEffect(() => {
    const row = menuOf && scroller.current?.querySelector(`[data-row="${menuOf}"]`)
    if (!row) return undefined
    row.toggleAttribute('data-lifted', true)
    return () => void row.toggleAttribute('data-lifted', false)
  }, [menuOf, scroller])
  const long = useLongPress(
    (point) => {
      const node = document.elementFromPoint(point.x, point.y)?.closest('[data-message]')
      if (open(idAt(node ?? null), bubbleOf(node))) navigator.vibrate?.(10)
    },
    { ms: LONG_PRESS_MS, slop: LONG_PRESS_MOVE_PX },
  )
  const swipe = useSwipeReply(
    () => sign.current,
    (messageId) => hasMenu(messageOf(id, messageId)),
    (messageId) => {
      const m = messageOf(id, messageId)
      if (m) setQuote(id, m)
    },
  )

  const onKeyDown = (event: KeyboardEvent): void =>
    handleKey(event, scroller.current, (row, byMenuKey) => {
      if (byMenuKey) byKey.current = performance.now()
      open(row.dataset['row'], bubbleOf(row))
    })
  const onContextMenu = (event: MouseEvent): void => {
    long.onContextMenu(event)
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    // the key that has just opened the menu also triggers this event
    if (performance.now() - byKey.current < 1_000) return event.preventDefault()
    // links and selected text keep the browser's context menu
    if (event.target.closest('a') || !(getSelection()?.isCollapsed ?? true)) return
    if (open(idAt(event.target), { x: event.clientX, y: event.clientY })) event.preventDefault()
  }
  const onClick = (event: MouseEvent): void => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-act]') : null
    const messageId = idAt(button)
    if (!button || !messageId) return
    if (button.dataset['act'] === 'menu') open(messageId, button)
    else if (button.dataset['act'] === 'reactions' || button.dataset['act'] === 'read')
      setShown({ kind: button.dataset['act'], messageId })
    else if (button.dataset['quoted']) jumpTo(id, button.dataset['quoted']).catch(() => undefined)
  }
  return {
    shown,
    focused,
    close: () => setShown(null),
    handlers: {
      ...long,
      ...pointerHandlers(long, swipe, () => {
        warm()
        byKey.current = -Infinity
      }),
      onContextMenu,
      onClick,
      onKeyDown,
      onFocus: (event: FocusEvent) => {
        warm()
        setFocused(event.target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null)
      },
    },
  }
}
