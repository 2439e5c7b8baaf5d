import { useState } from 'react'
import { IconButton } from './icon-button'
import { IconEye, IconEyeOff } from '../icons/media'
import { TextField, type TextFieldProps } from './text-field'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing'> & {
  /** Tells password managers which one it is. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password, hidden until its eye is pressed. Pasting is never refused. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          label={shown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'}
          icon={shown ? <IconEyeOff /> : <IconEye />}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
