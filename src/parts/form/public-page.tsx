import type { ReactNode } from 'react'
import { NBSP } from '../../lib/text'
import { NEUTRAL_NAME } from '../../data/device/neutral'
import { shownName } from '../../data/start/config'
import { Logo } from '../../ui/display/logo'
import { Unbroken } from '../../ui/layout/unbroken'
import { useScreenFocus } from '../../ui/overlay/use-screen-focus'
import styles from './public-page.module.css'

const LEAD = `Entre couples et célibataires libertins, en confiance${NBSP}: chacun choisit ce qu’il montre, et à qui.`

/**
 * A page outside the shell: logo, one card, links below. `isFirst`: visitors come here first and read
 * what this is, but in discreet mode. `wide`: for what is read rather than filled in.
 */
export const PublicPage = ({
  title,
  isFirst = false,
  intro,
  footer,
  wide = false,
  children,
}: {
  title: string
  isFirst?: boolean
  intro?: ReactNode
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}) => {
  useScreenFocus(title)
  const name = shownName()
  return (
    <main className={styles.page}>
      <div className={styles.column} data-wide={wide}>
        <div className={styles.logo}>
          <Logo size="lg" wordmark={name} />
          {isFirst && name !== NEUTRAL_NAME ? (
            <p className={styles.lead}>
              <Unbroken text={LEAD} />
            </p>
          ) : null}
        </div>
        <section className={styles.card} aria-labelledby="titre">
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
}
