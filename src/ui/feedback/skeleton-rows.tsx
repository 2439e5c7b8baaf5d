import { Delayed } from './delayed'
import { Skeleton } from './skeleton'
import { VisuallyHidden } from '../layout/visually-hidden'
import styles from './skeleton.module.css'

/** A list on its way: rows of the shape of `ListRow`, after 200 ms, with «Chargement…» for screen readers. */
export function SkeletonRows({
  count = 6,
  label = 'Chargement…',
}: {
  count?: number | undefined
  label?: string | undefined
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes no blocks
    <div className={styles.rows} role="status">
      <Delayed>
        <VisuallyHidden>{label}</VisuallyHidden>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={styles.row} aria-hidden="true">
            <Skeleton w={50} h={50} round />
            <span className={styles.two}>
              <Skeleton w={`${44 + ((index * 17) % 30)}%`} h={13} />
              <Skeleton w={`${66 + ((index * 23) % 28)}%`} h={11} />
            </span>
            <Skeleton w={34} h={10} />
          </div>
        ))}
      </Delayed>
    </div>
  )
}
