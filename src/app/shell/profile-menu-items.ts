import { openIdentityDialog } from '../../data/session/identity-prompt'
import { logout } from '../../data/session/session'
import { openPanel } from '../../data/state/panels'
import { confirm } from '../../ui/overlay/confirm'
import type { MenuEntry } from '../../ui/overlay/menu'

/** Loaded after the first paint. */
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
