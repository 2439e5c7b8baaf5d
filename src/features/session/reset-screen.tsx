import { useState } from 'react'
import { useLocation } from 'wouter'
import { resetPassword } from '#contract/session/session'
import { call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { NewPasswordField, passwordError } from '../../parts/form/new-password-field'
import { PublicPage } from '../../parts/form/public-page'
import { BackToLogin } from './back-to-login'
import { LinkOver, isLinkRefused } from './link-over'
import { readLinkToken } from './link-token'
import styles from './session.module.css'
import { Submit } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'

export const ResetScreen = () => {
  const [token] = useState(readLinkToken)
  const [password, setPassword] = useState('')
  const [over, setOver] = useState(token === null)
  const [, navigate] = useLocation()
  const form = useForm()
  const submit = async (): Promise<void> => {
    try {
      await call(resetPassword, { body: { token: token ?? '', password } })
    } catch (error) {
      setOver(isLinkRefused(error))
      throw error
    }
    toast('Mot de passe changé. Vous pouvez vous connecter.', { kind: 'success', durationMs: 6000 })
    navigate('/login', { replace: true })
  }
  if (over)
    return (
      <LinkOver
        text="Il a déjà servi, ou il est trop ancien&nbsp;: un lien reste valable une heure. Demandez-en un nouveau."
        action={{ label: 'Recevoir un nouveau lien', href: '/forgot-password' }}
      />
    )
  return (
    <PublicPage
      title="Nouveau mot de passe"
      intro="Toutes vos sessions ouvertes seront fermées."
      footer={<BackToLogin />}
    >
      <form
        className={styles.form}
        onSubmit={form.submit(submit, () => ({ password: passwordError(password) }))}
        noValidate
      >
        <NewPasswordField
          label="Nouveau mot de passe"
          value={password}
          onChange={setPassword}
          form={form}
        />
        <Submit form={form}>Changer le mot de passe</Submit>
      </form>
    </PublicPage>
  )
}
