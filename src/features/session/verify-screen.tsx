import { useEffect, useRef, useState } from 'react'
import { verifyEmail } from '#contract/session/session'
import { ApiError, call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { openSession } from '../../data/session/session'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { PasswordField } from '../../ui/forms/password-field'
import { Spinner } from '../../ui/feedback/spinner'
import { PublicPage } from '../../parts/form/public-page'
import { BackToLogin } from './back-to-login'
import { LinkOver, isLinkRefused } from './link-over'
import { readLinkToken } from './link-token'
import { Submit } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import styles from './session.module.css'

const leave = (): void => {
  if (location.pathname === '/verify-email') history.replaceState(null, '', '/')
  location.reload()
}

/** The address was registered more than once: only who knows this link's password confirms it. */
const PasswordForm = () => {
  const [password, setPassword] = useState('')
  const form = useForm()
  const submit = async (): Promise<void> => {
    await openSession(await call(verifyEmail, { body: { token: readLinkToken() ?? '', password } }))
    leave()
  }
  return (
    <form
      className={styles.form}
      onSubmit={form.submit(submit, () => ({
        password: password === '' ? 'Tapez votre mot de passe.' : undefined,
      }))}
      noValidate
    >
      <p className={styles.intro}>
        Plusieurs inscriptions ont été faites avec cette adresse. Tapez le mot de passe que vous
        avez choisi&nbsp;: personne d’autre ne pourra ouvrir votre compte.
      </p>
      <PasswordField
        label="Mot de passe"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        {...form.field('password')}
      />
      <Submit form={form}>Confirmer mon adresse</Submit>
    </form>
  )
}

/**
 * Opened from the mail: confirms by POST (a link checker that only reads the page uses nothing up),
 * then the guard leads on.
 */
export const VerifyScreen = () => {
  const [failed, setFailed] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const [offline, setOffline] = useState(false)
  const [locked, setLocked] = useState(false)
  const asked = useRef(false)
  const confirm = (): void => {
    const token = readLinkToken()
    if (!token) return setOver(true)
    setFailed(null)
    setOffline(false)
    call(verifyEmail, { body: { token } })
      .then(openSession)
      .then(leave, (error: unknown) => {
        if (error instanceof ApiError && error.code === 'password_needed') return setLocked(true)
        setOver(isLinkRefused(error))
        setOffline(
          error instanceof ApiError &&
            (error.status === 0 || error.status === 429 || error.status >= 500),
        )
        setFailed(
          serverMessageOf(error) ??
            (error instanceof ApiError && error.status > 0
              ? 'Une erreur est survenue. Réessayez dans un instant.'
              : 'Pas de réseau. Réessayez dans un instant.'),
        )
      })
  }
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    confirm()
  }, [])
  if (over)
    return (
      <LinkOver
        text="Il a déjà servi, ou il est trop ancien. Si votre adresse est confirmée, connectez-vous&nbsp;; sinon, demandez un nouveau lien."
        action={{ label: 'Recevoir un nouveau lien', href: '/waiting-for-email-verification' }}
      />
    )
  return (
    <PublicPage title="Confirmation de votre adresse" footer={<BackToLogin />}>
      {locked ? <PasswordForm /> : null}
      {failed ? <Alert>{failed}</Alert> : null}
      {failed || locked ? null : (
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
    </PublicPage>
  )
}
