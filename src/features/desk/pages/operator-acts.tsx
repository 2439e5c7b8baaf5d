import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Reply } from '#contract/route'
import {
  accountLogins,
  changeLoginEmail,
  deleteAccountNow,
  endAccountSessions,
  endVerification,
} from '#contract/staff/members'
import { toast } from '../../../data/state/toasts'
import { dateLong } from '../../../lib/dates'
import { plural } from '../../../lib/text'
import { useForm, type FormState, type FieldErrors } from '../../../parts/form/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/forms/button'
import { SelectField } from '../../../ui/forms/select-field'
import { TextField } from '../../../ui/forms/text-field'
import { Load } from '../community/load'
import { staffCall } from '../state/desk'
import styles from './pages.module.css'

type Login = Reply<typeof accountLogins>['logins'][number]
type Act = 'sessions' | 'verification' | 'email' | 'delete'
const ACTS = [
  { value: 'sessions', label: 'Fermer toutes ses sessions' },
  { value: 'verification', label: 'Retirer la vérification du profil' },
  { value: 'email', label: 'Changer une adresse e-mail' },
  { value: 'delete', label: 'Supprimer le compte tout de suite' },
] as const

const EXPLAINED = {
  sessions: 'Chaque appareil doit se reconnecter. Rien d’autre ne change.',
  verification: 'Le badge disparaît, et le membre l’apprend. Il peut refaire une photo.',
  email:
    'Sur demande prouvée. Un lien part à la nouvelle adresse\u00a0; l’ancienne est prévenue, et reste la bonne jusqu’à ce que le lien soit ouvert.',
  delete:
    'Le compte disparaît à l’instant et tout est effacé en quelques minutes, sans retour possible. Pour une demande écrite du membre.',
} as const satisfies Record<Act, string>

const Logins = ({ logins }: { logins: readonly Login[] }) => (
  <ul className={styles.entries}>
    {logins.map((one) => (
      <li key={one.id} className={styles.person}>
        <div>
          <b>{one.email}</b>
          <p className={styles.quiet}>
            {one.lastUsedAt ? `Dernier usage le ${dateLong(one.lastUsedAt)}` : 'Jamais utilisé'} ·{' '}
            {plural(one.sessions, 'session ouverte', 'sessions ouvertes')}
          </p>
        </div>
      </li>
    ))}
  </ul>
)

/** What an act needs besides its reason. */
const ActFields = ({
  act,
  logins,
  login,
  onLogin,
  typed,
  onTyped,
  form,
}: {
  act: Act
  logins: readonly Login[]
  login: string
  onLogin: (id: string) => void
  typed: string
  onTyped: (text: string) => void
  form: FormState
}) => {
  if (act === 'sessions' || act === 'verification') return null
  if (act === 'delete')
    return (
      <TextField
        label="Pseudo du compte, recopié"
        autoComplete="off"
        value={typed}
        onChange={onTyped}
        {...form.field('handle')}
      />
    )
  return (
    <>
      {logins.length > 1 ? (
        <SelectField
          label="Connexion"
          value={login}
          options={logins.map((one) => ({ value: one.id, label: one.email }))}
          onChange={onLogin}
        />
      ) : null}
      <TextField
        label="Nouvelle adresse"
        type="email"
        inputMode="email"
        value={typed}
        onChange={onTyped}
        {...form.field('email')}
      />
    </>
  )
}

const ActForm = ({
  id,
  logins,
  onDone,
}: {
  id: string
  logins: readonly Login[]
  onDone: () => void
}) => {
  const [act, setAct] = useState<Act>('sessions')
  const [login, setLogin] = useState(logins[0]?.id ?? '')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [, navigate] = useLocation()
  const form = useForm()
  const params = { id }
  const run = async (): Promise<void> => {
    if (act === 'sessions') {
      const { ended } = await staffCall(endAccountSessions, { params, body: { reason } })
      toast(`${plural(ended, 'session fermée', 'sessions fermées')}.`, { kind: 'success' })
    } else if (act === 'verification') {
      await staffCall(endVerification, { params, body: { reason } })
      toast('La vérification est retirée.', { kind: 'success' })
    } else if (act === 'email') {
      await staffCall(changeLoginEmail, { params: { id: login }, body: { email: typed, reason } })
      toast('Le lien est parti à la nouvelle adresse.', { kind: 'success' })
    } else {
      await staffCall(deleteAccountNow, { params, body: { reason, handle: typed } })
      toast('Compte supprimé.', { kind: 'success' })
      return navigate('/desk/members')
    }
    setReason('')
    setTyped('')
    onDone()
  }
  const check = (): FieldErrors => ({
    reason: reason.trim().length < 3 ? 'Écrivez pourquoi en quelques mots.' : undefined,
    email: act === 'email' && typed.trim() === '' ? 'Saisissez la nouvelle adresse.' : undefined,
    handle: act === 'delete' && typed.trim() === '' ? 'Recopiez le pseudo du compte.' : undefined,
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit(run, check)}>
      <SelectField
        label="Geste"
        value={act}
        options={ACTS}
        onChange={(value) => {
          setAct(value as Act)
          setTyped('')
        }}
      />
      <p className={styles.quiet}>{EXPLAINED[act]}</p>
      <ActFields
        act={act}
        logins={logins}
        login={login}
        onLogin={setLogin}
        typed={typed}
        onTyped={setTyped}
        form={form}
      />
      <TextField
        label="Pourquoi, pour le journal"
        value={reason}
        maxLength={500}
        onChange={setReason}
        {...form.field('reason')}
      />
      <Alert>{form.error}</Alert>
      <Button type="submit" variant={act === 'delete' ? 'danger' : 'primary'} busy={form.busy}>
        {act === 'delete' ? 'Supprimer définitivement' : 'Valider'}
      </Button>
    </form>
  )
}

/** What operators may do to an account besides a decision; each act is in the log with its reason. */
export const OperatorActs = ({ id, onDone }: { id: string; onDone: () => void }) => (
  <section className={styles.section} aria-label="Connexions">
    <h2 className={styles.subtitle}>Connexions</h2>
    <Load
      name={`logins:${id}`}
      load={async () => (await staffCall(accountLogins, { params: { id } })).logins}
    >
      {(logins, reload) => (
        <>
          <Logins logins={logins} />
          <ActForm
            id={id}
            logins={logins}
            onDone={() => {
              onDone()
              void reload()
            }}
          />
        </>
      )}
    </Load>
  </section>
)
