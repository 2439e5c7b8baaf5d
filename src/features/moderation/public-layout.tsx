import type { ReactNode } from 'react'
import { appName } from '../../data/start/config'
import { Logo } from '../../ui/display/logo'
import { Unbroken } from '../../ui/layout/unbroken'
import styles from './moderation.module.css'

/** A page outside the shell: logo, one card, links. */
export const PublicLayout = ({
  title,
  intro,
  footer,
  children,
}: {
  title: string
  intro?: ReactNode
  footer?: ReactNode
  children: ReactNode
}) => (
  <main className={styles.frame}>
    <div className={styles.column}>
      <div className={styles.logo}>
        <Logo size="lg" wordmark={appName()} />
      </div>
      <section className={styles.sheet} aria-labelledby="titre">
        <h1 id="titre" tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {intro ? (
          <p className={styles.intro}>
            {typeof intro === 'string' ? <Unbroken text={intro} /> : intro}
          </p>
        ) : null}
        {children}
      </section>
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </div>
  </main>
)
