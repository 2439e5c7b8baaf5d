import { Card } from '../../ui/card'
import { PasswordPart } from './password-part'
import { SessionsPart } from './sessions-part'
import styles from './settings.module.css'

/** «Sécurité»: the password, and where else this person is signed in. */
export const SecuritySection = () => (
  <Card as="section" title="Sécurité">
    <div className={styles.stack}>
      <PasswordPart />
      <hr className={styles.line} />
      <SessionsPart />
    </div>
  </Card>
)
