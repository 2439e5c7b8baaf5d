import { useSnapshot } from 'valtio'
import { openPanel } from '../../data/state/panels'
import { logout, session } from '../../data/session/session'
import { AccountAvatar } from '../../parts/member/avatar'
import { openIdentityDialog } from '../../data/session/identity-prompt'
import { confirm } from '../../ui/overlay/confirm'
import { Menu, type MenuEntry } from '../../ui/overlay/menu'
import styles from './profile-menu.module.css'

/** Who the account acts as, in a few words. */
export const actingLabel = (s: {
  mode: 'single' | 'both'
  activeIdentityId: string | null
  account: {
    readonly identities: readonly {
      readonly id: string
      readonly identity_handle: string
      readonly firstname: string | null
    }[]
  } | null
}): string => {
  if (s.mode === 'both') return 'Tous les deux'
  const identity = s.account?.identities.find((i) => i.id === s.activeIdentityId)
  return identity ? (identity.firstname ?? identity.identity_handle) : 'Choisir une identité'
}

export const menuItems = (identities: number): MenuEntry[] => [
  ...(identities > 1
    ? [{ label: 'Changer d’identité', onSelect: openIdentityDialog }, 'line' as const]
    : []),
  { label: 'Paramètres', onSelect: () => openPanel({ kind: 'settings' }) },
  { label: 'Un commentaire ?', onSelect: () => openPanel({ kind: 'feedback' }) },
  { label: 'À propos', onSelect: () => openPanel({ kind: 'about' }) },
  'line' as const,
  {
    label: 'Se déconnecter',
    danger: true,
    onSelect: () => {
      void confirm({
        title: 'Se déconnecter ?',
        message: 'Rien de votre compte ne restera sur cet appareil.',
        confirmLabel: 'Se déconnecter',
      }).then((yes) => (yes ? logout() : undefined))
    },
  },
]

/** The card at the bottom of the side bar: the active identity, and the menu. */
export const ProfileMenu = () => {
  const s = useSnapshot(session)
  if (!s.account) return null
  const account = s.account
  const acting = actingLabel(s)
  return (
    <div className={styles.foot}>
      <Menu
        label="Menu du profil"
        items={menuItems(account.identities.length)}
        trigger={(p) => (
          <button type="button" className={styles.who} {...p}>
            <AccountAvatar account={account} size={40} />
            <span className={styles.names}>
              <b>{account.account_handle}</b>
              {acting === account.account_handle ? null : <small>{acting}</small>}
            </span>
          </button>
        )}
      />
    </div>
  )
}
