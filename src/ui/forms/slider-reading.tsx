import { bandOf, ratingLabel, NOT_RATED, type BandWords } from '../../lib/bands'
import { cssVars } from '../layout/css-vars'
import { VisuallyHidden } from '../layout/visually-hidden'
import styles from './slider.module.css'

type SliderReadingProps = {
  label: string
  value: number | null
  words?: BandWords | undefined
  labelHidden?: boolean | undefined
  comment?: string | undefined
}

/** A rating to read: the same bar without a thumb. */
export function SliderReading({ label, value, words, labelHidden, comment }: SliderReadingProps) {
  const word = ratingLabel(value, words)
  return (
    <div
      className={styles.slider}
      style={cssVars({ '--share': (value ?? 0) / 100 })}
      data-band={bandOf(value) ?? 'none'}
    >
      <div className={styles.head}>
        <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
        <span className={styles.word}>
          {value === null ? (
            NOT_RATED
          ) : (
            <>
              <VisuallyHidden>{value} sur 100, </VisuallyHidden>
              {word}
            </>
          )}
        </span>
      </div>
      <div className={styles.bar} aria-hidden="true">
        <i />
      </div>
      {comment ? <p className={styles.comment}>{comment}</p> : null}
    </div>
  )
}
