import type { SyntheticEvent } from 'react'
import type { Config } from '#contract/session/session'
import { Button } from '../../ui/forms/button'
import styles from './session.module.css'

/**
 * The logins of the demonstration data. With the screen itself: what comes later would move the
 * fields under the finger.
 */
export const DemoLogins = ({
  logins,
  busy,
  onEnter,
}: {
  logins: Config['demoLogins']
  busy: boolean
  onEnter: (login: Config['demoLogins'][number]) => (event: SyntheticEvent) => void
}) => (
  <div className={styles.demo}>
    <h2>Démonstration</h2>
    <div className={styles.demoRow}>
      {logins.map((d) => (
        <Button key={d.email} size="sm" disabled={busy} onClick={onEnter(d)}>
          {d.label}
        </Button>
      ))}
    </div>
  </div>
)
