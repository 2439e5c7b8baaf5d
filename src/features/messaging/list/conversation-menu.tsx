import { navigate } from 'wouter/use-browser-location'
import type { Conversation } from '#contract/messaging/messages'
import { actWithPart } from '../../../data/start/lazy-part'
import { closeAll, openPanel } from '../../../data/state/panels'
import { openReport } from '../../../data/state/report-prompt'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { confirm } from '../../../ui/overlay/confirm'
import { regainFocus } from '../../../ui/overlay/focus-after'
import { IconArchive, IconPin, IconSearch, IconShare } from '../../../ui/icons/actions'
import { IconMute, IconRead } from '../../../ui/icons/chat'
import { IconImage } from '../../../ui/icons/media'
import { IconUser } from '../../../ui/icons/nav'
import { IconBlock, IconCouple, IconFlag, IconGroup } from '../../../ui/icons/people'
import { IconBell, IconLogout } from '../../../ui/icons/settings'
import { MenuList, type MenuEntry } from '../../../ui/overlay/menu'
import type { Anchor } from '../../../ui/layout/anchor'
import { markAsRead } from '../state/reads'
import { confirmFourHands } from '../held/four-hands'
import { changeSettings, leaveGroup, conversationErrorText } from './conversation-acts'
import { fourHandsOf } from '../state/model'
import { messaging } from '../state/store'
import { counterpart, conversationTitle } from '../thread/titles'
import { isCouple } from '../../../lib/couple'

/** Focus target when the focused row or thread was removed. */
const focusList = (): void => regainFocus(() => document.querySelector<HTMLElement>('main h1'))

/** Asks for confirmation, leaves the group, and returns to the list when it was open. */
export const askToLeave = async (c: Conversation, own: string | null): Promise<void> => {
  const yes = await confirm({
    title: `Quitter «\u00a0${conversationTitle(c, own)}\u00a0»\u00a0?`,
    danger: true,
    confirmLabel: 'Quitter le groupe',
    message:
      'Vous ne recevrez plus rien de ce groupe. Si vous l’administrez seul, le membre le plus ancien prend la suite.',
  })
  if (!yes) return
  try {
    const isOpen = messaging.openId === c.id
    await leaveGroup(c.id)
    await closeAll()
    if (isOpen) navigate('/conversations', { replace: true })
    toast('Vous avez quitté le groupe.', { kind: 'info' })
    focusList()
  } catch (error) {
    toast(conversationErrorText(error), { kind: 'error' })
  }
}

/** Actions that only the header offers. */
interface InThread {
  readonly onSearch?: (() => void) | undefined
  readonly onPhotos?: (() => void) | undefined
}

/** The other member of a direct conversation, unless deleted. */
const memberOf = (c: Conversation, own: string | null) => {
  const other = c.type === 'direct' ? counterpart(c, own) : undefined
  return other && !other.account.deleted ? other : undefined
}

/** Sharing with, reporting and blocking the other member of a direct conversation. */
const memberItems = (c: Conversation, own: string | null): MenuEntry[] => {
  const other = memberOf(c, own)
  if (!other) return []
  const {
    account_id: id,
    account: { account_handle: handle },
  } = other
  return [
    ...(c.can_write
      ? [
          {
            label: 'Partager un album',
            icon: <IconShare />,
            onSelect: () => openPanel({ kind: 'share-album', id, handle }),
          },
        ]
      : []),
    'line',
    {
      label: 'Signaler',
      icon: <IconFlag />,
      onSelect: () =>
        openReport({ kind: 'profile', id, memberId: id, title: `Signaler ${handle}` }),
    },
    {
      label: 'Bloquer',
      icon: <IconBlock />,
      danger: true,
      onSelect: () =>
        void actWithPart(
          () => import('../../../parts/member/member-acts'),
          (acts) => acts.askBlock(id, handle),
        ),
    },
  ]
}

/**
 * Actions on a whole conversation: from its header, or (without `inThread`) from its row, which
 * adds «Marquer comme lu».
 */
export const conversationItems = (
  c: Conversation,
  own: string | null,
  inThread?: InThread,
): MenuEntry[] => {
  const other = memberOf(c, own)
  const { muted, pinned, archived } = c.settings
  return [
    ...(inThread?.onSearch
      ? [{ label: 'Rechercher', icon: <IconSearch />, onSelect: inThread.onSearch }]
      : []),
    ...(inThread?.onPhotos
      ? [{ label: 'Photos', icon: <IconImage />, onSelect: inThread.onPhotos }]
      : []),
    ...(!inThread && c.unread_count > 0
      ? [{ label: 'Marquer comme lu', icon: <IconRead />, onSelect: () => void markAsRead(c.id) }]
      : []),
    ...(other && inThread
      ? [
          {
            label: 'Voir le profil',
            icon: <IconUser />,
            onSelect: () => openPanel({ kind: 'profile', id: other.account_id }),
          },
        ]
      : []),
    ...(c.type === 'group' && inThread
      ? [
          {
            label: 'Infos du groupe',
            icon: <IconGroup />,
            onSelect: () => openPanel({ kind: 'group', id: c.id }),
          },
        ]
      : []),
    {
      label: muted ? 'Réactiver les notifications' : 'Couper les notifications',
      icon: muted ? <IconBell /> : <IconMute />,
      onSelect: () => void changeSettings(c.id, { muted: !muted }),
    },
    {
      label: pinned ? 'Désépingler' : 'Épingler',
      icon: <IconPin />,
      onSelect: () => void changeSettings(c.id, { pinned: !pinned }).then(focusList),
    },
    {
      label: archived ? 'Désarchiver' : 'Archiver',
      icon: <IconArchive />,
      onSelect: () => void changeSettings(c.id, { archived: !archived }).then(focusList),
    },
    ...(inThread && c.can_write && isCouple(session.account?.identities)
      ? [
          {
            label: fourHandsOf(c).isOn
              ? 'Arrêter «\u00a0à quatre mains\u00a0»'
              : 'Écrire à quatre mains',
            icon: <IconCouple />,
            onSelect: () => void confirmFourHands(c.id, fourHandsOf(c).isOn),
          },
        ]
      : []),
    ...(inThread ? memberItems(c, own) : []),
    ...(c.type === 'group'
      ? ([
          'line',
          {
            label: 'Quitter le groupe',
            icon: <IconLogout />,
            danger: true,
            onSelect: () => void askToLeave(c, own),
          },
        ] as const)
      : []),
  ]
}

/** The menu of one conversation, anchored at its row or button. */
export const ConversationMenu = ({
  conversation,
  own,
  anchor,
  inThread,
  onClose,
}: {
  conversation: Conversation
  own: string | null
  anchor: Anchor
  inThread?: InThread
  onClose: () => void
}) => (
  <MenuList
    open
    anchor={anchor}
    onClose={onClose}
    label={`Actions\u00a0: ${conversationTitle(conversation, own)}`}
    items={conversationItems(conversation, own, inThread)}
    align="end"
  />
)
