import { useState } from 'react'
import { agreeToParting, cancelParting } from '#contract/profile/parting'
import { call } from '../../data/http/api'
import { wipeDeviceDb } from '../../data/device/device-db'
import { clearAccountStorage } from '../../data/device/storage'
import { endSession } from '../../data/session/end'
import { toast } from '../../data/state/toasts'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { dateLong, dateTime } from '../../lib/dates'
import { withDe, NBSP } from '../../lib/text'
import { HelpNumbers } from '../../parts/member/help-numbers'
import { SubmitRow } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { Button } from '../../ui/forms/button'
import { PasswordField } from '../../ui/forms/password-field'
import { confirm } from '../../ui/overlay/confirm'
import { refreshParting, type OpenParting } from './api'
import styles from './parting.module.css'

/** Of a held request. */
export const OPEN_SESSION_WARNING = `Cette page montre la demande à qui ouvre votre session${NBSP}: fermez-la sur les appareils que l’autre personne utilise.`

/**
 * `of`: the leaver, when that is the other half at the same login. `held`: the other half is not
 * notified yet.
 */
const Cancel = ({ of, held }: { of: string | null; held: boolean }) => {
  const { busy, run } = useAsyncAction()
  const cancel = async (): Promise<void> => {
    const yes = await confirm({
      title: of ? `Annuler la demande ${withDe(of)}${NBSP}?` : `Rester dans ce compte${NBSP}?`,
      message: held
        ? 'La demande est annulée. L’autre personne n’en saura rien.'
        : 'La demande est annulée, et l’autre personne en est prévenue.',
      confirmLabel: 'Annuler la demande',
      cancelLabel: 'Garder la demande',
    })
    if (!yes) return
    await run(async () => {
      try {
        await call(cancelParting, {}, { identity: 'none' })
      } finally {
        await refreshParting()
      }
      toast('La demande est annulée. Rien ne change.', { kind: 'success' })
    }, 'La demande n’a pas pu être annulée. Réessayez.')
  }
  return (
    <Button busy={busy} onClick={() => void cancel()}>
      Annuler la demande
    </Button>
  )
}

const Agree = () => {
  const [password, setPassword] = useState('')
  const form = useForm()
  const agree = async (): Promise<void> => {
    await call(agreeToParting, { body: { password } }, { identity: 'none' })
    // the sessions have ended with the shared account: nothing of it stays on this device, and the
    // login says why
    clearAccountStorage()
    wipeDeviceDb()
    endSession('expired')
  }
  return (
    <form
      className={styles.form}
      aria-label="Être d’accord"
      noValidate
      onSubmit={form.submit(agree, () => ({
        password: password ? undefined : 'Saisissez votre mot de passe.',
      }))}
    >
      <p>
        Si vous êtes d’accord, c’est fait aussitôt, avec les choix ci-dessous. Vous vous reconnectez
        ensuite.
      </p>
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        {...form.field('password')}
      />
      <SubmitRow form={form} danger>
        Séparer nos comptes maintenant
      </SubmitRow>
    </form>
  )
}

/** The leaver and the date, with the actions that are still possible. */
export const OpenCard = ({
  open,
  name,
  isLeaver,
}: {
  open: OpenParting
  name: string
  /** On a shared login it depends on who is behind the screen. */
  isLeaver: boolean
}) => (
  <section className={styles.card} aria-labelledby="parting-open">
    <h2 className={styles.title} id="parting-open">
      {isLeaver ? 'Vous partez' : `${name} s’en va`} le {dateLong(open.due_at)}
    </h2>
    <p>
      {open.kind === 'leave'
        ? 'Le compte reste, avec une seule personne. '
        : 'Vous aurez alors chacun votre compte. '}
      Demandé le {dateLong(open.asked_at)}.
    </p>
    {open.told_at ? (
      <>
        <p>
          {`L’autre personne n’en sait rien encore${NBSP}: elle l’apprend le ${dateTime(open.told_at)}. D’ici là, rien ne change dans le compte. Ce que vous gardez se choisit ensuite.`}
        </p>
        <p className="quiet">{OPEN_SESSION_WARNING}</p>
        <HelpNumbers />
      </>
    ) : null}
    {open.handle ? <p className="quiet">{`Votre pseudo${NBSP}: ${open.handle}`}</p> : null}
    {open.may_cancel ? (
      <div className={styles.buttons}>
        <Cancel of={isLeaver ? null : name} held={open.told_at !== null} />
      </div>
    ) : (
      <Agree />
    )}
  </section>
)
