import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { verifyEmail } from '#contract/session/session'
import { ApiError, call } from '../../data/http/api'
import { saidBy } from '../../data/http/api-error'
import { openSession } from '../../data/session/session'
import { Button } from '../../ui/forms/button'
import { Spinner } from '../../ui/feedback/spinner'
import { Alert, AuthLayout } from './auth-layout'
import { LinkOver, isLinkOver } from './link-over'
import { linkToken } from './link-token'
import styles from './session.module.css'

/** Opened from the mail: confirms by POST (a link checker that only reads the page uses nothing up), then the guard leads on. */
export const VerifyScreen = () => {
  const [failed, setFailed] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const [offline, setOffline] = useState(false)
  const asked = useRef(false)
  const confirm = (): void => {
    const token = linkToken()
    if (!token) return setOver(true)
    setFailed(null)
    setOffline(false)
    call(verifyEmail, { body: { token } })
      .then(openSession)
      .then(
        () => {
          if (location.pathname === '/verify-email') history.replaceState(null, '', '/')
          location.reload()
        },
        (error: unknown) => {
          setOver(isLinkOver(error))
          setOffline(
            error instanceof ApiError &&
              (error.status === 0 || error.status === 429 || error.status >= 500),
          )
          setFailed(
            saidBy(error) ??
              (error instanceof ApiError && error.status > 0
                ? 'Une erreur est survenue. Réessayez dans un instant.'
                : 'Pas de réseau. Réessayez dans un instant.'),
          )
        },
      )
  }
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    confirm()
  }, [])
  if (over)
    return (
      <LinkOver
        text="Il a déjà servi, ou il est trop ancien. Si votre adresse est confirmée, connectez-vous ; sinon, demandez un nouveau lien."
        action={{ label: 'Recevoir un nouveau lien', href: '/waiting-for-email-verification' }}
      />
    )
  return (
    <AuthLayout
      title="Confirmation de votre adresse"
      footer={
        <Link href="/login" className={styles.link}>
          Retour à la connexion
        </Link>
      }
    >
      {failed ? (
        <Alert>{failed}</Alert>
      ) : (
        <p className={styles.intro} role="status">
          <Spinner size={18} /> Un instant…
        </p>
      )}
      {failed && offline ? (
        <Button variant="primary" onClick={confirm}>
          Réessayer
        </Button>
      ) : null}
      {failed && !offline ? (
        <Button href="/waiting-for-email-verification">Recevoir un nouveau lien</Button>
      ) : null}
    </AuthLayout>
  )
}
