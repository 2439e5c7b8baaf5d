import styles from './skeleton.module.css'

type SkeletonProps = {
  /** CSS width and height of the shape to come. */
  w?: string | number | undefined
  h?: string | number | undefined
  round?: boolean | undefined
  /** Several lines of text, the last one shorter. */
  lines?: number | undefined
}

/** A shape in place of what comes; decoration, say «Chargement…» once around it. */
export function Skeleton({ w = '100%', h = '1em', round, lines }: SkeletonProps) {
  if (lines) {
    return (
      <span className={styles.lines} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <span
            key={index}
            className={styles.skeleton}
            style={{ width: index === lines - 1 ? '62%' : w, height: h }}
          />
        ))}
      </span>
    )
  }
  return (
    <span
      className={styles.skeleton}
      aria-hidden="true"
      data-round={round ? '' : undefined}
      style={{ width: w, height: h }}
    />
  )
}
