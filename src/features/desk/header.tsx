import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { DeskState } from '#contract/staff/access'
import { toast } from '../../data/state/toasts'
import { cx } from '../../lib/cx'
import { cappedCount } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconLock } from '../../ui/icons/media'
import { IconLogout } from '../../ui/icons/settings'
import { IconHelp } from '../../ui/icons/status'
import { useMediaQuery } from '../../ui/layout/use-media-query'
import { KeysDialog } from './keys-dialog'
import { lockDeskSession } from './state/desk'
import { queue } from './state/queue'
import { useDeskShortcuts } from './use-desk-shortcuts'
import styles from './desk.module.css'

const LINKS: readonly { path: string; label: string; operator?: true }[] = [
  { path: '/desk', label: 'Dossiers' },
  { path: '/desk/decided', label: 'Décidés' },
  { path: '/desk/members', label: 'Membres' },
  { path: '/desk/audit', label: 'Journal', operator: true },
  { path: '/desk/team', label: 'Équipe', operator: true },
  { path: '/desk/figures', label: 'Chiffres', operator: true },
  { path: '/desk/settings', label: 'Communauté', operator: true },
]

/** Pages that belong to a link without being its own. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  '/desk': ['/desk/cases/'],
  '/desk/members': ['/desk/accounts/'],
  '/desk/settings': ['/desk/rules', '/desk/messages', '/desk/instance'],
}

const lockNow = (): void =>
  void lockDeskSession('purpose').catch(() =>
    toast('Le bureau n’a pas pu être verrouillé sur le serveur. Réessayez une fois en ligne.', {
      kind: 'error',
    }),
  )

/** The places of the desk, its keys, and the way out. */
export const DeskHeader = ({ me, path }: { me: DeskState; path: string }) => {
  const { open } = useSnapshot(queue)
  const [help, setHelp] = useState(false)
  const wide = useMediaQuery('(width >= 960px)')
  useDeskShortcuts(true, (key) => {
    if (key !== '?') return false
    setHelp(true)
    return true
  })
  const count = open || me.open
  return (
    <header className={styles.bar}>
      <nav className={styles.nav} aria-label="Bureau">
        {LINKS.filter((one) => !one.operator || me.role === 'operator').map((one) => {
          const here =
            path === one.path || (INSIDE[one.path] ?? []).some((begin) => path.startsWith(begin))
          return (
            <Link
              key={one.path}
              href={one.path}
              className={cx(styles.tab, here && styles.here)}
              aria-current={here ? 'page' : undefined}
            >
              {one.label}
              {one.path === '/desk' && count > 0 ? (
                <span className="figures"> {cappedCount(count, 99)}</span>
              ) : null}
            </Link>
          )
        })}
      </nav>
      <div className={styles.tools}>
        <span className={styles.name}>{me.pseudonym}</span>
        <IconButton
          className={styles.help}
          size="sm"
          label="Raccourcis clavier"
          icon={<IconHelp size={20} />}
          onClick={() => setHelp(true)}
        />
        {wide ? (
          <Button size="sm" icon={<IconLock />} onClick={lockNow}>
            Verrouiller
          </Button>
        ) : (
          <IconButton size="sm" label="Verrouiller" icon={<IconLock />} onClick={lockNow} />
        )}
        <IconButton
          size="sm"
          label="Quitter le bureau"
          icon={<IconLogout size={20} />}
          href="/conversations"
          target="_self"
        />
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} />
    </header>
  )
}
