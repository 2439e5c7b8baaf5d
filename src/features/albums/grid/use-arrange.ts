import {
  useEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'
import { announce } from '../../../ui/feedback/announcer'
import { photoName } from '../state/labels'
import { arrowTo, GRID_GAP_PX } from '../state/model'
import { scrollerOf, type GridWindow } from './use-window'

/** A photo that is being moved: its old and new index. */
export interface Carried {
  readonly from: number
  readonly at: number
  readonly by: 'pointer' | 'keys'
}
/** A press becomes a drag beyond this movement, px. */
const SLOP_PX = 6
const EDGE_PX = 90
const EDGE_SPEED = 14

interface Options {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly shape: GridWindow
  readonly count: number
  readonly active: boolean
  readonly onMove: (from: number, to: number) => void
}

/**
 * Moving photos: by mouse (the whole tile), finger (its handle), keyboard (Enter picks up and drops,
 * arrows move, Escape cancels), or two clicks (the photo, then its new place).
 */
export const useArrange = ({ grid, shape, count, active, onMove }: Options) => {
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

  const placeAt = (x: number, y: number): number => {
    const box = grid.current?.getBoundingClientRect()
    const { columns, size } = now.current.shape
    if (!box || columns === 0) return 0
    const clamp = (v: number, most: number): number =>
      Math.min(most, Math.max(0, Math.floor(v / (size + GRID_GAP_PX))))
    return Math.min(
      now.current.count - 1,
      clamp(y - box.top, Infinity) * columns + clamp(x - box.left, columns - 1),
    )
  }

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
    const start = { x: event.clientX, y: event.clientY }
    let last = start
    let dragging = false
    let frame = 0
    const scroller = scrollerOf(element)
    const edges = (): void => {
      frame = requestAnimationFrame(edges)
      const by = last.y < EDGE_PX ? -EDGE_SPEED : last.y > innerHeight - EDGE_PX ? EDGE_SPEED : 0
      if (by === 0) return
      scroller.scrollBy(0, by)
      setCarried({ from, at: placeAt(last.x, last.y), by: 'pointer' })
    }
    const move = (e: PointerEvent): void => {
      if (e.pointerId !== event.pointerId) return
      last = { x: e.clientX, y: e.clientY }
      if (!dragging && Math.hypot(last.x - start.x, last.y - start.y) < SLOP_PX) return
      if (!dragging) {
        dragging = true
        element.setPointerCapture(e.pointerId) // the click that ends a drag must open nothing; tiles may be unmounted meanwhile
        frame = requestAnimationFrame(edges)
      }
      setCarried({ from, at: placeAt(last.x, last.y), by: 'pointer' })
    }
    const end = (keep: boolean): void => {
      stop.current?.()
      if (!dragging) return
      setCarried(null)
      const to = placeAt(last.x, last.y)
      if (keep && to !== from) onMove(from, to)
    }
    const up = (e: PointerEvent): void => {
      if (e.pointerId === event.pointerId) end(e.type === 'pointerup')
    }
    const key = (e: KeyboardEvent): void => {
      if (e.key !== 'Escape' || !dragging) return
      e.preventDefault()
      e.stopPropagation()
      end(false)
    }
    stop.current = () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', up)
      removeEventListener('keydown', key, true)
      stop.current = null
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
    addEventListener('keydown', key, true)
  }

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
    const to = arrowTo(key, carried.at, shape.columns, count)
    if (to === null) return null
    setCarried({ ...carried, at: to })
    announce(`Position ${to + 1} sur ${count}.`)
    return to
  }
  return { carried, onPointerDown, toggle, onKey }
}
