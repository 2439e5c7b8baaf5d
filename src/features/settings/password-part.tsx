import { useState } from 'react'
import { changePassword } from '#contract/session/security'
import { call } from '../../data/http/api'
import { session } from '../../data/session/session'
import { toast } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { NewPasswordField, passwordError } from '../../parts/form/new-password-field'
import { SubmitRow } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { Button } from '../../ui/forms/button'
import { IconKey } from '../../ui/icons/settings'
import { PasswordField } from '../../ui/forms/password-field'
import { Switch } from '../../ui/forms/switch'
import styles from './settings.module.css'
import { useFoldFocus } from './use-fold-focus'

const PasswordForm = ({ onEnd }: { onEnd: () => void }) => {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [closeOthers, setCloseOthers] = useState(true)
  const form = useForm()
  const save = async (): Promise<void> => {
    await call(changePassword, { body: { current, password, close_others: closeOthers } })
    toast(
      closeOthers
        ? 'Mot de passe changé. Vos autres sessions sont fermées.'
        : 'Mot de passe changé.',
      { kind: 'success', durationMs: 5_000 },
    )
    onEnd()
  }
  const check = () => ({
    current: current === '' ? 'Saisissez votre mot de passe actuel.' : undefined,
    password: passwordError(password),
  })
  return (
    <form
      className={styles.ask}
      onSubmit={form.submit(save, check)}
      noValidate
      aria-label="Changer le mot de passe"
    >
      {/* for password managers: whose password is changed */}
      <input hidden readOnly autoComplete="username" value={session.user?.email ?? ''} />
      <p className={styles.quiet}>Les deux mots de passe sont obligatoires.</p>
      <PasswordField
        label="Mot de passe actuel"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        aria-required
        {...form.field('current')}
        data-autofocus=""
      />
      <NewPasswordField
        label="Nouveau mot de passe"
        value={password}
        onChange={setPassword}
        form={form}
      />
      <Switch
        label="Fermer mes autres sessions"
        hint={`Conseillé${NBSP}: qui connaissait l’ancien mot de passe n’a plus accès à rien.`}
        checked={closeOthers}
        onChange={setCloseOthers}
      />
      <SubmitRow form={form} onCancel={onEnd}>
        Changer le mot de passe
      </SubmitRow>
    </form>
  )
}

/** The form stays folded: nothing asks for a password unless one comes to change it. */
export const PasswordPart = () => {
  const [open, setOpen] = useState(false)
  const place = useFoldFocus(open ? 'password' : null)
  return (
    <div ref={place} className={styles.part}>
      <h3>Mot de passe</h3>
      {open ? (
        <PasswordForm onEnd={() => setOpen(false)} />
      ) : (
        <>
          <p className={styles.quiet}>Nous vous écrivons chaque fois qu’il change.</p>
          <div className={styles.row}>
            <Button icon={<IconKey size={18} />} data-opens="" onClick={() => setOpen(true)}>
              Changer mon mot de passe
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
