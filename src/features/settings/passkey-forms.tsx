import { useState } from 'react'
import { PASSKEY_NAME_MAX } from '#contract/limits'
import {
  addPasskey,
  newPasskey,
  newRecoveryCodes,
  removePasskey,
  renamePasskey,
  setSecondFactor,
  type Passkey,
} from '#contract/session/passkeys'
import { call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { suggestedDeviceName } from '../../lib/device'
import { NBSP } from '../../lib/text'
import { createPasskey, PasskeyCancelled, PasskeyKnown } from '../../parts/member/passkey'
import { SubmitRow } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { TextField } from '../../ui/forms/text-field'
import { AskPassword } from './ask-password'
import styles from './settings.module.css'

// what can be done with passkeys: each asks for the password first, except renaming

interface FormEnds {
  readonly onDone: () => Promise<void>
  readonly onCancel: () => void
}

export const AddForm = ({ onDone, onCancel }: FormEnds) => {
  const [name, setName] = useState(suggestedDeviceName)
  const add = async (password: string): Promise<void> => {
    const { options } = await call(newPasskey, { body: { password } })
    try {
      const credential = await createPasskey(options)
      await call(addPasskey, { body: { name: name.trim() || suggestedDeviceName(), credential } })
    } catch (error) {
      if (error instanceof PasskeyCancelled) return
      if (error instanceof PasskeyKnown)
        return void toast('Cet appareil a déjà une clé d’accès pour votre compte.', {
          kind: 'info',
        })
      throw error
    }
    toast('Clé d’accès ajoutée.', { kind: 'success' })
    await onDone()
  }
  return (
    <AskPassword
      label="Ajouter une clé d’accès"
      action="Continuer"
      onSubmit={add}
      onCancel={onCancel}
    >
      <TextField
        label="Nom de cette clé"
        value={name}
        onChange={setName}
        maxLength={PASSKEY_NAME_MAX}
        hint="Pour la reconnaître dans la liste."
      />
    </AskPassword>
  )
}

export const RenameForm = ({ passkey, onDone, onCancel }: FormEnds & { passkey: Passkey }) => {
  const [name, setName] = useState(passkey.name)
  const form = useForm()
  const save = async (): Promise<void> => {
    await call(renamePasskey, { params: { id: passkey.id }, body: { name } })
    await onDone()
  }
  return (
    <form
      className={styles.ask}
      aria-label="Renommer la clé"
      onSubmit={form.submit(save, () => ({
        name: name.trim() === '' ? 'Donnez un nom à cette clé.' : undefined,
      }))}
      noValidate
    >
      <TextField
        label="Nom de cette clé"
        value={name}
        onChange={setName}
        maxLength={PASSKEY_NAME_MAX}
        {...form.field('name')}
        data-autofocus=""
      />
      <SubmitRow form={form} onCancel={onCancel}>
        Renommer
      </SubmitRow>
    </form>
  )
}

/** `last`: without it, the second factor ends too. */
export const RemoveForm = ({
  passkey,
  last,
  onDone,
  onCancel,
}: FormEnds & { passkey: Passkey; last: boolean }) => {
  const remove = async (password: string): Promise<void> => {
    await call(removePasskey, { params: { id: passkey.id }, body: { password } })
    toast('Clé d’accès retirée.', { kind: 'success' })
    await onDone()
  }
  return (
    <AskPassword
      label={`Retirer ${passkey.name}`}
      action="Retirer la clé"
      onSubmit={remove}
      onCancel={onCancel}
    >
      <p className={styles.quiet}>
        «&nbsp;{passkey.name}&nbsp;» n’ouvrira plus votre compte.
        {last ? ` C’est la dernière${NBSP}: la connexion en deux étapes s’arrête avec elle.` : ''}
      </p>
    </AskPassword>
  )
}

interface CodesEnds extends FormEnds {
  /** New recovery codes, to be shown this once. */
  readonly onCodes: (codes: readonly string[] | undefined) => void
}

export const SecondFactorForm = ({
  on,
  onCodes,
  onDone,
  onCancel,
}: CodesEnds & { on: boolean }) => {
  const set = async (password: string): Promise<void> => {
    const answer = await call(setSecondFactor, { body: { on, password } })
    if (on) onCodes(answer.codes)
    else toast('Votre mot de passe suffit de nouveau.', { kind: 'success' })
    await onDone()
  }
  return (
    <AskPassword
      label="Connexion en deux étapes"
      action={on ? 'Activer' : 'Désactiver'}
      onSubmit={set}
      onCancel={onCancel}
    >
      <p className={styles.quiet}>
        {on
          ? 'Vous recevrez huit codes de secours, à garder pour le jour où votre appareil sera perdu.'
          : 'Vos codes de secours ne vaudront plus rien.'}
      </p>
    </AskPassword>
  )
}

export const NewCodesForm = ({ onCodes, onDone, onCancel }: CodesEnds) => {
  const renew = async (password: string): Promise<void> => {
    onCodes((await call(newRecoveryCodes, { body: { password } })).codes)
    await onDone()
  }
  return (
    <AskPassword
      label="Nouveaux codes de secours"
      action="Créer de nouveaux codes"
      onSubmit={renew}
      onCancel={onCancel}
    >
      <p className={styles.quiet}>Les anciens ne vaudront plus rien.</p>
    </AskPassword>
  )
}
