import { useEffect, useRef, useState } from 'react'
import { confirmNewEmail } from '#contract/session/security'
import { call, isTransientFailure } from '../../data/http/api'
import { reloadMe, session } from '../../data/session/session'
import { Button } from '../../ui/forms/button'
import { Spinner } from '../../ui/feedback/spinner'
import { PublicPage } from '../../parts/form/public-page'
import { LinkOver } from './link-over'
import { readLinkToken } from './link-token'
import styles from './session.module.css'

/**
 * /confirm-email, from the mail to a new address: confirms by POST, as verify-screen does; does not
 * sign in.
 */
export const AddressScreen = () => {
  const [state, setState] = useState<'asking' | 'done' | 'over' | 'away'>('asking')
  const asked = useRef(false)
  const confirm = async (): Promise<void> => {
    const token = readLinkToken()
    if (!token) return setState('over')
    setState('asking')
    try {
      await call(confirmNewEmail, { body: { token } })
      setState('done')
      if (session.phase === 'signed-in') await reloadMe().catch(() => undefined)
    } catch (error) {
      setState(isTransientFailure(error) ? 'away' : 'over')
    }
  }
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void confirm()
  }, [])
  if (state === 'over')
    return (
      <LinkOver
        text="Il a déjà servi, il est trop ancien, ou votre mot de passe a changé depuis. Vous pouvez recommencer depuis vos paramètres."
        action={{ label: 'Continuer', href: '/' }}
      />
    )
  if (state === 'asking')
    return (
      <PublicPage title="Nouvelle adresse">
        <p className={styles.intro} role="status">
          <Spinner /> Confirmation…
        </p>
      </PublicPage>
    )
  if (state === 'away')
    return (
      <PublicPage title="Nouvelle adresse">
        <p className={styles.intro} role="alert">
          Pas de réseau. Réessayez dans un instant.
        </p>
        <Button variant="primary" size="lg" block onClick={() => void confirm()}>
          Réessayer
        </Button>
      </PublicPage>
    )
  return (
    <PublicPage title="Nouvelle adresse">
      <p className={styles.intro} role="status">
        C’est fait&nbsp;: cette adresse e-mail est désormais celle de votre compte. Elle vous sert à
        vous connecter.
      </p>
      <Button variant="primary" size="lg" block href="/" target="_self">
        Continuer
      </Button>
    </PublicPage>
  )
}
