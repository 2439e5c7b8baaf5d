import { useEffect, useRef, useState } from 'react'
import type { Gender } from '#contract/common'
import { createAccount } from '#contract/profile/profile'
import { ApiError, call } from '../../data/http/api'
import { reloadMe } from '../../data/session/session'
import { storage } from '../../data/device/storage'
import { NBSP } from '../../lib/text'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { Segmented } from '../../ui/forms/segmented'
import { Admission } from './admission'
import { PublicPage } from '../../parts/form/public-page'
import { accountHandleError, personErrors, personHandleError } from './checks'
import { HandleField } from './handle-field'
import { SignOut } from './sign-out'
import styles from './session.module.css'
import { Submit } from '../../parts/form/submit'
import { useForm, type FormState, type FieldErrors } from '../../parts/form/use-form'

/** `gender` is empty until chosen, so that the form's first option is never recorded by default. */
interface Person {
  handle: string
  gender: Gender | ''
}
const GENDERS = [
  { value: 'woman' as const, label: 'Femme' },
  { value: 'man' as const, label: 'Homme' },
  { value: 'other' as const, label: 'Autre' },
]

interface Draft {
  kind: 'solo' | 'couple'
  handle: string
  people: readonly [Person, Person]
  primary: '0' | '1'
}
const NOBODY: Person = { handle: '', gender: '' }
const EMPTY: Draft = { kind: 'solo', handle: '', people: [NOBODY, NOBODY], primary: '0' }

/** Which people the form asks for. */
const asked = ({ kind }: Draft) => (kind === 'couple' ? ([0, 1] as const) : ([0] as const))

/** Steps of the form: the account (with the person, when there is one), then each of a couple. */
type Step = 0 | 1 | 2
const lastStep = ({ kind }: Draft): Step => (kind === 'couple' ? 2 : 0)

const check = (draft: Draft, step: Step): FieldErrors => {
  const { kind, handle, people } = draft
  const account = { account_handle: accountHandleError(handle) }
  if (kind === 'solo') return { ...account, ...personErrors(0, people[0], false) }
  if (step === 0) return account
  return step === 1
    ? personErrors(0, people[0], true)
    : personErrors(1, people[1], true, people[0].handle)
}

/** The step that shows a field which the server refused; null for a failure of the whole form. */
const stepOf = (error: unknown): Step | null => {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return null
  const [path = ''] = error.details.map((d: { path?: unknown }) => String(d.path))
  if (path.startsWith('body.account_handle')) return 0
  if (path.startsWith('body.identities.0')) return 1
  return path.startsWith('body.identities.1') ? 2 : null
}

const create = async (draft: Draft): Promise<void> => {
  const { kind, handle, people, primary } = draft
  const identities = asked(draft).map((i) => ({
    identity_handle: kind === 'solo' ? handle : people[i].handle,
    gender: people[i].gender as Gender,
    is_primary: kind === 'solo' || String(i) === primary,
  }))
  const joinToken = storage.get('join_token')
  await call(createAccount, {
    body: { account_handle: handle, identities, ...(joinToken ? { joinToken } : {}) },
  })
  storage.remove('join_token')
  storage.remove('onboarding')
  await reloadMe()
}

const PersonFields = ({
  at,
  person,
  couple,
  form,
  onChange,
}: {
  at: 0 | 1
  person: Person
  couple: boolean
  form: FormState
  onChange: (patch: Partial<Person>) => void
}) => (
  <fieldset className={couple ? styles.person : undefined}>
    <legend className={couple ? undefined : 'visually-hidden'}>
      {at === 0 ? 'Vous' : 'Votre partenaire'}
    </legend>
    {couple && at === 0 ? (
      <p className={styles.step}>
        Chaque personne a aussi son pseudo{NBSP}: on voit qui écrit, l’une, l’autre ou les deux.
      </p>
    ) : null}
    {couple ? (
      <HandleField
        label="Pseudo de cette personne"
        hint="2 caractères au moins, accents bienvenus."
        value={person.handle}
        wrong={personHandleError(person.handle)}
        onChange={(handle) => onChange({ handle })}
        field={form.field(`identities.${at}.identity_handle`)}
      />
    ) : null}
    <div
      className={styles.choice}
      data-invalid={form.of(`identities.${at}.gender`) ? '' : undefined}
      onChange={form.field(`identities.${at}.gender`).onEdit}
    >
      <Segmented<Gender | ''>
        label="Genre"
        labelShown
        block
        options={GENDERS}
        value={person.gender}
        onChange={(gender) => onChange({ gender })}
      />
      <Alert>{form.of(`identities.${at}.gender`)}</Alert>
    </div>
  </fieldset>
)

