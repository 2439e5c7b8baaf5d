import { useState } from 'react'
import type { Gender } from '#contract/common'
import { createAccount } from '#contract/profile/profile'
import { call } from '../../data/http/api'
import { logout, reloadMe } from '../../data/session/session'
import { storage } from '../../data/device/storage'
import { Button } from '../../ui/forms/button'
import { Segmented } from '../../ui/forms/segmented'
import { TextField } from '../../ui/forms/text-field'
import { Alert, AuthLayout } from './auth-layout'
import { wrongAccount } from './checks'
import styles from './session.module.css'
import { useForm, type FormState } from '../../parts/form/use-form'

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

const check = (draft: Draft) =>
  wrongAccount(
    draft.handle,
    draft.kind === 'couple' ? draft.people.map((p) => p.handle) : [],
    asked(draft).map((i) => draft.people[i].gender),
  )

const create = async (draft: Draft): Promise<void> => {
  const { kind, handle, people, primary } = draft
  const identities = asked(draft).map((i) => ({
    identity_handle: kind === 'solo' && !people[i].handle ? handle : people[i].handle,
    gender: people[i].gender as Gender,
    is_primary: kind === 'solo' || String(i) === primary,
  }))
  const joinToken = storage.get('join_token')
  await call(createAccount, {
    body: { account_handle: handle, identities, ...(joinToken ? { joinToken } : {}) },
  })
  storage.remove('join_token')
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
  <fieldset className={styles.person}>
    <legend>{!couple ? 'Votre identité' : at === 0 ? 'Vous' : 'Votre partenaire'}</legend>
    {couple ? (
      <TextField
        label="Pseudo de cette personne"
        hint="3 caractères au moins, accents bienvenus."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={person.handle}
        onChange={(v) => onChange({ handle: v })}
        {...form.field(`identities.${at}.identity_handle`)}
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

/** Handle and one or two identities: a couple is two people who can speak each for themselves, or together. */
export const OnboardingScreen = () => {
  const [draft, setDraft] = useState(EMPTY)
  const form = useForm()
  const { kind, people } = draft
  const change = (patch: Partial<Draft>): void => setDraft((d) => ({ ...d, ...patch }))
  const changePerson = (at: 0 | 1, patch: Partial<Person>): void =>
    setDraft((d) => ({
      ...d,
      people: d.people.map((p, i) => (i === at ? { ...p, ...patch } : p)) as [Person, Person],
    }))
  return (
    <AuthLayout
      title="Bienvenue"
      intro="Choisissez comment les autres membres vous connaîtront. Votre nom n’apparaît nulle part."
      footer={
        <button type="button" className={styles.textButton} onClick={() => void logout()}>
          Se déconnecter
        </button>
      }
    >
      <form
        className={styles.form}
        onSubmit={form.submit(
          () => create(draft),
          () => check(draft),
        )}
        noValidate
      >
        <Segmented
          label="Vous êtes"
          block
          options={[
            { value: 'solo', label: 'Une personne' },
            { value: 'couple', label: 'Un couple' },
          ]}
          value={kind}
          onChange={(chosen) => change({ kind: chosen })}
        />
        <TextField
          label={kind === 'couple' ? 'Pseudo du couple' : 'Pseudo'}
          hint="4 caractères au moins : lettres sans accent, chiffres et « _ »."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.handle}
          onChange={(handle) => change({ handle })}
          {...form.field('account_handle')}
        />
        {asked(draft).map((i) => (
          <PersonFields
            key={i}
            at={i}
            person={people[i]}
            couple={kind === 'couple'}
            form={form}
            onChange={(patch) => changePerson(i, patch)}
          />
        ))}
        {kind === 'couple' ? (
          <Segmented
            label="Qui apparaît en premier"
            labelShown
            block
            options={[
              { value: '0', label: people[0].handle || 'Première' },
              { value: '1', label: people[1].handle || 'Seconde' },
            ]}
            value={draft.primary}
            onChange={(primary) => change({ primary })}
          />
        ) : null}
        <Alert>{form.error}</Alert>
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          Entrer
        </Button>
      </form>
    </AuthLayout>
  )
}
