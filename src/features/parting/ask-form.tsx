import { useState } from 'react'
import { useLocation } from 'wouter'
import { startParting, type Parting, type PartingKind } from '#contract/profile/parting'
import { ApiError, call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { CodeField } from '../../parts/agree/code-field'
import { useForm } from '../../parts/form/use-form'
import { HelpNumbers } from '../../parts/member/help-numbers'
import { Alert } from '../../ui/feedback/alert'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { PasswordField } from '../../ui/forms/password-field'
import { Segmented } from '../../ui/forms/segmented'
import { Switch } from '../../ui/forms/switch'
import { TextField } from '../../ui/forms/text-field'
import { refreshParting } from './api'
import { OPEN_SESSION_WARNING } from './open-card'
import styles from './parting.module.css'

const KINDS = [
  { value: 'part', label: 'Un compte à moi' },
  { value: 'leave', label: 'Partir sans compte' },
] as const satisfies readonly { value: PartingKind; label: string }[]

/** `held`: the other person is notified a day later. */
const factsOf = (kind: PartingKind, held: boolean): readonly string[] => {
  const closed = `${held ? 'Dès que l’autre personne l’apprend' : 'Dès la demande'}, les photos marquées «${NBSP}Nous deux${NBSP}» ne sont plus montrées à personne d’autre.`
  return kind === 'part'
    ? [
        'Vous emportez votre identité, les photos de vous, vos notes et les relations de votre choix.',
        'Les discussions menées à deux restent lisibles, pour chacun, sans que l’on puisse y écrire.',
        closed,
        'Les photos de vous deux sont effacées, sauf celles que vous gardez tous les deux, chacun pour soi.',
      ]
    : [
        'Votre identité et vos photos quittent le compte. L’autre personne le garde.',
        closed,
        'Les photos de vous deux sont effacées, sauf celles que vous gardez tous les deux.',
        'Vos messages restent dans les discussions du compte, sans votre pseudo.',
      ]
}

const useAsk = (kind: PartingKind, identity: string) => {
  const [handle, setHandle] = useState('')
  const [apart, setApart] = useState(true)
  const [held, setHeld] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const form = useForm()
  const submit = async (): Promise<void> => {
    try {
      await call(
        startParting,
        {
          body: {
            kind,
            password,
            apart,
            held,
            ...(kind === 'part' ? { handle: handle.trim() } : {}),
            ...(code ? { code } : {}),
          },
        },
        { identity: { as: identity } },
      )
    } catch (error) {
      if (error instanceof ApiError && error.code === 'agreement_code') setCode(code ?? '')
      throw error
    }
    toast(
      held
        ? 'C’est demandé. L’autre personne n’en sait rien avant demain.'
        : 'C’est demandé. L’autre personne en est prévenue.',
      { kind: 'success' },
    )
    await refreshParting()
  }
  return {
    form,
    submit,
    handle,
    setHandle,
    apart,
    setApart,
    held,
    setHeld,
    password,
    setPassword,
    code,
    setCode,
  }
}

const Kind = ({
  may,
  kind,
  onChange,
}: {
  may: Parting['may']
  kind: PartingKind
  onChange: (kind: PartingKind) => void
}) => {
  const [, navigate] = useLocation()
  return may.part ? (
    <Segmented label="Après" labelShown block options={KINDS} value={kind} onChange={onChange} />
  ) : (
    <Banner
      tone="info"
      action={{
        label: 'Inviter',
        onClick: () => navigate('/connection'),
      }}
    >
      Pour avoir chacun votre compte, il faut d’abord deux accès, et que chacun ait dit dans Accords
      à qui est le sien.
    </Banner>
  )
}

const Held = ({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => (
  <>
    <Switch
      label="Ne rien dire avant demain"
      hint={`Si vous craignez sa réaction${NBSP}: pendant 24${NBSP}heures, l’autre personne n’est pas prévenue et rien ne change. Les sept jours commencent ensuite.`}
      checked={on}
      onChange={onChange}
    />
    {on ? (
      <>
        <p className="quiet">{OPEN_SESSION_WARNING}</p>
        <HelpNumbers />
      </>
    ) : null}
  </>
)

/** What a separation does; then the person who asks enters password and code. */
export const AskForm = ({ may, identity }: { may: Parting['may']; identity: string }) => {
  const [kind, setKind] = useState<PartingKind>(may.part ? 'part' : 'leave')
  const ask = useAsk(kind, identity)
  const { form } = ask
  return (
    <form
      className={styles.form}
      aria-label="Se séparer"
      noValidate
      onSubmit={form.submit(ask.submit, () => ({
        handle: kind === 'part' && !ask.handle.trim() ? 'Choisissez un pseudo.' : undefined,
        password: ask.password ? undefined : 'Saisissez votre mot de passe.',
      }))}
    >
      <Kind may={may} kind={kind} onChange={setKind} />
      <ul className={styles.facts}>
        {factsOf(kind, ask.held).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {kind === 'part' ? (
        <>
          <TextField
            label="Pseudo de votre compte"
            value={ask.handle}
            onChange={ask.setHandle}
            autoCapitalize="none"
            autoComplete="off"
            hint="L’autre personne ne l’apprend pas."
            {...form.field('handle')}
          />
          <Switch
            label="Ne plus se voir ici"
            hint={`Ni profil, ni carte, ni sorties${NBSP}: vous n’existez plus l’un pour l’autre.`}
            checked={ask.apart}
            onChange={ask.setApart}
          />
        </>
      ) : null}
      {may.part ? <Held on={ask.held} onChange={ask.setHeld} /> : null}
      {ask.code === null ? null : (
        <CodeField identity={identity} label="Votre code" value={ask.code} onChange={ask.setCode} />
      )}
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        value={ask.password}
        onChange={ask.setPassword}
        {...form.field('password')}
      />
      <Alert>{form.error}</Alert>
      <p className="quiet">
        Ce sera fait dans {ask.held ? 'huit' : 'sept'} jours. Jusque-là,{' '}
        {may.part
          ? `vous pouvez changer d’avis${NBSP}; si l’autre personne est d’accord, c’est fait aussitôt.`
          : 'vous pouvez changer d’avis, et l’autre personne peut annuler la demande.'}{' '}
        Toutes vos sessions seront alors fermées.
      </p>
      <div className={styles.buttons}>
        <Button type="submit" variant="danger" busy={form.busy}>
          Demander à partir
        </Button>
      </div>
    </form>
  )
}
