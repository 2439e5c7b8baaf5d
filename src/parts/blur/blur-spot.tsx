import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { BlurSpot } from '#contract/workers/image'
import styles from './blur-dialog.module.css'

type Size = { readonly width: number; readonly height: number }
interface Props {
  spot: BlurSpot
  /** From 1. */
  place: number
  size: Size
  selected: boolean
  onSelect: () => void
  onChange: (spot: BlurSpot) => void
  onRemove: () => void
}
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const FACTORS: Record<string, number> = { '+': 1.15, '=': 1.15, '-': 1 / 1.15, '−': 1 / 1.15 }
export const RESIZE_FACTOR = 1.15
/** Step of an arrow key, as a share of the photo. */
const STEP = 0.02
/** Radii, as shares of the smaller side. */
const LEAST = 0.02
const MOST = 0.6
/** Movement below this is a press, not a drag, in CSS pixels. */
const SLACK_PX = 5

const percent = (v: number, of: number): string => `${(v / of) * 100}%`
const clamp = (v: number, most: number): number => Math.round(Math.min(most, Math.max(0, v)))

const moveSpot = (spot: BlurSpot, size: Size, x: number, y: number): BlurSpot => ({
  ...spot,
  x: clamp(x, size.width),
  y: clamp(y, size.height),
})
export const resizeSpot = (spot: BlurSpot, size: Size, radius: number): BlurSpot => {
  const side = Math.min(size.width, size.height)
  return { ...spot, radius: Math.min(side * MOST, Math.max(side * LEAST, radius)) }
}

interface Drag {
  readonly at: readonly [number, number]
  readonly from: BlurSpot
  readonly kind: 'move' | 'resize'
  /** Photo pixels per screen pixel. */
  readonly scale: number
  begun: boolean
}

/** Moves a spot or, by its handle, resizes it. */
const useDrag = (spot: BlurSpot, size: Props['size'], onChange: Props['onChange']) => {
  const drag = useRef<Drag | null>(null)

  const start = (event: PointerEvent<HTMLElement>, kind: Drag['kind']): void => {
    const picture = event.currentTarget.closest('[data-picture]')?.getBoundingClientRect()
    if (!picture || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = {
      at: [event.clientX, event.clientY],
      from: spot,
      kind,
      scale: size.width / picture.width,
      begun: false,
    }
  }
  const move = (event: PointerEvent): void => {
    const { current } = drag
    if (!current) return
    const [dx, dy] = [event.clientX - current.at[0], event.clientY - current.at[1]]
    current.begun ||= Math.hypot(dx, dy) > SLACK_PX
    if (!current.begun) return
    if (current.kind === 'move')
      onChange(
        moveSpot(
          current.from,
          size,
          current.from.x + dx * current.scale,
          current.from.y + dy * current.scale,
        ),
      )
    // the handle is at the lower right of the circle
    else
      onChange(
        resizeSpot(
          current.from,
          size,
          current.from.radius + ((dx + dy) / Math.SQRT2) * current.scale,
        ),
      )
  }
  const end = (): void => {
    drag.current = null
  }
  const shared = { onPointerMove: move, onPointerUp: end, onPointerCancel: end }
  return { start, shared }
}

/**
 * One spot on the preview: dragged to move, by its handle to resize. For the keyboard it is a button:
 * arrows move it, + and − resize it, Delete removes it. A press without a drag selects it.
 */
export const BlurSpotMark = ({
  spot,
  place,
  size,
  selected,
  onSelect,
  onChange,
  onRemove,
}: Props) => {
  const { start, shared } = useDrag(spot, size, onChange)
  const onKey = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key]
    const factor = FACTORS[event.key]
    if (by)
      onChange(
        moveSpot(
          spot,
          size,
          spot.x + by[0] * STEP * size.width,
          spot.y + by[1] * STEP * size.height,
        ),
      )
    else if (factor) onChange(resizeSpot(spot, size, spot.radius * factor))
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      className={styles.spot}
      data-found={spot.found || undefined}
      data-selected={selected || undefined}
      aria-label={`Zone floutée ${place}${spot.found ? ' (visage trouvé)' : ''}\u00a0: flèches pour la déplacer, + et − pour l’agrandir ou la réduire, Suppr pour la retirer`}
      style={{
        left: percent(spot.x, size.width),
        top: percent(spot.y, size.height),
        width: percent(spot.radius * 2, size.width),
      }}
      // a press on it adds no new spot
      onClick={(event) => {
        event.stopPropagation()
        onSelect()
      }}
      onFocus={onSelect}
      onKeyDown={onKey}
      onPointerDown={(event) => start(event, 'move')}
      {...shared}
    >
      {selected ? (
        <span
          className={styles.handle}
          onPointerDown={(event) => start(event, 'resize')}
          {...shared}
        />
      ) : null}
    </button>
  )
}
