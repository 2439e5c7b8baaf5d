import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { SecondFactor } from '#contract/session/passkeys'
import { login } from '#contract/session/session'
import { ApiError, call } from '../../data/http/api'
import { config } from '../../data/start/config'
import { lazyPage, lazyPart } from '../../data/start/lazy-part'
import { loadScreenCode } from '../../data/start/load-code'
import { isOutdated } from '../../data/start/version'
import { openSession } from '../../data/session/session'
import { storage } from '../../data/device/storage'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { PasswordField } from '../../ui/forms/password-field'
import { TextField } from '../../ui/forms/text-field'
import { PublicPage } from '../../parts/form/public-page'
import { DemoLogins } from './demo-logins'
import styles from './session.module.css'
import { useForm } from '../../parts/form/use-form'

const more = () => import('./login-more')
const SecondStep = lazyPage(async () => (await more()).SecondStep)
const NewLink = lazyPart(async () => (await more()).NewLink)
const EndedNote = lazyPart(async () => (await more()).EndedNote)
/**
 * Whether the second step can take the place of the form, with what is typed there: its code has
 * come, or belongs to an older version, and CrashScreen loads the newer one.
 */
const canGoOn = (): Promise<boolean> => loadScreenCode(more).then(() => true, isOutdated)

/** The attempt to sign in, and what the server answered: the second step, or a refusal. */
const useLogin = () => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  // also after a registration that awaits its confirmation: the server does not tell them apart
  const [refused, setRefused] = useState(false)
  const [second, setSecond] = useState<SecondFactor>()
  const form = useForm()
  const enter = async (body: { email: string; password: string }): Promise<void> => {
    try {
      await openSession(await call(login, { body }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor') {
        if (!(await canGoOn())) throw new ApiError(0, '')
        return setSecond(error.details as SecondFactor)
      }
      setRefused(error instanceof ApiError && error.code === 'bad_credentials')
      throw error
    }
  }
  const back = (why: string | null = null): void => {
    setSecond(undefined)
    form.setError(why)
  }
  return { email, setEmail, password, setPassword, refused, second, form, enter, back }
}

const LoginForm = ({
  email,
  setEmail,
  password,
  setPassword,
  refused,
  form,
  enter,
}: ReturnType<typeof useLogin>) => (
  <form
    className={styles.form}
    onSubmit={form.submit(
      () => enter({ email, password }),
      () => ({
        email: email.trim() === '' ? 'Indiquez votre adresse e-mail.' : undefined,
        password: password === '' ? 'Saisissez votre mot de passe.' : undefined,
      }),
    )}
    noValidate
  >
    <p className={styles.needed}>Les deux champs sont obligatoires.</p>
    <TextField
      label="Adresse e-mail"
      type="email"
      autoComplete="username"
      inputMode="email"
      value={email}
      onChange={setEmail}
      aria-required
      {...form.field('email')}
    />
    <PasswordField
      label="Mot de passe"
      autoComplete="current-password"
      value={password}
      onChange={setPassword}
      aria-required
      {...form.field('password')}
    />
    <Alert>{form.error}</Alert>
    {refused ? (
      <Suspense>
        <NewLink email={email} />
      </Suspense>
    ) : null}
    <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
      Se connecter
    </Button>
    <Button
      size="lg"
      block
      disabled={form.busy}
      onClick={form.submit(async () => (await more()).logInByPasskey(form))}
    >
      Utiliser une clé d’accès
    </Button>
    <div className={styles.links}>
      <Link href="/forgot-password" className={styles.link}>
        Mot de passe oublié&nbsp;?
      </Link>
    </div>
  </form>
)

/** / and /login. After login the guard leads on: redirect parameter, last route, conversations. */
export const LoginScreen = () => {
  const attempt = useLogin()
  const { second, form, enter, back } = attempt
  const expired = new URLSearchParams(location.search).get('reason') === 'session_expired'
  const demo = config()?.demo ? config()?.demoLogins : undefined
  if (second)
    return (
      <PublicPage title="Connexion">
        <Suspense>
          <SecondStep asked={second} onBack={back} />
        </Suspense>
      </PublicPage>
    )
  return (
    <PublicPage
      title="Connexion"
      isFirst
      footer={
        <>
          Pas encore de compte&nbsp;?{' '}
          <Link href="/register" className={styles.link}>
            Inscrivez-vous
          </Link>
          <br />
          <Link href="/signaler" className={styles.link}>
            Signaler un contenu
          </Link>
        </>
      }
    >
      {expired || storage.get('session_lost') ? (
        <Suspense fallback={null}>
          <EndedNote expired={expired} />
        </Suspense>
      ) : null}
      <LoginForm {...attempt} />
      {demo?.length ? (
        <DemoLogins logins={demo} busy={form.busy} onEnter={(d) => form.submit(() => enter(d))} />
      ) : null}
    </PublicPage>
  )
}
