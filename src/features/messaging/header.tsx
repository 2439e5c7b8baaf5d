import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { hubState } from '../../data/hub'
import { openIdentityDialog } from '../../data/identity-prompt'
import { openPanel } from '../../data/panels'
import { usePresence } from '../../data/presence'
import { session } from '../../data/session'
import { cx } from '../../lib/cx'
import { plural } from '../../lib/text'
import { GENDER_LABEL } from '../../parts/identity-icons'
import { IconButton } from '../../ui/icon-button'
import { IconSearch } from '../../ui/icons/actions'
import { IconBack } from '../../ui/icons/nav'
import { IconCouple } from '../../ui/icons/people'
import { Tag } from '../../ui/tag'
import { useDelay } from '../../ui/use-delay'
import { ConversationAvatar } from './conversation-avatar'
import { seenLabel } from './labels'
import { messaging } from './store'
import styles from './thread.module.css'
import { badgeOf, counterpart, titleOf } from './titles'
import { useTyping } from './typing'

const LOST_MS = 2_500

/** Said here too: on a phone the conversation covers the banner of the page. */
const useLost = (): boolean => {
  const { connection } = useSnapshot(hubState)
  const lost = connection !== 'connected' && connection !== 'initialized'
  return useDelay(lost, LOST_MS) && lost
}

/** Who is spoken to: avatar and title lead to the profile; the switch shows when the account has several identities. */
export const ThreadHeader = ({ id, onBack, onSearch }: { id: string; onBack: (() => void) | undefined; onSearch?: (() => void) | undefined }) => {
  const c = useSnapshot(messaging).conversations[id]
  const { accountId, account } = useSnapshot(session)
  const other = c && counterpart(c, accountId)
  const presence = usePresence(c?.type === 'direct' ? (other?.account_id ?? null) : null)
  const lost = useLost()
  const typing = useTyping(id)
  const top = useRef<HTMLElement>(null)
  // what slides over the list takes the focus, once
  const covers = onBack !== undefined
  useEffect(() => { if (covers) top.current?.focus({ preventScroll: true }) }, [covers])
  const back = onBack ? <IconButton label="Retour aux discussions" icon={<IconBack />} onClick={onBack} /> : null
  if (!c) return <header ref={top} tabIndex={-1} className={styles.head}>{back}</header>
  const online = presence?.isOnline ?? other?.account.is_online ?? false
  const genders = other?.account.identities.map((i) => GENDER_LABEL[i.gender]).join(', ') || 'Profil'
  const seen = seenLabel({ online, at: presence?.lastSeenAt ?? other?.account.last_seen_at ?? null })
  const note = c.type === 'direct' ? [seen, genders].filter(Boolean).join(' · ') : plural(c.participant_count, 'participant')
  const title = titleOf(c, accountId)
  const profile = c.type === 'direct' && other && !other.account.deleted ? other.account_id : null
  const who = (
    <>
      <ConversationAvatar conversation={c} own={accountId} size={46} online={c.type === 'direct' && online} />
      <span className={styles.who}>
        <span className={styles.title}><b>{title}</b><Tag tone={c.type === 'direct' || c.type === 'group' ? 'neutral' : 'brass'}>{badgeOf(c, accountId)}</Tag></span>
        <small className={cx(online && !lost && styles.here, typing && !lost && styles.writes, lost && styles.lost)}>{lost ? 'Connexion interrompue' : (typing ?? note)}</small>
      </span>
    </>
  )
  return (
    <header ref={top} tabIndex={-1} className={styles.head}>
      {back}
      <h2 className={styles.heading}>
        {profile
          ? <button type="button" className={styles.person} onClick={() => openPanel({ kind: 'profile', id: profile })} title="Voir le profil">{who}</button>
          : <span className={styles.person}>{who}</span>}
      </h2>
      {onSearch ? <IconButton label="Rechercher dans la discussion" icon={<IconSearch />} onClick={onSearch} /> : null}
      {(account?.identities.length ?? 0) > 1 ? <IconButton label="Changer d’identité" icon={<IconCouple />} onClick={openIdentityDialog} /> : null}
    </header>
  )
}
