import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Virtualizer, WindowVirtualizer } from 'virtua'

interface Props<Row extends { readonly key: string }> {
  readonly rows: readonly Row[]
  /** Estimated row height before measuring, px. */
  readonly height: number
  readonly label: string
  readonly children: (row: Row) => ReactNode
}
/** The scroll container of an element: a panel's body, or null for the page. */
const scrollerOf = (element: HTMLElement): HTMLElement | null => {
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}

/** Renders only the visible rows, in any scroll container. */
export const VirtualPeople = <Row extends { readonly key: string }>({
  rows,
  height,
  label,
  children,
}: Props<Row>) => {
  const place = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const [start, setStart] = useState<{ readonly margin: number; readonly page: boolean }>()
  useLayoutEffect(() => {
    if (!place.current) return
    scroller.current = scrollerOf(place.current)
    const top = place.current.getBoundingClientRect().top
    setStart(
      scroller.current
        ? {
            margin: top - scroller.current.getBoundingClientRect().top + scroller.current.scrollTop,
            page: false,
          }
        : { margin: top + scrollY, page: true },
    )
  }, [])
  const row = (one: Row) => (
    <div key={one.key} role="listitem">
      {children(one)}
    </div>
  )
  return (
    <div ref={place} role="list" aria-label={label}>
      {start === undefined ? null : start.page ? (
        <WindowVirtualizer data={rows} itemSize={height}>
          {row}
        </WindowVirtualizer>
      ) : (
        <Virtualizer data={rows} itemSize={height} scrollRef={scroller} startMargin={start.margin}>
          {row}
        </Virtualizer>
      )}
    </div>
  )
}
