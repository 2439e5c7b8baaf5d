import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { keepAccount } from '#contract/safety'
import { call } from '../../data/http/api'
import { hubIfStarted } from '../../data/hub/hub'
import { logout, reloadMe, session } from '../../data/session/session'
import { markFirstScreen } from '../../data/start/phases'
import { toast } from '../../data/state/toasts'
import { dateLong } from '../../lib/dates'
import { Button } from '../../ui/forms/button'
import { PublicPage } from '../../parts/form/public-page'
import styles from './session.module.css'
import { Submit } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'

/** Shown when an account with a pending deletion signs in: cancel the deletion, or leave. */
export const DeletingScreen = () => {
  useEffect(markFirstScreen, [])
  const { deletesAt } = useSnapshot(session)
  const [leaving, setLeaving] = useState(false)
  const form = useForm()
  const keep = async (): Promise<void> => {
    await call(keepAccount, {})
    await reloadMe()
    void hubIfStarted()?.reconnect()
    toast('Votre compte est de retour, tel qu’il était.', { kind: 'success', durationMs: 6000 })
  }
  const leave = (): void => {
    setLeaving(true)
    void logout()
  }
  return (
    <PublicPage
      title="Votre compte va être supprimé"
      intro={
        <>
          Il est déjà invisible pour tout le monde. Il sera effacé pour de bon le{' '}
          <b>{deletesAt ? dateLong(new Date(deletesAt)) : ''}</b>. Jusque-là, vous pouvez le
          reprendre tel qu’il était.
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit(keep)}>
        <Submit form={form}>Annuler la suppression</Submit>
        <Button block busy={leaving} onClick={leave}>
          Se déconnecter
        </Button>
      </form>
    </PublicPage>
  )
}
