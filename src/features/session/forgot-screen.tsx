import { useState } from 'react'
import { forgotPassword } from '#contract/session/session'
import { call } from '../../data/http/api'
import { Button } from '../../ui/forms/button'
import { TextField } from '../../ui/forms/text-field'
import { PublicPage } from '../../parts/form/public-page'
import { BackToLogin } from './back-to-login'
import { emailError } from './checks'
import { DemoMailbox } from './demo-mailbox'
import styles from './session.module.css'
import { Submit } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'

export const ForgotScreen = () => {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const form = useForm()
  if (sent)
    return (
      <PublicPage
        title="Regardez vos messages"
        footer={<BackToLogin />}
        intro="Si cette adresse est connue, un lien vient de partir. Il reste valable une heure."
      >
        <DemoMailbox />
        <Button onClick={() => setSent(false)}>Utiliser une autre adresse</Button>
      </PublicPage>
    )
  return (
    <PublicPage
      title="Mot de passe oublié"
      intro="Indiquez votre adresse&nbsp;: nous vous enverrons un lien pour en choisir un nouveau."
      footer={<BackToLogin />}
    >
      <form
        className={styles.form}
        onSubmit={form.submit(
          async () => {
            await call(forgotPassword, { body: { email } })
            setSent(true)
          },
          () => ({ email: emailError(email) }),
        )}
        noValidate
      >
        <TextField
          label="Adresse e-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          {...form.field('email')}
        />
        <Submit form={form}>Envoyer le lien</Submit>
      </form>
    </PublicPage>
  )
}
