import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useDesktop } from '../../ui/use-media-query'
import { columnsOf, GRID_GAP_PX } from './model'

/** Columns, side of a tile in px, the rows that are on the screen or nearly, and the photos that exist: `from` up to `to`. */
export interface GridWindow { readonly columns: number; readonly size: number; readonly first: number; readonly last: number; readonly from: number; readonly to: number }
const AHEAD_PX = 260
const NOTHING: GridWindow = { columns: 0, size: 0, first: 0, last: 0, from: 0, to: 0 }
/** A row that comes near is made over so many frames, and taken away so: made at once it would hold one up. */
const FRAMES = 4
const TILES_MIN = 2

/** One step from what exists to what should; what is seen exists at once. */
export const nextRange = (now: { readonly from: number; readonly to: number }, wanted: { readonly from: number; readonly to: number }, seen: { readonly from: number; readonly to: number }): { from: number; to: number } => {
  if (now.to <= wanted.from || now.from >= wanted.to) return { from: wanted.from, to: wanted.to }
  const step = (a: number, b: number): number => Math.sign(b - a) * Math.min(Math.abs(b - a), Math.max(TILES_MIN, Math.ceil(Math.abs(b - a) / FRAMES)))
  return {
    from: Math.min(now.from + step(now.from, wanted.from), Math.max(wanted.from, seen.from)),
    to: Math.max(now.to + step(now.to, wanted.to), Math.min(wanted.to, seen.to)),
  }
}

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
  const latest = useRef(NOTHING)
  const again = useRef<(() => void) | null>(null)
  const measure = useCallback(() => {
    const box = ref.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const columns = columnsOf(box.width, desktop)
    const size = (box.width - GRID_GAP_PX * (columns - 1)) / columns
    const row = size + GRID_GAP_PX
    const rows = Math.ceil(count / columns)
    const first = Math.min(rows, Math.max(0, Math.floor((-box.top - AHEAD_PX) / row)))
    const last = Math.max(first, Math.min(rows, Math.ceil((innerHeight - box.top + AHEAD_PX) / row)))
    const now = latest.current
    const wanted = { from: first * columns, to: Math.min(count, last * columns) }
    const seen = { from: Math.max(0, Math.floor(-box.top / row)) * columns, to: Math.ceil((innerHeight - box.top) / row) * columns }
    const next = now.columns === columns && now.size === size ? nextRange(now, wanted, seen) : wanted
    if (next.from !== wanted.from || next.to !== wanted.to) again.current?.()
    if (now.columns === columns && now.size === size && now.first === first && now.last === last && now.from === next.from && now.to === next.to) return
    latest.current = { columns, size, first, last, from: next.from, to: next.to }
    setShown(latest.current)
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
    again.current = soon
    const scroller = scrollerOf(grid)
    const sizes = new ResizeObserver(soon)
    // what stands above may grow or shrink without any scrolling
    for (const element of [grid, document.body, scroller.firstElementChild]) if (element) sizes.observe(element)
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    return () => {
      again.current = null
      cancelAnimationFrame(asked)
      sizes.disconnect()
      document.removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
    }
  }, [measure])
  return { ref, window: shown, measure }
}
