import type { BandWords } from '../../../lib/bands'
import { NBSP } from '../../../lib/text'
import { SliderReading } from '../../../ui/forms/slider-reading'
import { isFilled } from '../state/people'
import styles from '../profile.module.css'

export interface RatingsProps<K extends string> {
  readonly labels: Readonly<Record<K, string>>
  readonly keys: readonly K[]
  readonly values: Readonly<Partial<Record<K, number | null | undefined>>>
  readonly comments: Readonly<Partial<Record<K, string | undefined>>>
  readonly words?: BandWords | undefined
}

/** Whether a visitor would see anything of these. */
export const hasRatings = <K extends string>({
  keys,
  values,
  comments,
}: Pick<RatingsProps<K>, 'keys' | 'values' | 'comments'>): boolean =>
  keys.some((k) => isFilled(values[k], comments[k]))

/**
 * Sliders to read: the filled ones. Its owner also reads which are not rated, in one line that
 * leads to rating them.
 */
export const Ratings = <K extends string>({
  labels,
  keys,
  values,
  comments,
  words,
  onRate,
}: RatingsProps<K> & { onRate?: (() => void) | undefined }) => {
  const filled = keys.filter((k) => isFilled(values[k], comments[k]))
  const others = keys.filter((k) => !filled.includes(k))
  return (
    <>
      {filled.length > 0 ? (
        <ul className={styles.ratings}>
          {filled.map((k) => (
            <li key={k}>
              <SliderReading
                label={labels[k]}
                value={values[k] ?? null}
                words={words}
                comment={comments[k]}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {onRate && others.length > 0 ? (
        <button type="button" className={styles.toRate} onClick={onRate}>
          <strong>
            + {others.length} à noter{NBSP}:
          </strong>{' '}
          {others.map((k) => labels[k]).join(', ')}
        </button>
      ) : null}
    </>
  )
}
