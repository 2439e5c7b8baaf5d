import { useState } from 'react'
import type { Agreements } from '#contract/agreements'
import {
  addIdentityPasskey,
  newIdentityPasskey,
  removeIdentityPasskey,
} from '#contract/profile/identity-passkeys'
import { PASSKEY_NAME_MAX } from '#contract/limits'
import type { Passkey } from '#contract/session/passkeys'
import { call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { CodeField } from '../../parts/agree/code-field'
import { refreshAgreements } from '../../parts/member/agreements'
import {
  createPasskey,
  hasPasskeys,
  PasskeyCancelled,
  PasskeyKnown,
} from '../../parts/member/passkey'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { TextField } from '../../ui/forms/text-field'
import { IconPlus, IconTrash } from '../../ui/icons/actions'
import { AskPassword } from './ask-password'
import { PasskeyRow } from './passkeys-part'
import styles from './settings.module.css'
import { useFoldFocus } from './use-fold-focus'

type Person = Agreements['persons'][number]
interface FormProps {
  readonly person: Person
  readonly onEnd: () => void
}

/** Asks for the code or a passkey that was set before. */
const Current = ({
  person,
  value,
  onChange,
}: {
  person: Person
  value: string
  onChange: (value: string) => void
}) =>
  person.voice === 'code' ? (
    <CodeField
      identity={person.identity_id}
      label="Votre code actuel"
      value={value}
      onChange={onChange}
    />
  ) : null

const AddForm = ({ person, onEnd }: FormProps) => {
  const [name, setName] = useState('Ma clé')
  const [current, setCurrent] = useState('')
  const add = async (password: string): Promise<void> => {
    const proof = current ? { current } : {}
    const { options } = await call(newIdentityPasskey, { body: { password, ...proof } })
    try {
      const credential = await createPasskey(options)
      await call(addIdentityPasskey, { body: { name: name.trim() || 'Ma clé', credential } })
    } catch (error) {
      if (error instanceof PasskeyCancelled) return
      if (error instanceof PasskeyKnown)
        return void toast('Cet appareil a déjà une clé pour vos accords.', { kind: 'info' })
      throw error
    }
    toast('Votre clé est enregistrée.', { kind: 'success' })
    await refreshAgreements()
    onEnd()
  }
  return (
    <AskPassword
      label="Ajouter une clé pour vos accords"
      action="Continuer"
      onSubmit={add}
      onCancel={onEnd}
    >
      <p className={styles.quiet}>
        Choisissez une clé que l’autre n’ouvre pas, comme votre téléphone ou une clé de sécurité. Un
        appareil que vous déverrouillez tous les deux ne prouve rien.
      </p>
      <TextField
        label="Nom de cette clé"
        value={name}
        onChange={setName}
        maxLength={PASSKEY_NAME_MAX}
      />
      <Current person={person} value={current} onChange={setCurrent} />
    </AskPassword>
  )
}

const RemoveForm = ({ person, passkey, onEnd }: FormProps & { passkey: Passkey }) => {
  const [current, setCurrent] = useState('')
  const remove = async (password: string): Promise<void> => {
    await call(removeIdentityPasskey, {
      params: { id: passkey.id },
      body: { password, ...(current ? { current } : {}) },
    })
    toast('Clé retirée.', { kind: 'success' })
    await refreshAgreements()
    onEnd()
  }
  return (
    <AskPassword
      label={`Retirer ${passkey.name}`}
      action="Retirer la clé"
      onSubmit={remove}
      onCancel={onEnd}
    >
      <Current person={person} value={current} onChange={setCurrent} />
    </AskPassword>
  )
}

/** Passkeys with which the acting person answers on a device that both use. */
export const AgreementKeys = ({ person }: { person: Person }) => {
  const [doing, setDoing] = useState<Passkey | 'add' | null>(null)
  const place = useFoldFocus(doing === null || doing === 'add' ? doing : doing.id)
  const end = (): void => setDoing(null)
  return (
    <div ref={place} className={styles.part}>
      <ul className={styles.sessions} aria-label="Vos clés pour les accords">
        {person.passkeys.map((key) => (
          <PasskeyRow key={key.id} passkey={key}>
            <IconButton
              size="sm"
              label={`Retirer ${key.name}`}
              icon={<IconTrash size={18} />}
              onClick={() => setDoing(key)}
            />
          </PasskeyRow>
        ))}
      </ul>
      {doing === 'add' ? <AddForm person={person} onEnd={end} /> : null}
      {doing !== null && doing !== 'add' ? (
        <RemoveForm key={doing.id} person={person} passkey={doing} onEnd={end} />
      ) : null}
      {doing === null && hasPasskeys() ? (
        <div className={styles.row}>
          <Button
            size="sm"
            icon={<IconPlus size={18} />}
            data-opens=""
            onClick={() => setDoing('add')}
          >
            Ajouter une clé
          </Button>
        </div>
      ) : null}
    </div>
  )
}
