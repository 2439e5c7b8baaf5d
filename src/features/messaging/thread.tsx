import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Attachment } from '#contract/media'
import { openIdentityDialog } from '../../data/identity-prompt'
import { openPanel } from '../../data/panels'
import { usePresence } from '../../data/presence'
import { session } from '../../data/session'
import { lastSeen } from '../../lib/dates'
import { GENDER_LABEL } from '../../parts/identity-icons'
import { ErrorState } from '../../ui/error-state'
import { IconButton } from '../../ui/icon-button'
import { IconBack } from '../../ui/icons/nav'
import { IconCouple } from '../../ui/icons/people'
import { Tag } from '../../ui/tag'
import { openThread } from './api'
import { Composer } from './composer'
import { ConversationAvatar } from './conversation-avatar'
import { ORGANIZERS_ONLY, READ_ONLY } from './labels'
import { MessageList } from './message-list'
import styles from './messaging.module.css'
import { EMPTY_THREAD } from './model'
import { messaging } from './store'
import { badgeOf, counterpart, titleOf } from './titles'

const PhotoViewer = lazy(async () => ({ default: (await import('../../parts/photo-viewer')).PhotoViewer }))

const Header = ({ id, onBack }: { id: string; onBack: (() => void) | undefined }) => {
  const c = useSnapshot(messaging).conversations[id] as Parameters<typeof titleOf>[0] & { id: string; participant_count: number } | undefined
  const { accountId, account } = useSnapshot(session)
  const other = c ? counterpart(c, accountId) : undefined
  const presence = usePresence(c?.type === 'direct' ? (other?.account_id ?? null) : null)
  if (!c) return <header className={styles.head}>{onBack ? <IconButton label="Retour aux discussions" icon={<IconBack />} onClick={onBack} /> : null}</header>
  const online = presence?.isOnline ?? other?.account.is_online ?? false
  const genders = other?.account.identities.map((i) => GENDER_LABEL[i.gender]).join(', ') || 'Profil'
  const note = c.type === 'direct' ? `${lastSeen({ online, at: presence?.lastSeenAt ?? other?.account.last_seen_at ?? null })} · ${genders}` : `${c.participant_count} participants`
  const title = titleOf(c, accountId)
  const deleted = other?.account.deleted ?? false
  const open = (): void => {
    if (c.type === 'direct' && other && !deleted) openPanel({ kind: 'profile', id: other.account_id })
  }
  const who = <><ConversationAvatar conversation={c as never} own={accountId} size={46} online={c.type === 'direct' && online} /><span className={styles.who}><span className={styles.title}><b>{title}</b><Tag tone={c.type === 'direct' || c.type === 'group' ? 'neutral' : 'brass'}>{badgeOf(c, accountId)}</Tag></span><small>{note}</small></span></>
  return (
    <header className={styles.head}>
      {onBack ? <IconButton label="Retour aux discussions" icon={<IconBack />} onClick={onBack} /> : null}
      {c.type === 'direct' && other && !deleted
        ? <button type="button" className={styles.person} onClick={open} aria-label={`Voir le profil de ${title}`}>{who}</button>
        : <div className={styles.person}>{who}</div>}
      {(account?.identities.length ?? 0) > 1 ? <IconButton label="Changer d’identité" icon={<IconCouple />} onClick={openIdentityDialog} /> : null}
    </header>
  )
}

/** A conversation: header, messages, composer pinned at the bottom. */
export const ThreadView = ({ id, onBack }: { id: string; onBack?: () => void }) => {
  const snapshot = useSnapshot(messaging)
  const thread = snapshot.threads[id] ?? EMPTY_THREAD
  const c = snapshot.conversations[id]
  const [viewer, setViewer] = useState<{ photos: readonly Attachment[]; index: number } | null>(null)
  const gone = thread.phase === 'error' && thread.messages.length === 0
  return (
    <section className={styles.thread} aria-label="Discussion">
      <Header id={id} onBack={onBack} />
      {gone ? (
        <div className={styles.failed}><ErrorState title="Impossible d’ouvrir cette discussion" text="Elle n’existe pas ou n’est plus accessible, ou le réseau est coupé." onRetry={() => void openThread(id)} /></div>
      ) : (
        <MessageList id={id} thread={thread as never} onPhoto={(photos, index) => setViewer({ photos, index })} />
      )}
      {c && !c.can_write ? <p className={styles.closed}>{c.type === 'event' ? ORGANIZERS_ONLY : READ_ONLY}</p> : gone ? null : <Composer id={id} />}
      {viewer ? <Suspense fallback={null}><PhotoViewer photos={viewer.photos} index={viewer.index} onIndex={(index) => setViewer((v) => v && { ...v, index })} onClose={() => setViewer(null)} /></Suspense> : null}
    </section>
  )
}
