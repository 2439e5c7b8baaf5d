import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { arrowTarget, GRID_GAP_PX } from '../state/model'
import { scrollerOf, type GridWindow } from './use-grid-window'

const MARGIN_PX = 80

interface Options {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly shape: GridWindow
  readonly measure: () => void
  readonly count: number
  /** A photo that keys carry is the current one. */
  readonly carriedAt: number | null
  /** Handles a key first; returns the index it leads to. */
  readonly onKey: (key: string) => number | null
}

/** Scrolls the row of the photo at an index into view. */
const scrollTo = (grid: HTMLElement, { columns, size }: GridWindow, index: number): void => {
  const top = grid.getBoundingClientRect().top + Math.floor(index / columns) * (size + GRID_GAP_PX)
  const by =
    top < MARGIN_PX
      ? top - MARGIN_PX
      : top + size > innerHeight - MARGIN_PX
        ? top + size - innerHeight + MARGIN_PX
        : 0
  if (by !== 0) scrollerOf(grid).scrollBy({ top: by, behavior: 'instant' })
}

/**
 * The current photo, the only one that Tab leads to, and the focus that arrows move. A photo that is
 * not rendered yet is scrolled to, and focused as soon as it is.
 */
export const useRovingFocus = ({ grid, shape, measure, count, carriedAt, onKey }: Options) => {
  const [place, setPlace] = useState(0)
  const current = Math.min(carriedAt ?? place, Math.max(0, count - 1))
  const focusNext = useRef(false)
  useLayoutEffect(() => {
    if (!focusNext.current) return
    const button = grid.current?.querySelector<HTMLElement>(`[data-index="${current}"] > button`)
    if (!button) return // its row is rendered by the next measure
    focusNext.current = false
    button.focus({ preventScroll: true })
  })
  /** Focuses the current photo after the next rendering. */
  const focusSoon = (): void => {
    focusNext.current = true
  }
  /** Moves the focus; returns false when the key is not for that. */
  const moveByKey = (event: KeyboardEvent): boolean => {
    const carriedTo = onKey(event.key)
    const next = carriedTo ?? arrowTarget(event.key, current, shape.columns, count)
    if (next === null) return false
    event.preventDefault()
    event.stopPropagation()
    setPlace(next)
    focusSoon()
    if (!grid.current) return true
    scrollTo(grid.current, shape, next)
    measure()
    return true
  }
  return { current, setPlace, focusSoon, moveByKey }
}
