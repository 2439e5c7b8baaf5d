import { useEffect, useState } from 'react'
import { PASSKEY_NAME_MAX } from '#contract/limits'
import {
  addPasskey,
  listPasskeys,
  newPasskey,
  newRecoveryCodes,
  removePasskey,
  renamePasskey,
  setSecondFactor,
  type Passkey,
} from '#contract/session/passkeys'
import type { Reply } from '#contract/route'
import { call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { dateLong } from '../../lib/dates'
import { plural } from '../../lib/text'
import {
  createPasskey,
  hasPasskeys,
  PasskeyCancelled,
  PasskeyKnown,
} from '../../parts/member/passkey'
import { useForm } from '../../parts/form/use-form'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconEdit, IconPlus, IconTrash } from '../../ui/icons/actions'
import { IconKey } from '../../ui/icons/settings'
import { Switch } from '../../ui/forms/switch'
import { TextField } from '../../ui/forms/text-field'
import { AskPassword } from './ask-password'
import { Codes } from './codes'
import { sayWhy } from './say'
import styles from './settings.module.css'
import { useFold } from './use-fold'

type Keys = Reply<typeof listPasskeys>
const OWN = { identity: 'none' } as const
/** What is being done: each asks for the password first, but for a name. */
type Doing =
  | { what: 'add' | 'codes' }
  | { what: 'second'; on: boolean }
  | { what: 'remove' | 'rename'; key: Passkey }

/** «Chrome sur Android» would be the browser's word; the device knows itself better by its kind. */
const suggested = (): string =>
  /Android|iPhone|iPad/.test(navigator.userAgent) ? 'Mon téléphone' : 'Mon ordinateur'

