import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { closeMenu, openPanel, panels } from '../../data/state/panels'
import { logout, session } from '../../data/session/session'
import { AccountAvatar } from '../../parts/member/avatar'
import { openIdentityDialog } from '../../data/session/identity-prompt'
import { confirm } from '../../ui/overlay/confirm'
import { MenuList, type MenuEntry } from '../../ui/overlay/menu'
import styles from './profile-menu.module.css'

/** The active identities, in a few words. */
const actingLabel = (s: {
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
  { label: 'Un commentaire\u00a0?', onSelect: () => openPanel({ kind: 'feedback' }) },
  { label: 'À propos', onSelect: () => openPanel({ kind: 'about' }) },
  'line' as const,
  {
    label: 'Se déconnecter',
    danger: true,
    onSelect: () => {
      void confirm({
        title: 'Se déconnecter\u00a0?',
        message: 'Rien de votre compte ne restera sur cet appareil.',
        confirmLabel: 'Se déconnecter',
      }).then((yes) => (yes ? logout() : undefined))
    },
  },
]

/** The card at the bottom of the side bar: the active identity, and the menu. */
export const ProfileMenu = () => {
  const s = useSnapshot(session)
  const open = useSnapshot(panels).stack.some(({ panel }) => panel.kind === 'menu')
  const [button, setButton] = useState<HTMLElement | null>(null)
  useEffect(() => closeMenu, [])
  if (!s.account) return null
  const account = s.account
  const acting = actingLabel(s)
  return (
    <div className={styles.foot}>
      <button
        ref={setButton}
        type="button"
        className={styles.who}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => (open ? closeMenu() : openPanel({ kind: 'menu' }))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          openPanel({ kind: 'menu' })
        }}
      >
        <AccountAvatar account={account} size={40} />
        <span className={styles.names}>
          <b>{account.account_handle}</b>
          {acting === account.account_handle ? null : <small>{acting}</small>}
        </span>
      </button>
      <MenuList
        label="Menu du profil"
        open={open && button !== null}
        anchor={open ? button : null}
        onClose={closeMenu}
        items={menuItems(account.identities.length)}
      />
    </div>
  )
}
