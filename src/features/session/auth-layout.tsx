import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { appName } from '../../data/start/config'
import { Logo } from '../../ui/display/logo'
import { useScreenFocus } from '../../ui/overlay/use-screen-focus'
import styles from './session.module.css'

/** The frame of every public screen: logo, one card, one line of reassurance. */
export const AuthLayout = ({
  title,
  intro,
  children,
  footer,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
  footer?: ReactNode
}) => {
  useScreenFocus(title)
  return (
    <main className={styles.frame}>
      <div className={styles.column}>
        <div className={styles.logo}>
          <Logo size="lg" wordmark={appName()} />
        </div>
        <section className={styles.card} aria-labelledby="titre">
          <h1 id="titre" tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {intro ? <p className={styles.intro}>{intro}</p> : null}
          {children}
        </section>
        {footer ? <div className={styles.footer}>{footer}</div> : null}
      </div>
    </main>
  )
}

/** The footer of the screens on the way to a login. */
export const BackToLogin = () => (
  <Link href="/login" className={styles.link}>
    Retour à la connexion
  </Link>
)
