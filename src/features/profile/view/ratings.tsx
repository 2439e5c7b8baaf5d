import type { BandWords } from '../../../lib/bands'
import { SliderReading } from '../../../ui/forms/slider-reading'
import { isFilled } from '../edit/form'
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

/** Sliders to read: a visitor sees the filled ones only, the owner all of them. */
export const Ratings = <K extends string>({
  labels,
  keys,
  values,
  comments,
  words,
  own,
}: RatingsProps<K> & { own: boolean }) => (
  <ul className={styles.ratings}>
    {keys
      .filter((k) => own || isFilled(values[k], comments[k]))
      .map((k) => (
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
)
