import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import {
  passkeyLogin,
  passkeyChallenge,
  recoveryLogin,
  type SecondFactor,
} from '#contract/session/passkeys'
import { refresh } from '#contract/session/session'
import { ApiError, call } from '../../data/http/api'
import { storage } from '../../data/device/storage'
import { openSession } from '../../data/session/session'
import { signWithPasskey, hasPasskeys, PasskeyCancelled } from '../../parts/member/passkey'
import { Submit } from '../../parts/form/submit'
import { useForm, type FormState } from '../../parts/form/use-form'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { TextField } from '../../ui/forms/text-field'

import styles from './session.module.css'

// what the login screen needs now and then, in one piece that its first load does without

/** A window that was closed is no failure: one is where one was. */
const enter = async (
  form: Pick<FormState, 'setError'>,
  question: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> => {
  if (!hasPasskeys())
    return form.setError(
      'Ce navigateur ne connaît pas les clés d’accès. Connectez-vous d’une autre façon.',
    )
  try {
    const credential = await signWithPasskey(await question())
    await openSession(await call(passkeyLogin, { body: { credential } }))
  } catch (error) {
    if (!(error instanceof PasskeyCancelled)) throw error
  }
}

/** «Utiliser une clé d’accès»: whoever the device says that it is. */
export const logInByPasskey = (form: Pick<FormState, 'setError'>): Promise<void> =>
  enter(form, async () => (await call(passkeyChallenge, {})).options)

/** `back`: the way back to the password. */
const RecoveryForm = ({
  form,
  ticket,
  back,
}: {
  form: FormState
  ticket: string
  back: ReactNode
}) => {
  const [code, setCode] = useState('')
  const recover = async (): Promise<void> =>
    openSession(await call(recoveryLogin, { body: { ticket, code } }))
  return (
    <form
      className={styles.form}
      onSubmit={form.submit(recover, () => ({
        code: code.trim().length < 8 ? 'Un code compte dix caractères.' : undefined,
      }))}
      noValidate
    >
      <p className={styles.intro}>
        Saisissez l’un des codes de secours que vous avez notés. Chacun ne sert qu’une fois.
      </p>
      <TextField
        label="Code de secours"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('code')}
        data-autofocus=""
      />
      <Submit form={form}>Valider le code</Submit>
      <div className={styles.links}>{back}</div>
    </form>
  )
}

/**
 * After the password: the passkey, or a recovery code. `onBack`: returns to the password, asked for
 * again; `why` when that is needed.
 */
export const SecondStep = ({
  asked,
  onBack,
}: {
  asked: SecondFactor
  onBack: (why?: string) => void
}) => {
  const [byCode, setByCode] = useState(!hasPasskeys())
  const form = useForm()
  const back = (
    <button type="button" className={styles.textButton} onClick={() => onBack()}>
      Revenir au mot de passe
    </button>
  )
  const byPasskey = async (): Promise<void> => {
    try {
      await enter(form, () => Promise.resolve(asked.options))
    } catch (error) {
      // a question is good once
      if (error instanceof ApiError && error.code === 'passkey_refused') onBack(error.message)
      else throw error
    }
  }
  if (byCode) return <RecoveryForm form={form} ticket={asked.options.challenge} back={back} />
  return (
    <div className={styles.form}>
      <p className={styles.intro}>
        Votre mot de passe est bon. Confirmez maintenant avec votre clé d’accès.
      </p>
      <Alert>{form.error}</Alert>
      <Button variant="primary" size="lg" block busy={form.busy} onClick={form.submit(byPasskey)}>
        Confirmer avec ma clé d’accès
      </Button>
      <div className={styles.links}>
        <button type="button" className={styles.textButton} onClick={() => setByCode(true)}>
          Utiliser un code de secours
        </button>
        {back}
      </div>
    </div>
  )
}

const EXPIRED = 'Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.'

/**
 * Why one is here again. The browser still holds the refresh cookie of the session that ended, and
 * the server says why it did to whoever holds it: closed from another device, a new password, a
 * stolen copy. `expired`: what to say before, and otherwise.
 */
export const EndedNote = ({ expired }: { expired: boolean }) => {
  const [why, setWhy] = useState(expired ? EXPIRED : null)
  useEffect(() => {
    call(refresh, {}).catch((error: unknown) => {
      if (error instanceof ApiError && error.code?.startsWith('session_')) setWhy(error.message)
    })
  }, [])
  return why ? (
    <p className={styles.note} role="status">
      {why}
    </p>
  ) : null
}

/** For who has registered and not confirmed: the server does not tell that from a wrong password. */
export const NewLink = ({ email }: { email: string }) => (
  <Link
    href="/waiting-for-email-verification"
    className={styles.link}
    onClick={() => storage.set('pending_email', email)}
  >
    Adresse pas encore confirmée&nbsp;? Recevoir un nouveau lien
  </Link>
)
