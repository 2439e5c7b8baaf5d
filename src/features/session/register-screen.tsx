import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { registrationState } from '#contract/session/admission'
import { register } from '#contract/session/registration'
import type { Reply } from '#contract/route'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { storage } from '../../data/device/storage'
import { NewPasswordField, passwordError } from '../../parts/form/new-password-field'
import { TextField } from '../../ui/forms/text-field'
import { PublicPage } from '../../parts/form/public-page'
import { emailError } from './checks'
import { ConsentFields, consentsError, type Purpose } from './consent-fields'
import styles from './session.module.css'
import { Submit } from '../../parts/form/submit'
import { useForm, type FieldErrors } from '../../parts/form/use-form'

/** What a visitor has typed and agreed to, and sending it. */
const useRegistration = () => {
  const [values, setValues] = useState({ name: '', email: '', password: '', birthDate: '' })
  const [consents, setConsents] = useState({ terms: false, majority: false, sensitive: false })
  const form = useForm()
  const [, navigate] = useLocation()
  const set = (key: keyof typeof values) => (value: string) =>
    setValues((v) => ({ ...v, [key]: value }))
  const consent = (purpose: Purpose, given: boolean): void =>
    setConsents((c) => ({ ...c, [purpose]: given }))
  const joinToken = storage.get('join_token')

  const send = async (): Promise<void> => {
    await call(register, { body: { ...values, consents, ...(joinToken ? { joinToken } : {}) } })
    storage.set('pending_email', values.email)
    navigate('/waiting-for-email-verification', { state: { mailSent: true } })
  }
  const check = (): FieldErrors => ({
    name: values.name.trim() === '' ? 'Indiquez votre nom.' : undefined,
    email: emailError(values.email),
    password: passwordError(values.password),
    birthDate: values.birthDate === '' ? 'Indiquez votre date de naissance.' : undefined,
    consents: consentsError(consents),
  })
  return { values, set, consents, consent, form, submit: form.submit(send, check) }
}

const Form = ({ approval }: { approval: boolean }) => {
  const { values, set, consents, consent, form, submit } = useRegistration()
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.needed}>Tous les champs et les trois accords sont obligatoires.</p>
      <TextField
        label="Nom"
        autoComplete="name"
        value={values.name}
        onChange={set('name')}
        aria-required
        {...form.field('name')}
      />
      <TextField
        label="Adresse e-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Par exemple nom@exemple.fr."
        value={values.email}
        onChange={set('email')}
        aria-required
        {...form.field('email')}
      />
      <NewPasswordField value={values.password} onChange={set('password')} form={form} />
      <TextField
        label="Date de naissance"
        type="date"
        autoComplete="bday"
        hint="Elle n’est jamais affichée&nbsp;: seul votre âge peut l’être."
        value={values.birthDate}
        onChange={set('birthDate')}
        aria-required
        {...form.field('birthDate')}
      />
      {approval ? (
        <p className={styles.note}>
          L’équipe lit chaque inscription. Après avoir confirmé votre adresse, vous vous présenterez
          en quelques mots.
        </p>
      ) : null}
      <ConsentFields form={form} consents={consents} onConsent={consent} />
      <Submit form={form}>Créer mon compte</Submit>
    </form>
  )
}

/** What a visitor who cannot register today reads in place of the form. */
const closedFor = (state: Reply<typeof registrationState> | undefined): string | null => {
  if (state?.mode === 'closed')
    return 'Les inscriptions sont fermées pour le moment. Revenez plus tard.'
  if (state?.full)
    return 'Les inscriptions du jour sont complètes. Revenez demain\u00a0: une place vous attend peut-être.'
  return state?.mode === 'invitation' && !storage.get('join_token')
    ? 'On entre ici sur invitation. Demandez un lien à un membre que vous connaissez, puis ouvrez-le.'
    : null
}

export const RegisterScreen = () => {
  // without a reply the form is shown: the server says the rest
  const { data: state } = useData(['registration'], () => call(registrationState, {}))
  const closed = closedFor(state)
  return (
    <PublicPage
      title="Inscription"
      intro="Un espace discret, réservé aux adultes. Votre nom et votre adresse e-mail ne sont jamais montrés aux autres membres."
      footer={
        <>
          Déjà membre&nbsp;?{' '}
          <Link href="/login" className={styles.link}>
            Connectez-vous
          </Link>
        </>
      }
    >
      {closed ? (
        <p className={styles.note}>{closed}</p>
      ) : (
        <Form approval={state?.mode === 'approval'} />
      )}
    </PublicPage>
  )
}
