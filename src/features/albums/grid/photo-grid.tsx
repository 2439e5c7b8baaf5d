import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
} from 'react'
import { readMedia } from '../../../data/media/media-path'
import { onLinksDropped } from '../../../data/media/media-urls'
import { useLongPress } from '../../../ui/gesture/use-long-press'
import { arrowTo, GRID_GAP_PX, moveItem } from '../state/model'
import { PhotoTile, type GridItem, type TileActs } from './photo-tile'
import { picturesAhead } from './pictures-ahead'
import { useArrange } from './use-arrange'
import { scrollerOf, useGridWindow } from './use-window'
import styles from './grid.module.css'

interface Props {
  readonly label: string
  /** One item per photo; undefined: not loaded. */
  readonly items: readonly (GridItem | undefined)[]
  readonly onOpen: (index: number) => void
  /** Photos at these indexes come into view. */
  readonly onNeed?: ((from: number, to: number) => void) | undefined
  readonly onDelete?: ((index: number) => void) | undefined
  /** Photos are moved instead of opened. */
  readonly arranging?: boolean
  readonly onMove?: (from: number, to: number) => void
  /** Selected ids: a click then selects instead of opening. */
  readonly chosen?: ReadonlySet<string>
}
const MARGIN_PX = 80
/** Number of photos to prefetch beyond the rendered ones. */
const AHEAD = 32
const HOLD_MS = 500
const BUZZ_MS = 50
const NONE: ReadonlyMap<string, number> = new Map()
/** Number of revoked links of a photo since the grid was mounted. */
const useDropped = (): ((ref: string) => number) => {
  const [times, setTimes] = useState(NONE)
  useEffect(
    () =>
      onLinksDropped((ids) =>
        setTimes(
          (old) => new Map([...old, ...ids.map((id) => [id, (old.get(id) ?? 0) + 1] as const)]),
        ),
      ),
    [],
  )
  return (ref) => {
    if (times.size === 0) return 0
    const target = readMedia(ref)
    return (target?.kind === 'media' && times.get(target.id)) || 0
  }
}

/**
 * Photos in equal squares, virtualised. One Tab stop: arrows, Home and End move between photos,
 * Delete removes.
 */
export const PhotoGrid = ({
  label,
  items,
  onOpen,
  onNeed,
  onDelete,
  arranging = false,
  onMove,
  chosen,
}: Props) => {
  const count = items.length
  const { ref, window: shape, measure } = useGridWindow(count)
  const { columns, size } = shape
  const [from, to] = [Math.min(shape.from, count), Math.min(shape.to, count)]
  const [place, setPlace] = useState(0)
  const [revealed, setRevealed] = useState<number | null>(null)
  const focusNext = useRef(false)
  const { carried, onPointerDown, toggle, onKey } = useArrange({
    grid: ref,
    shape,
    count,
    active: arranging,
    onMove: (from, to) => onMove?.(from, to),
  })
  const order = carried ? moveItem(items, carried.from, carried.at) : items
  const current = Math.min(carried?.by === 'keys' ? carried.at : place, Math.max(0, count - 1))

  const latest = useRef({ onOpen, onDelete, toggle, arranging })
  latest.current = { onOpen, onDelete, toggle, arranging }
  const removable = onDelete !== undefined
  const acts = useMemo<TileActs>(
    () => ({
      open: (index) => {
        setRevealed(null)
        setPlace(index)
        if (!latest.current.arranging) return latest.current.onOpen(index)
        focusNext.current = true
        return latest.current.toggle(index)
      },
      remove: removable
        ? (index) => {
            setRevealed(null)
            latest.current.onDelete?.(index)
          }
        : null,
    }),
    [removable],
  )
  const droppedOf = useDropped()
  // one listener for all tiles: mounting a tile adds none
  const pressed = useRef<number | null>(null)
  const hold = useLongPress(
    () => {
      setRevealed(pressed.current)
      navigator.vibrate?.(BUZZ_MS)
    },
    { ms: HOLD_MS, disabled: !removable || arranging },
  )
  const down = (event: ReactPointerEvent): void => {
    onPointerDown(event)
    const tile = (event.target as Element).closest<HTMLElement>('[data-index]')
    pressed.current = tile ? Number(tile.dataset['index']) : null
    if (tile) hold.onPointerDown(event)
  }

  const need = useRef(onNeed)
  need.current = onNeed
  const before = useRef(0)
  useEffect(() => {
    if (to > from) need.current?.(from, to)
  }, [from, to])
  useEffect(() => {
    // prefetch in the direction of the scroll
    if (to > from)
      picturesAhead(
        (from >= before.current
          ? items.slice(to, to + AHEAD)
          : items.slice(Math.max(0, from - AHEAD), from).reverse()
        ).flatMap((item) => item?.media.id ?? []),
      )
    before.current = from
  }, [from, to, items])
  // a press elsewhere hides the delete button that a long press has shown
  useEffect(() => {
    if (revealed === null) return undefined
    const away = (event: PointerEvent): void => {
      if (!(event.target instanceof Element && event.target.closest(`[data-index="${revealed}"]`)))
        setRevealed(null)
    }
    addEventListener('pointerdown', away)
    return () => removeEventListener('pointerdown', away)
  }, [revealed])

  useLayoutEffect(() => {
    if (!focusNext.current) return
    const button = ref.current?.querySelector<HTMLElement>(`[data-index="${current}"] > button`)
    if (!button) return // its row is rendered by the next measure
    focusNext.current = false
    button.focus({ preventScroll: true })
  })
  const goTo = (index: number): void => {
    setPlace(index)
    focusNext.current = true
    const box = ref.current?.getBoundingClientRect()
    if (!ref.current || !box) return
    const top = box.top + Math.floor(index / columns) * (size + GRID_GAP_PX)
    const by =
      top < MARGIN_PX
        ? top - MARGIN_PX
        : top + size > innerHeight - MARGIN_PX
          ? top + size - innerHeight + MARGIN_PX
          : 0
    if (by !== 0) scrollerOf(ref.current).scrollBy({ top: by, behavior: 'instant' })
    measure()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const carriedTo = onKey(event.key)
    const next = carriedTo ?? arrowTo(event.key, current, columns, count)
    if (next !== null) {
      event.preventDefault()
      event.stopPropagation()
      goTo(next)
    } else if (event.key === 'Delete' && removable && !arranging && items[current]) {
      event.preventDefault()
      acts.remove?.(current)
    }
  }
  const rows = columns > 0 ? Math.ceil(count / columns) : 0
  const height = Math.max(0, rows * (size + GRID_GAP_PX) - GRID_GAP_PX)
  return (
    // the photos are the controls; the list handles what bubbles up
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      role="list"
      aria-label={label}
      className={styles.grid}
      style={{ height }}
      onKeyDown={onKeyDown}
      {...hold}
      onPointerDown={down}
    >
      {order.slice(from, to).map((item, i) => {
        const index = from + i
        return (
          <PhotoTile
            key={item?.id ?? `place-${index}`}
            item={item}
            dropped={item ? droppedOf(item.media.id) : 0}
            index={index}
            total={count}
            acts={acts}
            current={index === current}
            revealed={revealed === index}
            carried={carried?.at === index}
            arranging={arranging}
            chosen={chosen ? item !== undefined && chosen.has(item.id) : null}
            columns={columns}
            size={size}
          />
        )
      })}
    </div>
  )
}
