import { logout } from '../../data/session/session'
import styles from './session.module.css'

export const SignOut = () => (
  <button type="button" className={styles.textButton} onClick={() => void logout()}>
    Se déconnecter
  </button>
)
