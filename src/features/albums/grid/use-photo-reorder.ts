import {
  useEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'
import { announce } from '../../../ui/feedback/announcer'
import { photoName } from '../state/labels'
import { arrowTarget, GRID_GAP_PX } from '../state/model'
import { scrollerOf, type GridWindow } from './use-grid-window'

/** A photo that is being moved: its old and new index. */
interface Carried {
  readonly from: number
  readonly at: number
  readonly by: 'pointer' | 'keys'
}
/** A press becomes a drag beyond this movement, px. */
const SLOP_PX = 6
const EDGE_PX = 90
const EDGE_SPEED = 14

interface Point {
  readonly x: number
  readonly y: number
}
interface Options {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly shape: GridWindow
  readonly count: number
  readonly active: boolean
  readonly onMove: (from: number, to: number) => void
}

/** Index of the photo at a point of the window. */
const placeAt = (grid: HTMLElement, { columns, size }: GridWindow, count: number, point: Point) => {
  const box = grid.getBoundingClientRect()
  if (columns === 0) return 0
  const clamp = (v: number, most: number): number =>
    Math.min(most, Math.max(0, Math.floor(v / (size + GRID_GAP_PX))))
  return Math.min(
    count - 1,
    clamp(point.y - box.top, Infinity) * columns + clamp(point.x - box.left, columns - 1),
  )
}

interface Drag {
  readonly grid: HTMLElement
  readonly onDrag: (point: Point) => void
  /** Follows `onDrag`, unless it was only a press. `keep`: it was not cancelled. */
  readonly onEnd: (point: Point, keep: boolean) => void
}

/**
 * Follows a pressed pointer and scrolls at the edges of the window, until it ends or the returned
 * function is called.
 */
const followPointer = (
  { pointerId, clientX, clientY }: ReactPointerEvent,
  { grid, onDrag, onEnd }: Drag,
): (() => void) => {
  const start = { x: clientX, y: clientY }
  let last = start
  let dragging = false
  let frame = 0
  const scroller = scrollerOf(grid)
  const edges = (): void => {
    frame = requestAnimationFrame(edges)
    const by = last.y < EDGE_PX ? -EDGE_SPEED : last.y > innerHeight - EDGE_PX ? EDGE_SPEED : 0
    if (by === 0) return
    scroller.scrollBy(0, by)
    onDrag(last)
  }
  const move = (e: PointerEvent): void => {
    if (e.pointerId !== pointerId) return
    last = { x: e.clientX, y: e.clientY }
    if (!dragging && Math.hypot(last.x - start.x, last.y - start.y) < SLOP_PX) return
    if (!dragging) {
      dragging = true
      grid.setPointerCapture(e.pointerId) // the click that ends a drag must open nothing; tiles may be unmounted meanwhile
      frame = requestAnimationFrame(edges)
    }
    onDrag(last)
  }
  const end = (keep: boolean): void => {
    stop()
    if (dragging) onEnd(last, keep)
  }
  const up = (e: PointerEvent): void => {
    if (e.pointerId === pointerId) end(e.type === 'pointerup')
  }
  const key = (e: KeyboardEvent): void => {
    if (e.key !== 'Escape' || !dragging) return
    e.preventDefault()
    e.stopPropagation()
    end(false)
  }
  const stop = (): void => {
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', up)
    removeEventListener('keydown', key, true)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', up)
  addEventListener('keydown', key, true)
  return stop
}

/**
 * Moving a photo without dragging: picked up and dropped by Enter or a click, moved by arrows; each
 * step is announced.
 */
const useKeyMoves = (
  carried: Carried | null,
  setCarried: (carried: Carried | null) => void,
  { shape, count, onMove }: Pick<Options, 'shape' | 'count' | 'onMove'>,
) => {
  /** Enter, Space or a click on the photo at an index of the shown list. */
  const toggle = (index: number): void => {
    if (!carried) {
      setCarried({ from: index, at: index, by: 'keys' })
      announce(
        `${photoName(index, count)} saisie. Flèches pour la déplacer, Entrée pour la poser, Échap pour annuler.`,
      )
      return
    }
    setCarried(null)
    if (index !== carried.from) onMove(carried.from, index)
    announce(
      index === carried.from
        ? 'Photo laissée à sa place.'
        : `Photo posée en position ${index + 1} sur ${count}.`,
    )
  }
  /** Handles a key while a photo is carried; returns its new index, or null for other keys. */
  const onKey = (key: string): number | null => {
    if (carried?.by !== 'keys') return null
    if (key === 'Escape') {
      setCarried(null)
      announce('Déplacement annulé.')
      return carried.from
    }
    const to = arrowTarget(key, carried.at, shape.columns, count)
    if (to === null) return null
    setCarried({ ...carried, at: to })
    announce(`Position ${to + 1} sur ${count}.`)
    return to
  }
  return { toggle, onKey }
}

/**
 * Moving photos: by mouse (the whole tile), finger (its handle), keyboard (Enter picks up and drops,
 * arrows move, Escape cancels), or two clicks (the photo, then its new place).
 */
export const usePhotoReorder = ({ grid, shape, count, active, onMove }: Options) => {
  const [carried, setCarried] = useState<Carried | null>(null)
  const now = useRef({ shape, count })
  now.current = { shape, count }
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (active) return undefined
    setCarried(null)
    return undefined
  }, [active])
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = (event: ReactPointerEvent): void => {
    const target = event.target as Element
    const tile = target.closest<HTMLElement>('[data-index]')
    const element = grid.current
    if (
      !active ||
      !element ||
      !tile ||
      event.button !== 0 ||
      (event.pointerType !== 'mouse' && !target.closest('[data-handle]'))
    )
      return
    const from = Number(tile.dataset['index'])
    const at = (point: Point): number =>
      placeAt(element, now.current.shape, now.current.count, point)
    stop.current = followPointer(event, {
      grid: element,
      onDrag: (point) => setCarried({ from, at: at(point), by: 'pointer' }),
      onEnd: (point, keep) => {
        setCarried(null)
        const to = at(point)
        if (keep && to !== from) onMove(from, to)
      },
    })
  }
  return { carried, onPointerDown, ...useKeyMoves(carried, setCarried, { shape, count, onMove }) }
}
