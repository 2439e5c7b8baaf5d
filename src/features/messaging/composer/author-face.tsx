import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { openIdentityDialog } from '../../../data/session/identity-prompt'
import { session } from '../../../data/session/session'
import { AccountAvatar, NamedAvatar } from '../../../parts/member/avatar'
import { regainFocus } from '../../../ui/overlay/focus-after'
import styles from './composer.module.css'

/** Pressed last: another identity has another composer, whose button takes the focus. */
let isPressed = false

/** The face that the message will carry, for accounts with two identities; a click changes it. */
export const AuthorFace = () => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isPressed) regainFocus(() => button.current)
    isPressed = false
  }, [])
  if (!account || account.identities.length < 2) return null
  const one =
    mode === 'both' ? undefined : account.identities.find((i) => i.id === activeIdentityId)
  const name = one ? (one.firstname ?? one.identity_handle) : mode === 'both' ? 'Tous les deux' : ''
  return (
    <button
      ref={button}
      type="button"
      className={styles.face}
      aria-label={name ? `Changer d’identité\u00a0: ${name}` : 'Changer d’identité'}
      title={name ? `Vous écrivez\u00a0: ${name}` : 'Choisir une identité'}
      onClick={() => {
        isPressed = true
        openIdentityDialog()
      }}
    >
      {one ? (
        <NamedAvatar name={name} avatar={one.avatar_url} size={32} />
      ) : (
        <AccountAvatar account={account} size={32} />
      )}
    </button>
  )
}
