import { useEffect, useState } from 'react'
import { followStaffLink, readStaffLink } from '#contract/staff/links'
import { call } from '../../data/http/api'
import { openSession } from '../../data/session/session'
import {
  createPasskey,
  hasPasskeys,
  PasskeyCancelled,
  PasskeyKnown,
} from '../../parts/member/passkey'
import { PublicPage } from '../../parts/form/public-page'
import { Submit } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { ErrorState } from '../../ui/feedback/error-state'
import { Spinner } from '../../ui/feedback/spinner'
import { NewPasswordField, passwordError } from '../../parts/form/new-password-field'
import { TextField } from '../../ui/forms/text-field'
import { BackToLogin } from './back-to-login'
import { ConsentFields, consentsError, type Purpose } from './consent-fields'
import { suggestedDeviceName } from '../../lib/device'
import { LinkOver, isLinkRefused } from './link-over'
import { readLinkToken } from './link-token'
import styles from './session.module.css'

interface Whom {
  readonly email: string
  readonly known: boolean
}
/** Makes the passkey for fresh options of the server, and goes to the desk. */
const follow = async (
  token: string,
  person?: { password: string; birthDate: string; consents: Record<Purpose, boolean> },
): Promise<void> => {
  const { options } = await call(readStaffLink, { body: { token } })
  const credential = await createPasskey(options)
  await openSession(
    await call(followStaffLink, {
      body: { token, name: suggestedDeviceName(), credential, ...(person ? { person } : {}) },
    }),
  )
  history.replaceState(null, '', '/desk')
  location.reload()
}

const LinkForm = ({ token, whom, onOver }: { token: string; whom: Whom; onOver: () => void }) => {
  const [values, setValues] = useState({ password: '', birthDate: '' })
  const [consents, setConsents] = useState({ terms: false, majority: false, sensitive: false })
  const form = useForm()
  const set = (key: keyof typeof values) => (value: string) =>
    setValues((v) => ({ ...v, [key]: value }))
  const send = async (): Promise<void> => {
    if (!hasPasskeys())
      return form.setError(
        'Ce navigateur ne connaît pas les clés d’accès. Ouvrez ce lien depuis un autre.',
      )
    try {
      await follow(token, whom.known ? undefined : { ...values, consents })
    } catch (error) {
      if (error instanceof PasskeyCancelled) return
      if (error instanceof PasskeyKnown)
        return form.setError(
          'Cet appareil a déjà une clé d’accès pour votre compte\u00a0: connectez-vous avec elle.',
        )
      if (isLinkRefused(error)) onOver()
      throw error
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={form.submit(send, () =>
        whom.known
          ? {}
          : {
              password: passwordError(values.password),
              birthDate: values.birthDate === '' ? 'Indiquez votre date de naissance.' : undefined,
              consents: consentsError(consents),
            },
      )}
      noValidate
    >
      {whom.known ? null : (
        <>
          <NewPasswordField value={values.password} onChange={set('password')} form={form} />
          <TextField
            label="Date de naissance"
            type="date"
            autoComplete="bday"
            hint="Elle n’est jamais affichée."
            value={values.birthDate}
            onChange={set('birthDate')}
            aria-required
            {...form.field('birthDate')}
          />
          <ConsentFields
            form={form}
            consents={consents}
            onConsent={(purpose, given) => setConsents((c) => ({ ...c, [purpose]: given }))}
          />
        </>
      )}
      <Submit form={form}>Créer ma clé d’accès</Submit>
    </form>
  )
}

/** Opened from the link that the operator's command prints. */
export const StaffLinkScreen = () => {
  const [token] = useState(readLinkToken)
  const [whom, setWhom] = useState<Whom | null>(null)
  const [over, setOver] = useState(token === null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (token === null) return
    setFailed(false)
    call(readStaffLink, { body: { token } }).then(setWhom, (error: unknown) =>
      isLinkRefused(error) ? setOver(true) : setFailed(true),
    )
  }, [token, tries])
  if (over)
    return (
      <LinkOver
        text="Il a déjà servi, ou il est trop ancien&nbsp;: un lien reste valable une heure. Demandez-en un nouveau à la personne qui tient le serveur."
        action={{ label: 'Se connecter', href: '/login' }}
      />
    )
  if (failed)
    return (
      <PublicPage title="Bienvenue dans l’équipe" footer={<BackToLogin />}>
        <ErrorState text="Le lien n’a pas pu être lu." onRetry={() => setTries((n) => n + 1)} />
      </PublicPage>
    )
  if (!whom || token === null)
    return (
      <PublicPage title="Bienvenue dans l’équipe" footer={<BackToLogin />}>
        <p className={styles.intro} role="status">
          <Spinner size={18} /> Un instant…
        </p>
      </PublicPage>
    )
  return (
    <PublicPage
      title="Bienvenue dans l’équipe"
      intro={
        whom.known
          ? `Une clé d’accès va être ajoutée à ${whom.email}\u00a0: elle ouvre votre compte et le bureau de l’équipe.`
          : `Votre connexion ${whom.email} va être créée, avec une clé d’accès\u00a0: elle ouvre le bureau de l’équipe.`
      }
      footer={<BackToLogin />}
    >
      <LinkForm token={token} whom={whom} onOver={() => setOver(true)} />
    </PublicPage>
  )
}
