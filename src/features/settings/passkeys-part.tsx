import { useEffect, useState, type ReactNode } from 'react'
import { listPasskeys, type Passkey } from '#contract/session/passkeys'
import type { Reply } from '#contract/route'
import { call } from '../../data/http/api'
import { dateLong } from '../../lib/dates'
import { plural } from '../../lib/text'
import { hasPasskeys } from '../../parts/member/passkey'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconEdit, IconPlus, IconTrash } from '../../ui/icons/actions'
import { IconKey } from '../../ui/icons/settings'
import { Switch } from '../../ui/forms/switch'
import { Codes } from './codes'
import { AddForm, NewCodesForm, RemoveForm, RenameForm, SecondFactorForm } from './passkey-forms'
import { refusalText } from './say'
import styles from './settings.module.css'
import { useFoldFocus } from './use-fold-focus'

type Keys = Reply<typeof listPasskeys>
/** What is being done. */
type Doing =
  | { what: 'add' | 'codes' }
  | { what: 'second'; on: boolean }
  | { what: 'remove' | 'rename'; key: Passkey }

const usePasskeys = () => {
  const [keys, setKeys] = useState<Keys | null>(null)
  const [error, setError] = useState<string>()
  const load = (): Promise<void> =>
    call(listPasskeys, {}).then(
      (answer) => {
        setKeys(answer)
        setError(undefined)
      },
      (thrown: unknown) =>
        setError(refusalText(thrown, 'Vos clés d’accès n’ont pas pu être chargées.')),
    )
  useEffect(() => void load(), [])
  return { keys, error, load }
}

/** A passkey in a list; `children`: its buttons. */
export const PasskeyRow = ({ passkey, children }: { passkey: Passkey; children: ReactNode }) => (
  <li className={styles.session}>
    <IconKey size={22} />
    <div>
      <b>{passkey.name}</b>
      <small>
        {passkey.last_used_at
          ? `Utilisée le ${dateLong(passkey.last_used_at)}`
          : `Ajoutée le ${dateLong(passkey.created_at)}, pas encore utilisée`}
      </small>
    </div>
    <div>{children}</div>
  </li>
)

const PasskeyList = ({
  passkeys,
  onAct,
}: {
  passkeys: Keys['passkeys']
  onAct: (doing: Doing) => void
}) => (
  <ul className={styles.sessions}>
    {passkeys.map((key) => (
      <PasskeyRow key={key.id} passkey={key}>
        <IconButton
          size="sm"
          label={`Renommer ${key.name}`}
          icon={<IconEdit size={18} />}
          onClick={() => onAct({ what: 'rename', key })}
        />
        <IconButton
          size="sm"
          label={`Retirer ${key.name}`}
          icon={<IconTrash size={18} />}
          onClick={() => onAct({ what: 'remove', key })}
        />
      </PasskeyRow>
    ))}
  </ul>
)

const AddOffer = ({ onAdd }: { onAdd: () => void }) =>
  hasPasskeys() ? (
    <div className={styles.row}>
      <Button icon={<IconPlus size={18} />} data-opens="" onClick={onAdd}>
        Ajouter une clé d’accès
      </Button>
    </div>
  ) : (
    <p className={styles.quiet}>Ce navigateur ne permet pas d’ajouter une clé d’accès.</p>
  )

/** Passkeys of this person, whether one is required after the password, and recovery codes. */
export const PasskeysPart = () => {
  const { keys, error, load } = usePasskeys()
  const [doing, setDoing] = useState<Doing>()
  const [codes, setCodes] = useState<readonly string[]>()
  const stop = (): void => setDoing(undefined)
  const done = async (): Promise<void> => {
    await load()
    stop()
  }
  const place = useFoldFocus(
    doing ? `${doing.what} ${'key' in doing ? doing.key.id : ''}` : codes ? 'shown' : null,
  )
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
        <PasskeyList passkeys={keys.passkeys} onAct={setDoing} />
      ) : null}
      {doing?.what === 'rename' ? (
        <RenameForm key={doing.key.id} passkey={doing.key} onDone={done} onCancel={stop} />
      ) : null}
      {doing?.what === 'remove' ? (
        <RemoveForm
          key={doing.key.id}
          passkey={doing.key}
          last={keys?.second_factor === true && keys.passkeys.length === 1}
          onDone={done}
          onCancel={stop}
        />
      ) : null}
      {doing?.what === 'add' ? <AddForm onDone={done} onCancel={stop} /> : null}
      {keys && doing?.what !== 'add' ? <AddOffer onAdd={() => setDoing({ what: 'add' })} /> : null}
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
        <SecondFactorForm
          key={String(doing.on)}
          on={doing.on}
          onCodes={setCodes}
          onDone={done}
          onCancel={stop}
        />
      ) : null}
      {doing?.what === 'codes' ? (
        <NewCodesForm onCodes={setCodes} onDone={done} onCancel={stop} />
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
