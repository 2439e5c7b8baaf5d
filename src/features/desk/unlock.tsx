import { useState } from 'react'
import { startUnlock, unlockDesk, type DeskState } from '#contract/staff/access'
import { ApiError, call } from '../../data/http/api'
import { signWithPasskey, hasPasskeys, PasskeyCancelled } from '../../parts/member/passkey'
import { useForm } from '../../parts/form/use-form'
import { NBSP } from '../../lib/text'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { TextField } from '../../ui/forms/text-field'
import { IconLock } from '../../ui/icons/media'
import { IconKey } from '../../ui/icons/settings'
import { deskUnlocked, loadDesk } from './state/desk'
import styles from './desk.module.css'

const CodeForm = () => {
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const form = useForm()
  const send = async (): Promise<void> => {
    await call(startUnlock, {})
    setSent(true)
  }
  const open = async (): Promise<void> => {
    await call(unlockDesk, { body: { code: code.trim() } })
    await deskUnlocked()
  }
  return (
    <form
      className={styles.stack}
      aria-label="Ouvrir le bureau"
      noValidate
      onSubmit={form.submit(sent ? open : send, () => ({
        code: sent && !/^\d{6}$/.test(code.trim()) ? 'Le code a six chiffres.' : undefined,
      }))}
    >
      {sent ? (
        <>
          <p>Un code vient de partir à votre adresse e-mail. Il est valable dix minutes.</p>
          <TextField
            label="Code à six chiffres"
            value={code}
            onChange={setCode}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={8}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next step of a form that was just sent
            autoFocus
            {...form.field('code')}
          />
        </>
      ) : (
        <p>Pour confirmer que c’est vous, recevez un code par e-mail.</p>
      )}
      <Alert>{form.error}</Alert>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.busy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this screen
        autoFocus
      >
        {sent ? 'Ouvrir le bureau' : 'Recevoir un code'}
      </Button>
      {sent ? (
        <Button variant="ghost" block onClick={() => setSent(false)}>
          Recevoir un autre code
        </Button>
      ) : null}
    </form>
  )
}

const PasskeyForm = () => {
  const form = useForm()
  const open = async (): Promise<void> => {
    if (!hasPasskeys())
      return form.setError(
        'Ce navigateur ne connaît pas les clés d’accès. Ouvrez le bureau depuis un autre.',
      )
    try {
      const { options } = await call(startUnlock, {})
      const credential = await signWithPasskey(options ?? {})
      await call(unlockDesk, { body: { credential } })
    } catch (error) {
      if (error instanceof PasskeyCancelled) return
      // the passkey was removed, or the first one added, since the desk asked
      if (error instanceof ApiError && error.code === 'staff_code') void loadDesk()
      throw error
    }
    await deskUnlocked()
  }
  return (
    <form className={styles.stack} aria-label="Ouvrir le bureau" onSubmit={form.submit(open)}>
      <p>Pour confirmer que c’est vous, utilisez votre clé d’accès.</p>
      <Alert>{form.error}</Alert>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        icon={<IconKey />}
        busy={form.busy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this screen
        autoFocus
      >
        Ouvrir avec ma clé d’accès
      </Button>
    </form>
  )
}

/** In place of the desk while it is locked in this session. `kept`: something was being written. */
export const Unlock = ({ me, kept }: { me: DeskState; kept: boolean }) => (
  <main className={styles.gate}>
    <div className={styles.gateCard}>
      <IconLock size={30} />
      <h1 className={styles.title}>Bureau verrouillé</h1>
      <p className={styles.quiet}>
        Bonjour {me.pseudonym}.
        {kept ? ` Ce que vous aviez commencé vous attend${NBSP}: rien n’est perdu.` : ''}
      </p>
      {me.method === 'passkey' ? <PasskeyForm /> : <CodeForm />}
      <Button variant="ghost" block href="/conversations" target="_self">
        Quitter le bureau
      </Button>
    </div>
  </main>
)
