import { useLocation } from 'wouter'
import { NBSP } from '../../../lib/text'
import { Delayed } from '../../../ui/feedback/delayed'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { PageHeader } from '../../../ui/layout/page-header'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden'
import styles from './form.module.css'

/** In place of the form of a known event: its title, its banner and its first fields. */
export const SkeletonForm = () => {
  const [, navigate] = useLocation()
  return (
    <section className={styles.page} aria-label="Modifier la sortie">
      <PageHeader title="Modifier la sortie" subtitle={NBSP} onBack={() => navigate('/events')} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes no blocks */}
      <div className={styles.form} role="status">
        <Delayed>
          <VisuallyHidden>Chargement…</VisuallyHidden>
          <div className={styles.banner} />
          <Skeleton h={70} />
          <Skeleton h={70} />
          <Skeleton h={140} />
        </Delayed>
      </div>
    </section>
  )
}
