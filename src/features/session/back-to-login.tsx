import { Link } from 'wouter'
import styles from './session.module.css'

/** The footer of the screens on the way to a login. */
export const BackToLogin = () => (
  <Link href="/login" className={styles.link}>
    Retour à la connexion
  </Link>
)
