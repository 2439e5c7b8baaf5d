import { Delayed } from '../../../ui/feedback/delayed'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden'
import styles from './month.module.css'

/** In place of `MonthView`: the month's name and its grid of five weeks. */
export const SkeletonMonth = () => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes no blocks
  <div className={styles.month} role="status">
    <Delayed>
      <VisuallyHidden>Chargement…</VisuallyHidden>
      <div className={styles.soonBar}>
        <Skeleton w={150} h="1.5em" />
      </div>
      <div className={styles.soon}>
        <Skeleton h="100%" />
      </div>
    </Delayed>
  </div>
)