const AccountFields = ({
  draft: { kind, handle },
  form,
  onChange,
}: {
  draft: Draft
  form: FormState
  onChange: (patch: Partial<Draft>) => void
}) => (
  <>
    <Segmented
      label="Vous êtes"
      block
      options={[
        { value: 'solo', label: 'Une personne' },
        { value: 'couple', label: 'Un couple' },
      ]}
      value={kind}
      onChange={(chosen) => onChange({ kind: chosen })}
    />
    <HandleField
      label={kind === 'couple' ? 'Pseudo du couple' : 'Pseudo'}
      hint="Au moins 4 lettres sans accent, chiffres ou «&nbsp;_&nbsp;»."
      value={handle}
      wrong={accountHandleError(handle)}
      onChange={(chosen) => onChange({ handle: chosen })}
      field={form.field('account_handle')}
    />
  </>
)

const First = ({
  draft: { people, primary },
  onChange,
}: {
  draft: Draft
  onChange: (patch: Partial<Draft>) => void
}) => (
  <div>
    <Segmented
      label="Qui apparaît en premier"
      labelShown
      block
      options={[
        { value: '0', label: people[0].handle || 'Vous' },
        { value: '1', label: people[1].handle || 'Votre partenaire' },
      ]}
      value={primary}
      onChange={(chosen) => onChange({ primary: chosen })}
    />
    <p className={styles.checked}>Son pseudo et sa photo viennent d’abord sur votre profil.</p>
  </div>
)

/** The onboarding, once the newcomer is let in. */
export const OnboardingScreen = () => (
  <Admission>
    <Onboarding />
  </Admission>
)

/** Handle and one or two identities: a couple is two people who can speak each for themselves, or together. */
const Onboarding = () => {
  // a phone drops pages in the background without asking
  const [draft, setDraft] = useState<Draft>(() => ({
    ...EMPTY,
    ...(storage.get('onboarding') as Partial<Draft> | undefined),
  }))
  useEffect(() => storage.set('onboarding', draft), [draft])
  const [step, setStep] = useState<Step>(0)
  const form = useForm()
  const fields = useRef<HTMLFormElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) fields.current?.querySelector('input')?.focus()
    moved.current = true
  }, [step])
  const couple = draft.kind === 'couple'
  const last = step === lastStep(draft)
  const change = (patch: Partial<Draft>): void => setDraft((d) => ({ ...d, ...patch }))
  const changePerson = (at: 0 | 1, patch: Partial<Person>): void =>
    setDraft((d) => ({
      ...d,
      people: d.people.map((p, i) => (i === at ? { ...p, ...patch } : p)) as [Person, Person],
    }))
  const go = async (): Promise<void> => {
    if (!last) return setStep((step + 1) as Step)
    await create(draft).catch((error: unknown) => {
      const at = stepOf(error)
      if (couple && at !== null) setStep(at)
      throw error
    })
  }
  return (
    <PublicPage
      title="Bienvenue"
      intro="Choisissez comment les autres membres vous connaîtront. Votre nom n’apparaît nulle part."
      footer={<SignOut />}
    >
      <form
        ref={fields}
        className={styles.form}
        onSubmit={form.submit(go, () => check(draft, step))}
        noValidate
      >
        {couple ? <p className={styles.step}>{`Étape ${step + 1} sur 3`}</p> : null}
        {step === 0 ? <AccountFields draft={draft} form={form} onChange={change} /> : null}
        {!couple ? (
          <PersonFields
            at={0}
            person={draft.people[0]}
            couple={false}
            form={form}
            onChange={(patch) => changePerson(0, patch)}
          />
        ) : null}
        {step === 1 || step === 2 ? (
          <PersonFields
            at={step === 1 ? 0 : 1}
            person={draft.people[step === 1 ? 0 : 1]}
            couple
            form={form}
            onChange={(patch) => changePerson(step === 1 ? 0 : 1, patch)}
          />
        ) : null}
        {step === 2 ? <First draft={draft} onChange={change} /> : null}
        <Submit form={form}>{last ? 'Entrer' : 'Continuer'}</Submit>
        {step > 0 ? (
          <Button variant="ghost" block onClick={() => setStep((step - 1) as Step)}>
            Retour
          </Button>
        ) : null}
      </form>
    </PublicPage>
  )
}
