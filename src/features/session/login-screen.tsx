import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { login } from '#contract/session'
import { ApiError, call } from '../../data/api'
import { config } from '../../data/config'
import { openSession } from '../../data/session'
import { storage } from '../../data/storage'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/password-field'
import { TextField } from '../../ui/text-field'
import { AuthLayout } from './auth-layout'
import styles from './session.module.css'
import { useForm } from '../../parts/use-form'

const EndedNote = lazy(async () => ({ default: (await import('./ended-note')).EndedNote }))

/** / and /login. After login the guard leads on: redirect parameter, last route, conversations. */
export const LoginScreen = () => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [unverified, setUnverified] = useState(false)
  const form = useForm()
  const expired = new URLSearchParams(location.search).get('reason') === 'session_expired'
  const demo = config()?.demo ? config()?.demoLogins : undefined

  const enter = async (body: { email: string; password: string }): Promise<void> => {
    try {
      await openSession(await call(login, { body }))
    } catch (error) {
      setUnverified(error instanceof ApiError && error.code === 'email_unverified')
      throw error
    }
  }

  return (
    <AuthLayout title="Connexion" footer={<>Pas encore de compte ? <Link href="/register" className={styles.link}>Inscrivez-vous</Link></>}>
      {expired || storage.get('session_lost') ? <Suspense fallback={null}><EndedNote expired={expired} /></Suspense> : null}
      <form className={styles.form} onSubmit={form.submit(() => enter({ email, password }), () => ({ email: email.trim() === '' ? 'Indiquez votre adresse e-mail.' : undefined, password: password === '' ? 'Saisissez votre mot de passe.' : undefined }))} noValidate>
        <TextField label="Adresse e-mail" type="email" autoComplete="username" inputMode="email" value={email} onChange={setEmail} error={form.of('email')} />
        <PasswordField label="Mot de passe" autoComplete="current-password" value={password} onChange={setPassword} error={form.of('password')} />
        {form.error ? <p className={styles.alert} role="alert">{form.error}</p> : null}
        {unverified ? (
          <Link href="/waiting-for-email-verification" className={styles.link} onClick={() => storage.set('pending_email', email)}>Recevoir un nouveau lien de confirmation</Link>
        ) : null}
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>Se connecter</Button>
        <div className={styles.links}><Link href="/forgot-password" className={styles.link}>Mot de passe oublié ?</Link></div>
      </form>
      {demo && demo.length > 0 ? (
        <div className={styles.demo}>
          <h2>Démonstration</h2>
          <div className={styles.demoRow}>
            {demo.map((d) => (
              <Button key={d.email} size="sm" disabled={form.busy} onClick={(event) => form.submit(() => enter({ email: d.email, password: d.password }))(event)}>{d.label}</Button>
            ))}
          </div>
        </div>
      ) : null}
    </AuthLayout>
  )
}
