import { Card } from '../../ui/layout/card'
import { CodePart } from './code-part'
import { EmailPart } from './email-part'
import { LoginsPart } from './logins-part'
import { PartingPart } from './parting-part'
import { PasskeysPart } from './passkeys-part'
import { PasswordPart } from './password-part'
import { SessionsPart } from './sessions-part'
import styles from './settings.module.css'

/**
 * «Sécurité»: the address, the password, the passkeys, where else this person is signed in, and who
 * shares the account.
 */
export const SecuritySection = () => (
  <Card as="section" label="Sécurité">
    <div className="stack">
      <EmailPart />
      <hr className={styles.line} />
      <PasswordPart />
      <hr className={styles.line} />
      <PasskeysPart />
      <hr className={styles.line} />
      <SessionsPart />
      <LoginsPart />
      <CodePart />
      <PartingPart />
    </div>
  </Card>
)
