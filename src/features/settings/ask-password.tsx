import { useState, type ReactNode } from 'react'
import { SubmitRow } from '../../parts/form/submit'
import { useForm, type FieldErrors, type FormState } from '../../parts/form/use-form'
import { PasswordField } from '../../ui/forms/password-field'
import styles from './settings.module.css'

interface AskPasswordProps {
  /** Name of the form, for screen readers. */
  readonly label: string
  readonly action: string
  /** Rejects with ApiError; `wrong_password` is shown at the field. */
  readonly onSubmit: (password: string) => Promise<void>
  readonly onCancel: () => void
  /** What is wrong with the fields in `children`, said together with the password's. */
  readonly check?: () => FieldErrors
  readonly children?: ReactNode | ((form: FormState) => ReactNode)
}

/** The password asked again, before what a borrowed screen must not do. */
export const AskPassword = ({
  label,
  action,
  onSubmit,
  onCancel,
  check,
  children,
}: AskPasswordProps) => {
  const [password, setPassword] = useState('')
  const form = useForm()
  return (
    <form
      className={styles.ask}
      aria-label={label}
      onSubmit={form.submit(
        () => onSubmit(password),
        () => ({
          ...check?.(),
          password: password === '' ? 'Saisissez votre mot de passe.' : undefined,
        }),
      )}
      noValidate
    >
      {typeof children === 'function' ? children(form) : children}
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        {...form.field('password')}
        data-autofocus=""
      />
      <SubmitRow form={form} onCancel={onCancel}>
        {action}
      </SubmitRow>
    </form>
  )
}
