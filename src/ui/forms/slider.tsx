import { useId, type KeyboardEvent } from 'react'
import { bandOf, bandWord, NOT_RATED, type BandWords } from '../../lib/bands'
import { cssVars } from '../layout/css-vars'
import styles from './slider.module.css'

export type SliderProps = {
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
  const word = bandWord(value, words)
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
          onChange={(event) => {
            const raw = event.target.valueAsNumber
            onChange(raw < NEAR_ZERO ? null : Math.max(0, raw))
          }}
          onKeyDown={onKeyDown}
          onKeyUp={() => onCommit?.(value)}
          onPointerUp={() => onCommit?.(value)}
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