const AddForm = ({ onDone, onCancel }: { onDone: () => Promise<void>; onCancel: () => void }) => {
  const [name, setName] = useState(suggested)
  const add = async (password: string): Promise<void> => {
    const { options } = await call(newPasskey, { body: { password } }, OWN)
    try {
      const credential = await createPasskey(options)
      await call(addPasskey, { body: { name: name.trim() || suggested(), credential } }, OWN)
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

const RenameForm = ({
  passkey,
  onDone,
  onCancel,
}: {
  passkey: Passkey
  onDone: () => Promise<void>
  onCancel: () => void
}) => {
  const [name, setName] = useState(passkey.name)
  const form = useForm()
  const save = async (): Promise<void> => {
    await call(renamePasskey, { params: { id: passkey.id }, body: { name } }, OWN)
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
      {form.error ? (
        <p className={styles.alert} role="alert">
          {form.error}
        </p>
      ) : null}
      <div className={styles.row}>
        <Button variant="ghost" onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Renommer
        </Button>
      </div>
    </form>
  )
}

/** Passkeys of this person, whether one is required after the password, and recovery codes. */
export const PasskeysPart = () => {
  const [keys, setKeys] = useState<Keys | null>(null)
  const [error, setError] = useState<string>()
  const [doing, setDoing] = useState<Doing>()
  const [codes, setCodes] = useState<readonly string[]>()
  const load = (): Promise<void> =>
    call(listPasskeys, {}, OWN).then(
      (answer) => {
        setKeys(answer)
        setError(undefined)
      },
      (thrown: unknown) => setError(sayWhy(thrown, 'Vos clés d’accès n’ont pas pu être chargées.')),
    )
  useEffect(() => void load(), [])
  const stop = (): void => setDoing(undefined)
  const done = async (): Promise<void> => {
    await load()
    stop()
  }
  const remove =
    (key: Passkey) =>
    async (password: string): Promise<void> => {
      await call(removePasskey, { params: { id: key.id }, body: { password } }, OWN)
      toast('Clé d’accès retirée.', { kind: 'success' })
      await done()
    }
  const second =
    (on: boolean) =>
    async (password: string): Promise<void> => {
      const answer = await call(setSecondFactor, { body: { on, password } }, OWN)
      if (on) setCodes(answer.codes)
      else toast('Votre mot de passe suffit de nouveau.', { kind: 'success' })
      await done()
    }
  const renew = async (password: string): Promise<void> => {
    setCodes((await call(newRecoveryCodes, { body: { password } }, OWN)).codes)
    await done()
  }
  const place = useFold(
    doing ? `${doing.what} ${'key' in doing ? doing.key.id : ''}` : codes ? 'shown' : null,
  )
  const last = keys?.second_factor && keys.passkeys.length === 1
  return (
    <div ref={place} className={styles.part}>
      <h3>Clés d’accès</h3>
      <p className={styles.quiet}>
        Votre empreinte, votre visage ou le code de votre appareil remplacent le mot de passe. Rien
        de cela ne quitte l’appareil.
      </p>
      {error ? (
        <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void load() }}>
          {error}
        </Banner>
      ) : null}
      {keys && keys.passkeys.length > 0 ? (
        <ul className={styles.sessions}>
          {keys.passkeys.map((key) => (
            <li key={key.id} className={styles.session}>
              <IconKey size={22} />
              <div>
                <b>{key.name}</b>
                <small>
                  {key.last_used_at
                    ? `Utilisée le ${dateLong(key.last_used_at)}`
                    : `Ajoutée le ${dateLong(key.created_at)}, pas encore utilisée`}
                </small>
              </div>
              <div>
                <IconButton
                  size="sm"
                  label={`Renommer ${key.name}`}
                  icon={<IconEdit size={18} />}
                  onClick={() => setDoing({ what: 'rename', key })}
                />
                <IconButton
                  size="sm"
                  label={`Retirer ${key.name}`}
                  icon={<IconTrash size={18} />}
                  onClick={() => setDoing({ what: 'remove', key })}
                />
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {doing?.what === 'rename' ? (
        <RenameForm key={doing.key.id} passkey={doing.key} onDone={done} onCancel={stop} />
      ) : null}
      {doing?.what === 'remove' ? (
        <AskPassword
          key={doing.key.id}
          label={`Retirer ${doing.key.name}`}
          action="Retirer la clé"
          onSubmit={remove(doing.key)}
          onCancel={stop}
        >
          <p className={styles.quiet}>
            « {doing.key.name} » n’ouvrira plus votre compte.
            {last ? ' C’est la dernière : la connexion en deux étapes s’arrête avec elle.' : ''}
          </p>
        </AskPassword>
      ) : null}
      {doing?.what === 'add' ? <AddForm onDone={done} onCancel={stop} /> : null}
      {keys && doing?.what !== 'add' ? (
        hasPasskeys() ? (
          <div className={styles.row}>
            <Button
              icon={<IconPlus size={18} />}
              data-opens=""
              onClick={() => setDoing({ what: 'add' })}
            >
              Ajouter une clé d’accès
            </Button>
          </div>
        ) : (
          <p className={styles.quiet}>Ce navigateur ne permet pas d’ajouter une clé d’accès.</p>
        )
      ) : null}
      {keys && (keys.passkeys.length > 0 || keys.second_factor) ? (
        <Switch
          label="Demander aussi une clé d’accès après le mot de passe"
          checked={keys.second_factor}
          onChange={(on) => setDoing({ what: 'second', on })}
          hint={
            keys.second_factor
              ? `Il vous reste ${plural(keys.codes_left, 'code de secours', 'codes de secours')}.`
              : 'Même une personne qui connaît votre mot de passe ne peut pas se connecter.'
          }
        />
      ) : null}
      {doing?.what === 'second' ? (
        <AskPassword
          key={String(doing.on)}
          label="Connexion en deux étapes"
          action={doing.on ? 'Activer' : 'Désactiver'}
          onSubmit={second(doing.on)}
          onCancel={stop}
        >
          <p className={styles.quiet}>
            {doing.on
              ? 'Vous recevrez huit codes de secours, à garder pour le jour où votre appareil est perdu.'
              : 'Vos codes de secours ne vaudront plus rien.'}
          </p>
        </AskPassword>
      ) : null}
      {doing?.what === 'codes' ? (
        <AskPassword
          label="Nouveaux codes de secours"
          action="Créer de nouveaux codes"
          onSubmit={renew}
          onCancel={stop}
        >
          <p className={styles.quiet}>Les anciens ne vaudront plus rien.</p>
        </AskPassword>
      ) : keys?.second_factor && !codes ? (
        <div className={styles.row}>
          <Button variant="ghost" onClick={() => setDoing({ what: 'codes' })}>
            Créer de nouveaux codes
          </Button>
        </div>
      ) : null}
      {codes ? <Codes codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </div>
  )
}
