import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useDesktop } from '../../ui/use-media-query'
import { columnsOf, GRID_GAP_PX } from './model'

/** Columns, side of a tile in px, and the rows that are on the screen or nearly. */
export interface GridWindow { readonly columns: number; readonly size: number; readonly first: number; readonly last: number }
const AHEAD_PX = 260
const NOTHING: GridWindow = { columns: 0, size: 0, first: 0, last: 0 }

export const scrollerOf = (element: Element): HTMLElement => {
  for (let at = element.parentElement; at; at = at.parentElement) if (/(auto|scroll)/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}

/**
 * The part of a grid of equal squares that must exist: known from its place on the screen alone, whatever scrolls (the page,
 * a panel). Squares need no measuring, which is what a general virtual list would spend its time on.
 */
export const useGridWindow = (count: number): { ref: RefObject<HTMLDivElement | null>; window: GridWindow; measure: () => void } => {
  const ref = useRef<HTMLDivElement>(null)
  const desktop = useDesktop()
  const [shown, setShown] = useState(NOTHING)
  const measure = useCallback(() => {
    const box = ref.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const columns = columnsOf(box.width, desktop)
    const size = (box.width - GRID_GAP_PX * (columns - 1)) / columns
    const row = size + GRID_GAP_PX
    const rows = Math.ceil(count / columns)
    const first = Math.min(rows, Math.max(0, Math.floor((-box.top - AHEAD_PX) / row)))
    const last = Math.max(first, Math.min(rows, Math.ceil((innerHeight - box.top + AHEAD_PX) / row)))
    setShown((now) => (now.columns === columns && now.size === size && now.first === first && now.last === last ? now : { columns, size, first, last }))
  }, [count, desktop])
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    const grid = ref.current
    if (!grid) return undefined
    let asked = 0
    const soon = (): void => {
      asked ||= requestAnimationFrame(() => {
        asked = 0
        measure()
      })
    }
    const scroller = scrollerOf(grid)
    const sizes = new ResizeObserver(soon)
    // what stands above may grow or shrink without any scrolling
    for (const element of [grid, document.body, scroller.firstElementChild]) if (element) sizes.observe(element)
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(asked)
      sizes.disconnect()
      document.removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
    }
  }, [measure])
  return { ref, window: shown, measure }
}
