import { useState } from 'react'
import type { Gender } from '#contract/common'
import { createAccount } from '#contract/profile/profile'
import { call } from '../../data/http/api'
import { logout, reloadMe } from '../../data/session/session'
import { storage } from '../../data/device/storage'
import { Button } from '../../ui/forms/button'
import { Segmented } from '../../ui/forms/segmented'
import { TextField } from '../../ui/forms/text-field'
import { Alert } from './alert'
import { AuthLayout } from './auth-layout'
import { wrongAccount } from './checks'
import styles from './session.module.css'
import { useForm } from '../../parts/form/use-form'

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

/** Handle and one or two identities: a couple is two people who can speak each for themselves, or together. */
export const OnboardingScreen = () => {
  const [handle, setHandle] = useState('')
  const [couple, setCouple] = useState<'solo' | 'couple'>('solo')
  const [people, setPeople] = useState<[Person, Person]>([
    { handle: '', gender: '' },
    { handle: '', gender: '' },
  ])
  const [primary, setPrimary] = useState<'0' | '1'>('0')
  const form = useForm()
  const change = (at: 0 | 1, patch: Partial<Person>): void =>
    setPeople((p) => p.map((one, i) => (i === at ? { ...one, ...patch } : one)) as [Person, Person])
  const shown = couple === 'couple' ? ([0, 1] as const) : ([0] as const)

  const submit = async (): Promise<void> => {
    const identities = shown.map((i) => ({
      identity_handle: couple === 'solo' && !people[i].handle ? handle : people[i].handle,
      gender: people[i].gender as Gender,
      is_primary: couple === 'solo' || String(i) === primary,
    }))
    const joinToken = storage.get('join_token')
    await call(createAccount, {
      body: { account_handle: handle, identities, ...(joinToken ? { joinToken } : {}) },
    })
    storage.remove('join_token')
    await reloadMe()
  }

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
        onSubmit={form.submit(submit, () =>
          wrongAccount(
            handle,
            couple === 'couple' ? people.map((p) => p.handle) : [],
            shown.map((i) => people[i].gender),
          ),
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
          value={couple}
          onChange={setCouple}
        />
        <TextField
          label={couple === 'couple' ? 'Pseudo du couple' : 'Pseudo'}
          hint="4 caractères au moins : lettres sans accent, chiffres et « _ »."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={handle}
          onChange={setHandle}
          {...form.field('account_handle')}
        />
        {shown.map((i) => (
          <fieldset key={i} className={styles.person}>
            <legend>
              {couple === 'solo'
                ? 'Votre identité'
                : i === 0
                  ? 'Première personne'
                  : 'Seconde personne'}
            </legend>
            {couple === 'couple' ? (
              <TextField
                label="Pseudo de cette personne"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={people[i].handle}
                onChange={(v) => change(i, { handle: v })}
                {...form.field(`identities.${i}.identity_handle`)}
              />
            ) : null}
            <div
              className={styles.choice}
              data-invalid={form.of(`identities.${i}.gender`) ? '' : undefined}
              onChange={form.field(`identities.${i}.gender`).onEdit}
            >
              <Segmented<Gender | ''>
                label="Genre"
                labelShown
                block
                options={GENDERS}
                value={people[i].gender}
                onChange={(gender) => change(i, { gender })}
              />
              <Alert>{form.of(`identities.${i}.gender`)}</Alert>
            </div>
          </fieldset>
        ))}
        {couple === 'couple' ? (
          <Segmented
            label="Identité principale"
            labelShown
            block
            options={[
              { value: '0', label: people[0].handle || 'Première' },
              { value: '1', label: people[1].handle || 'Seconde' },
            ]}
            value={primary}
            onChange={setPrimary}
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
