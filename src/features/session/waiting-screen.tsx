import { useEffect, useState } from 'react'
import { resendVerification } from '#contract/session/session'
import { call } from '../../data/http/api'
import { storage } from '../../data/device/storage'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { TextField } from '../../ui/forms/text-field'
import { PublicPage } from '../../parts/form/public-page'
import { BackToLogin } from './back-to-login'
import { emailError } from './checks'
import { DemoMailbox } from './demo-mailbox'
import styles from './session.module.css'
import { useForm } from '../../parts/form/use-form'

const RESEND_AFTER_S = 30

/** Seconds until the message can be sent again; `restart` resets the countdown. */
const useCountdown = (running: boolean): [wait: number, restart: () => void] => {
  const [wait, setWait] = useState(running ? RESEND_AFTER_S : 0)
  useEffect(() => {
    if (wait <= 0) return undefined
    const timer = setTimeout(() => setWait((w) => w - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  return [wait, () => setWait(RESEND_AFTER_S)]
}

const Intro = ({ mailLeft, email }: { mailLeft: boolean; email: string }) => {
  if (email === '') return 'Indiquez votre adresse\u00a0: le nouveau lien y sera envoyé.'
  return mailLeft ? (
    <>
      Un message vient de partir vers <b>{email}</b>. Ouvrez le lien qu’il contient pour continuer.
    </>
  ) : (
    <>
      Le nouveau lien sera envoyé à <b>{email}</b>.
    </>
  )
}

/** Only a registration leads here with a mail on its way; a link to ask for another does not. */
const mailHasLeft = (): boolean =>
  (history.state as { readonly mailSent?: unknown } | null)?.mailSent === true

export const WaitingScreen = () => {
  const [mailLeft] = useState(mailHasLeft)
  const known = storage.get('pending_email') ?? ''
  const [email, setEmail] = useState(known)
  const [sent, setSent] = useState(false)
  const [wait, restart] = useCountdown(mailLeft)
  const form = useForm()
  const resend = async (): Promise<void> => {
    await call(resendVerification, { body: { email } })
    setSent(true)
    restart()
  }
  return (
    <PublicPage
      title={mailLeft ? 'Vérifiez votre boîte aux lettres' : 'Confirmez votre adresse'}
      intro={sent ? null : <Intro mailLeft={mailLeft} email={known} />}
      footer={<BackToLogin />}
    >
      <DemoMailbox />
      <form
        className={styles.form}
        onSubmit={form.submit(resend, () => ({ email: known ? undefined : emailError(email) }))}
        noValidate
      >
        {known ? null : (
          <TextField
            label="Adresse e-mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onChange={setEmail}
            {...form.field('email')}
          />
        )}
        {sent ? (
          <p className={styles.note} role="status">
            Si cette adresse attend une confirmation, un lien vient de partir. Pensez à regarder
            dans les indésirables.
          </p>
        ) : null}
        <Alert>{form.error}</Alert>
        <Button type="submit" size="lg" block busy={form.busy} disabled={wait > 0}>
          {mailLeft || sent ? 'Renvoyer le message' : 'Recevoir un nouveau lien'}
          {wait > 0 ? ` (${wait} s)` : ''}
        </Button>
      </form>
    </PublicPage>
  )
}
