import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { changeEmail } from '#contract/session/security'
import { call } from '../../data/http/api'
import { session } from '../../data/session/session'
import { SubmitRow } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { Button } from '../../ui/forms/button'
import { IconMail } from '../../ui/icons/settings'
import { PasswordField } from '../../ui/forms/password-field'
import { Switch } from '../../ui/forms/switch'
import { TextField } from '../../ui/forms/text-field'
import styles from './settings.module.css'
import { useFoldFocus } from './use-fold-focus'

const EmailForm = ({ onEnd }: { onEnd: (sentTo?: string) => void }) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [closeOthers, setCloseOthers] = useState(true)
  const form = useForm()
  const save = async (): Promise<void> => {
    await call(changeEmail, { body: { email: email.trim(), password, close_others: closeOthers } })
    onEnd(email.trim())
  }
  const check = () => ({
    email: /^\S+@\S+\.\S+$/.test(email.trim())
      ? undefined
      : 'Indiquez votre nouvelle adresse e-mail, par exemple nom@exemple.fr.',
    password: password === '' ? 'Saisissez votre mot de passe.' : undefined,
  })
  return (
    <form
      className={styles.ask}
      onSubmit={form.submit(save, check)}
      noValidate
      aria-label="Changer d’adresse e-mail"
    >
      <p className={styles.quiet}>L’adresse et le mot de passe sont obligatoires.</p>
      <TextField
        label="Nouvelle adresse e-mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="Par exemple nom@exemple.fr."
        aria-required
        value={email}
        onChange={setEmail}
        {...form.field('email')}
        data-autofocus=""
      />
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        aria-required
        {...form.field('password')}
      />
      <Switch
        label="Fermer mes autres sessions"
        hint="Au moment où la nouvelle adresse est confirmée."
        checked={closeOthers}
        onChange={setCloseOthers}
      />
      <SubmitRow form={form} onCancel={() => onEnd()}>
        Envoyer le lien
      </SubmitRow>
    </form>
  )
}

/** The address one signs in with. The old one stays good until the link that goes to the new one is opened. */
export const EmailPart = () => {
  const { user } = useSnapshot(session)
  const [open, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const place = useFoldFocus(open ? 'email' : null)
  return (
    <div ref={place} className={styles.part}>
      <h3>Adresse e-mail</h3>
      {open ? (
        <EmailForm
          onEnd={(to) => {
            setOpen(false)
            setSentTo(to)
          }}
        />
      ) : (
        <>
          <p className={styles.quiet}>{user?.email ?? ''}</p>
          {sentTo ? (
            <p className={styles.quiet} role="status">
              Ouvrez le lien que nous venons d’envoyer à {sentTo}. Jusque-là, rien ne change.
            </p>
          ) : null}
          <div className={styles.row}>
            <Button icon={<IconMail size={18} />} data-opens="" onClick={() => setOpen(true)}>
              Changer d’adresse e-mail
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
