import { PASSWORD_MIN } from '#contract/limits'
import { PasswordField } from '../../ui/forms/password-field'
import type { FormState } from './use-form'

/** The contract's rule that can be checked before sending, in the server's words. */
export const passwordError = (password: string): string | undefined =>
  password.length < PASSWORD_MIN
    ? `Le mot de passe compte au moins ${PASSWORD_MIN} caractères.`
    : undefined

interface NewPasswordFieldProps {
  label?: string
  value: string
  onChange: (value: string) => void
  form: FormState
}

/** The field of a new password (`password` of the body), with its rules as a hint. */
export const NewPasswordField = ({
  label = 'Mot de passe',
  value,
  onChange,
  form,
}: NewPasswordFieldProps) => (
  <PasswordField
    label={label}
    autoComplete="new-password"
    hint={`${PASSWORD_MIN} caractères au moins, pas un mot de passe courant.`}
    value={value}
    onChange={onChange}
    aria-required
    {...form.field('password')}
  />
)
