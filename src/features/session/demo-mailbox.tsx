import { config } from '../../data/start/config'
import styles from './session.module.css'

/** Where mails go while the server shows demonstration data. */
export const DemoMailbox = () =>
  config()?.demo ? (
    <p className={styles.note}>
      Démonstration&nbsp;: les messages arrivent dans la{' '}
      <a className={styles.link} href="/demo/boite-aux-lettres" target="_blank" rel="noreferrer">
        Boîte aux lettres de démonstration
      </a>
      .
    </p>
  ) : null
