import { useState } from 'react'
import { useLocation } from 'wouter'
import { startConversation } from '#contract/messaging'
import { ApiError, call } from '../../data/api'
import { closeAll } from '../../data/panels'
import { toast } from '../../data/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Delayed } from '../../ui/delayed'
import { ErrorState } from '../../ui/error-state'
import { Spinner } from '../../ui/spinner'
import { useAccount } from './api'
import { ProfileCard } from './card'
import styles from './profile.module.css'

/** Another member's profile: the same content as a page and in the side panel. */
export const OtherProfile = ({ id }: { id: string }) => {
  const { account, error, isLoading, reload } = useAccount(id)
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  if (isLoading) return <Delayed><p className={styles.page} role="status"><Spinner size={20} /> Chargement du profil…</p></Delayed>
  if (!account)
    return error instanceof ApiError && error.status === 404
      ? <ErrorState title="Profil introuvable" text="Ce profil n’existe pas ou n’est plus accessible." />
      : <ErrorState title="Erreur lors du chargement du profil" text="Vérifiez votre connexion, puis réessayez." onRetry={reload} />
  const talk = async (): Promise<void> => {
    const yes = await confirm({ title: 'Discussion privée', message: `Créer une conversation privée avec ${account.account_handle} ?`, confirmLabel: 'Créer la conversation' })
    if (!yes) return
    setBusy(true)
    try {
      const { conversation } = await call(startConversation, { body: { handle: account.account_handle } })
      await closeAll()
      navigate(`/conversations/${conversation.id}`)
    } catch (thrown) {
      toast(thrown instanceof ApiError && thrown.status > 0 ? thrown.message : 'Impossible de créer la conversation', { kind: 'error', durationMs: 5000 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.page}>
      <ProfileCard account={account} own={account.is_own}>
        {account.is_own || account.deleted ? null : (
          <div className={styles.actions}><Button variant="primary" busy={busy} busyLabel="Création..." onClick={() => void talk()}>Parler en direct</Button></div>
        )}
      </ProfileCard>
    </div>
  )
}
