import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { resetPassword } from '#contract/session'
import { call } from '../../data/api'
import { toast } from '../../data/toasts'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/password-field'
import { AuthLayout } from './auth-layout'
import { linkToken } from './link-token'
import styles from './session.module.css'
import { useForm } from './use-form'

export const ResetScreen = () => {
  const [token] = useState(linkToken)
  const [password, setPassword] = useState('')
  const [, navigate] = useLocation()
  const form = useForm()
  const submit = async (): Promise<void> => {
    if (!token) return form.setError('Ce lien est incomplet. Ouvrez-le depuis le message reçu.')
    await call(resetPassword, { body: { token, password } })
    toast('Mot de passe changé. Vous pouvez vous connecter.', { kind: 'success', durationMs: 6000 })
    navigate('/login', { replace: true })
  }
  return (
    <AuthLayout title="Nouveau mot de passe" intro="Toutes vos sessions ouvertes seront fermées." footer={<Link href="/login" className={styles.link}>Retour à la connexion</Link>}>
      <form className={styles.form} onSubmit={form.submit(submit)} noValidate>
        <PasswordField label="Nouveau mot de passe" autoComplete="new-password" hint="10 caractères au moins, pas un mot de passe courant." value={password} onChange={setPassword} error={form.of('password')} />
        {form.error ? <p className={styles.alert} role="alert">{form.error}</p> : null}
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>Changer le mot de passe</Button>
      </form>
    </AuthLayout>
  )
}
