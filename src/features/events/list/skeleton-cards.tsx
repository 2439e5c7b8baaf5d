import { Delayed } from '../../../ui/feedback/delayed'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden'
import styles from '../events.module.css'
import card from './card.module.css'

/** Events on their way: cards of the size of `EventCard`, under the line of their month. */
export const SkeletonCards = ({ count, month }: { count: number; month?: boolean }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes no blocks
  <div role="status">
    <Delayed>
      <VisuallyHidden>Chargement…</VisuallyHidden>
      {month ? (
        <div className={styles.monthTitle}>
          <Skeleton w={130} h="1.5em" />
        </div>
      ) : null}
      <div className={styles.cards}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={card.card}>
            <Skeleton h="100%" />
            <div className={card.waits}>
              <Skeleton w={74} h={22} />
              <Skeleton w={`${58 + ((index * 17) % 30)}%`} h={19} />
              <Skeleton w={`${50 + ((index * 23) % 20)}%`} h={14} />
              <Skeleton w={`${40 + ((index * 11) % 20)}%`} h={14} />
              <Skeleton w={56} h={14} />
              <Skeleton w="48%" h={14} />
            </div>
          </div>
        ))}
      </div>
    </Delayed>
  </div>
)
