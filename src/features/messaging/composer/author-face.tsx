import { useSnapshot } from 'valtio'
import { openIdentityDialog } from '../../../data/session/identity-prompt'
import { session } from '../../../data/session/session'
import { AccountAvatar, NamedAvatar } from '../../../parts/member/avatar'
import styles from './composer.module.css'

/** The face that the message will carry, for accounts with two identities; a click changes it. */
export const AuthorFace = () => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  if (!account || account.identities.length < 2) return null
  const one =
    mode === 'both' ? undefined : account.identities.find((i) => i.id === activeIdentityId)
  const name = one ? (one.firstname ?? one.identity_handle) : mode === 'both' ? 'Tous les deux' : ''
  return (
    <button
      type="button"
      className={styles.face}
      aria-label={name ? `Changer d’identité : ${name}` : 'Changer d’identité'}
      title={name ? `Vous écrivez : ${name}` : 'Choisir une identité'}
      onClick={openIdentityDialog}
    >
      {one ? (
        <NamedAvatar name={name} avatar={one.avatar_url} size={32} />
      ) : (
        <AccountAvatar account={account} size={32} />
      )}
    </button>
  )
}
