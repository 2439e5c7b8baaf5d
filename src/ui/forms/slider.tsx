import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { bandOf, ratingLabel, NOT_RATED, type BandWords } from '../../lib/bands'
import { cssVars } from '../layout/css-vars'
import styles from './slider.module.css'

type SliderProps = {
  label: string
  /** 0 to 100, or null: not rated, which is not 0. */
  value: number | null
  onChange: (value: number | null) => void
  /** When the finger lifts or a key is released: the moment to save. */
  onCommit?: ((value: number | null) => void) | undefined
  /** Words of the five bands, lowest first; those of the feelings when not given. */
  words?: BandWords | undefined
  labelHidden?: boolean | undefined
  disabled?: boolean | undefined
  /** Under the track. */
  comment?: string | undefined
}

/** The notch «Non noté» is left of 0 on the native range: everything below 0 is null. */
const NOTCH = -8
/** A pointer between the notch and 0 means 0 from here on. */
const NEAR_ZERO = -4

/** Keys that would stop between the notch and 0, and where they lead; the other keys are the platform's. */
function step(key: string, value: number | null): number | null | undefined {
  const up = key === 'ArrowRight' || key === 'ArrowUp'
  const down = key === 'ArrowLeft' || key === 'ArrowDown'
  if (key === 'Delete' || key === 'Backspace') return null
  if (value === null) {
    if (up) return 0
    if (key === 'PageUp') return 10
    return down || key === 'PageDown' ? null : undefined
  }
  if (value === 0 && (down || key === 'PageDown')) return null
  if (key === 'PageDown' || key === 'PageUp')
    return Math.min(100, Math.max(0, value + (key === 'PageUp' ? 10 : -10)))
  return undefined
}

const ofRaw = (raw: number): number | null => (raw < NEAR_ZERO ? null : Math.max(0, raw))

/** A finger on the track. `raw`: where the platform already put the thumb, not applied yet. */
interface Touch {
  readonly x: number
  readonly y: number
  readonly before: number | null
  horizontal: boolean
  raw: number | null
}
/** A finger that moved less than this has tapped. */
const SLOP_PX = 8

/**
 * The platform moves the thumb as soon as a finger touches the track, also when the finger is
 * about to scroll the page. A change by touch counts only once the finger has moved sideways, or
 * when it lifts where it touched; a cancelled touch (the page scrolls) puts the value back.
 */
const useTouch = ({
  value,
  onChange,
  onCommit,
}: Pick<SliderProps, 'value' | 'onChange' | 'onCommit'>) => {
  const touch = useRef<Touch | null>(null)
  const onInput = (raw: number): void => {
    const held = touch.current
    if (held && !held.horizontal) held.raw = raw
    else onChange(ofRaw(raw))
  }
  const handlers = {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent): void => {
      touch.current =
        pointerType === 'mouse' ? null : { x, y, before: value, horizontal: false, raw: null }
    },
    onPointerMove: (event: PointerEvent): void => {
      const held = touch.current
      if (!held || held.horizontal) return
      const [dx, dy] = [Math.abs(event.clientX - held.x), Math.abs(event.clientY - held.y)]
      if (dx > SLOP_PX && dx > 2 * dy) held.horizontal = true
    },
    onPointerUp: (event: PointerEvent): void => {
      const held = touch.current
      touch.current = null
      const still =
        held !== null && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLOP_PX
      if (!held || held.horizontal || !still || held.raw === null) return onCommit?.(value)
      onChange(ofRaw(held.raw))
      onCommit?.(ofRaw(held.raw))
    },
    onPointerCancel: (): void => {
      const held = touch.current
      touch.current = null
      if (held?.horizontal) onChange(held.before)
    },
  }
  return { onInput, handlers }
}

/** A rating in five coloured bands with their words; the native range gives pointer, touch and keys. */
export function Slider({
  label,
  value,
  onChange,
  onCommit,
  words,
  labelHidden,
  disabled,
  comment,
}: SliderProps) {
  const id = useId()
  const word = ratingLabel(value, words)
  const { onInput, handlers } = useTouch({ value, onChange, onCommit })
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = step(event.key, value)
    if (next === undefined) return
    event.preventDefault()
    if (next !== value) onChange(next)
  }
  return (
    <div
      className={styles.slider}
      style={cssVars({
        '--share': ((value ?? NOTCH) - NOTCH) / (100 - NOTCH),
        '--zero': -NOTCH / (100 - NOTCH),
      })}
      data-band={bandOf(value) ?? 'none'}
    >
      <div className={styles.head}>
        <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
          {label}
        </label>
        <output htmlFor={id} className={styles.word} aria-hidden="true">
          {word}
        </output>
      </div>
      <div className={styles.rail} data-no-swipe="">
        <input
          id={id}
          type="range"
          className={styles.range}
          min={NOTCH}
          max={100}
          step={1}
          value={value ?? NOTCH}
          disabled={disabled}
          aria-valuetext={value === null ? NOT_RATED : `${value} sur 100, ${word}`}
          aria-describedby={comment ? `${id}-comment` : undefined}
          onChange={(event) => onInput(event.target.valueAsNumber)}
          onKeyDown={onKeyDown}
          onKeyUp={() => onCommit?.(value)}
          {...handlers}
        />
      </div>
      {comment ? (
        <p id={`${id}-comment`} className={styles.comment}>
          {comment}
        </p>
      ) : null}
    </div>
  )
}
