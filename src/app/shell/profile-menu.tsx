import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { closeMenu, openPanel, panels } from '../../data/state/panels'
import { session } from '../../data/session/session'
import { loadCodeWithRetry } from '../../data/start/load-code'
import { whenIdle } from '../../data/start/phases'
import { AccountAvatar } from '../../parts/member/avatar'
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

/** Entries of the menu; null until their code has loaded. Opening the menu asks for it at once. */
const useItems = (identities: number, open: boolean): MenuEntry[] | null => {
  const [make, setMake] = useState<((identities: number) => MenuEntry[]) | null>(null)
  useEffect(() => {
    if (make) return
    const load = (): void =>
      void loadCodeWithRetry(() => import('./profile-menu-items')).then((m) =>
        setMake(() => m.menuItems),
      )
    if (open) load()
    else whenIdle(load)
  }, [open, make])
  return make && make(identities)
}

/** The card at the bottom of the side bar: the active identity, and the menu. */
export const ProfileMenu = () => {
  const s = useSnapshot(session)
  const open = useSnapshot(panels).stack.some(({ panel }) => panel.kind === 'menu')
  const [button, setButton] = useState<HTMLElement | null>(null)
  const items = useItems(s.account?.identities.length ?? 1, open)
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
        open={open && button !== null && items !== null}
        anchor={open ? button : null}
        onClose={closeMenu}
        items={items ?? []}
      />
    </div>
  )
}
