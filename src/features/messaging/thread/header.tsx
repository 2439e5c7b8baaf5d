import { Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Conversation } from '#contract/messaging/messages'
import { hubState } from '../../../data/hub/hub'
import { openIdentityDialog } from '../../../data/session/identity-prompt'
import { openPanel, type Panel } from '../../../data/state/panels'
import { useTitleOf } from '../../../data/state/page-title'
import { usePresence } from '../../../data/session/presence'
import { session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { cx } from '../../../lib/cx'
import { weekdayDate } from '../../../lib/dates'
import { NBSP, plural } from '../../../lib/text'
import { GENDER_LABEL } from '../../../parts/member/identity-icons'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconMore, IconSearch } from '../../../ui/icons/actions'
import { IconBack } from '../../../ui/icons/nav'
import { IconCouple } from '../../../ui/icons/people'
import { Tag } from '../../../ui/display/tag'
import { useDelayedFlag } from '../../../ui/feedback/use-delayed-flag'
import { ConversationAvatar } from '../list/conversation-avatar'
import { seenLabel } from '../state/labels'
import { messaging } from '../state/store'
import styles from './thread.module.css'
import { conversationBadge, counterpart, isOrganizer, conversationTitle } from './titles'
import { useTyping } from '../state/typing'
import { isCouple } from '../../../lib/couple'

const ConversationMenu = lazyPart(() =>
  import('../list/conversation-menu').then((m) => m.ConversationMenu),
)
const LOST_MS = 2_500
/** What is open, without a name: title of the page. */
const KINDS: Readonly<Record<Conversation['type'], string>> = {
  direct: 'Discussion privée',
  group: 'Discussion de groupe',
  event: 'Discussion d’une sortie',
  'event-direct': 'Discussion avec les organisateurs',
}

/** Repeated here: on a phone the conversation covers the page's banner. */
const useLost = (): boolean => {
  const { connection } = useSnapshot(hubState)
  const lost = connection !== 'connected' && connection !== 'initialized'
  return useDelayedFlag(lost, LOST_MS) && lost
}

/**
 * Target of avatar and title: the other member, the group or the event. In an event-direct: the
 * participant for organizers, the event for the participant.
 */
const leadsTo = (c: Conversation, own: string | null): { panel: Panel; title: string } | null => {
  const other = counterpart(c, own)
  const profile =
    other && !other.account.deleted && other.account.identities.length > 0
      ? ({ panel: { kind: 'profile', id: other.account_id }, title: 'Voir le profil' } as const)
      : null
  const event = c.event_id
    ? ({ panel: { kind: 'event', id: c.event_id }, title: 'Voir la sortie' } as const)
    : null
  switch (c.type) {
    case 'direct':
      return profile
    case 'group':
      return { panel: { kind: 'group', id: c.id }, title: 'Infos du groupe' }
    case 'event':
      return event
    case 'event-direct':
      return isOrganizer(c, own) ? profile : event
  }
}

/** Avatar, title and status of a conversation; they lead to the profile, the group or the event. */
const HeaderTitle = ({
  c,
  own,
  level,
}: {
  c: Conversation
  own: string | null
  level: 'h1' | 'h2'
}) => {
  const Heading = level
  const other = counterpart(c, own)
  const presence = usePresence(c.type === 'direct' ? (other?.account_id ?? null) : null)
  const lost = useLost()
  const typing = useTyping(c.id)
  const online = c.type === 'direct' && (presence?.isOnline ?? other?.account.is_online ?? false)
  const genders =
    other?.account.identities
      .map(({ firstname, gender }) =>
        firstname ? `${firstname}${NBSP}(${GENDER_LABEL[gender]})` : GENDER_LABEL[gender],
      )
      .join(', ') || 'Profil'
  // «[dd/mm/yyyy] …» would leave no room for the name of the event
  const evening = c.type === 'event' && c.event_title ? c.event_start_date : null
  const title = (evening && c.event_title) || conversationTitle(c, own)
  useTitleOf(KINDS[c.type], title)
  const seen = seenLabel({
    online,
    at: presence?.lastSeenAt ?? other?.account.last_seen_at ?? null,
  })
  const note =
    c.type === 'direct'
      ? [seen, genders].filter(Boolean).join(' · ')
      : [
          evening && weekdayDate(evening),
          plural(c.participant_count, c.type === 'group' ? 'membre' : 'participant'),
        ]
          .filter(Boolean)
          .join(' · ')
  const leads = leadsTo(c, own)
  const who = (
    <>
      <ConversationAvatar conversation={c} own={own} size={46} online={online} />
      <span className={styles.who}>
        <span className={styles.title}>
          <b>{title}</b>
          <Tag tone={c.type === 'direct' || c.type === 'group' ? 'neutral' : 'brass'}>
            {conversationBadge(c, own)}
          </Tag>
        </span>
        <small
          className={cx(
            online && !lost && styles.here,
            typing && !lost && styles.writes,
            lost && styles.lost,
          )}
        >
          {lost ? 'Connexion interrompue' : (typing ?? note)}
        </small>
      </span>
    </>
  )
  return (
    <Heading className={styles.heading}>
      {leads ? (
        <button
          type="button"
          className={styles.person}
          onClick={() => openPanel(leads.panel)}
          title={leads.title}
        >
          {who}
        </button>
      ) : (
        <span className={styles.person}>{who}</span>
      )}
    </Heading>
  )
}

/** Title, status and actions of a conversation. */
export const ThreadHeader = ({
  id,
  onBack,
  onSearch,
  onPhotos,
}: {
  id: string
  onBack: (() => void) | undefined
  onSearch?: (() => void) | undefined
  onPhotos?: (() => void) | undefined
}) => {
  const c = useSnapshot(messaging).conversations[id]
  const { accountId, account } = useSnapshot(session)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const top = useRef<HTMLElement>(null)
  // move the focus once into what slides over the list
  const covers = onBack !== undefined
  useEffect(() => {
    if (covers) top.current?.focus({ preventScroll: true })
  }, [covers])
  const back = onBack ? (
    <IconButton label="Retour aux discussions" icon={<IconBack />} onClick={onBack} />
  ) : null
  if (!c)
    return (
      <header ref={top} tabIndex={-1} className={styles.head}>
        {back}
        {covers ? <h1 className="visually-hidden">Discussion</h1> : null}
      </header>
    )
  return (
    <header ref={top} tabIndex={-1} className={styles.head}>
      {back}
      {/* over the list, which is not drawn then, it is the heading of the page */}
      <HeaderTitle c={c} own={accountId} level={covers ? 'h1' : 'h2'} />
      {onSearch ? (
        <span className={styles.wide}>
          <IconButton
            label="Rechercher dans la discussion"
            icon={<IconSearch />}
            onClick={onSearch}
          />
        </span>
      ) : null}
      {/* the composer has it where there is one */}
      {!c.can_write && isCouple(account?.identities) ? (
        <IconButton label="Changer d’identité" icon={<IconCouple />} onClick={openIdentityDialog} />
      ) : null}
      <IconButton
        label="Actions de la discussion"
        icon={<IconMore />}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={(event) => setMenu(menu ? null : event.currentTarget)}
      />
      {menu ? (
        <Suspense fallback={null}>
          <ConversationMenu
            conversation={c}
            own={accountId}
            anchor={menu}
            inThread={{ onSearch, onPhotos }}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      ) : null}
    </header>
  )
}
