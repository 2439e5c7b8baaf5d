import { useState, type ReactNode } from 'react'
import type { Account } from '#contract/profile/profile'
import { useSignedUrl } from '../../../data/media/media-urls'
import { usePresence } from '../../../data/session/presence'
import { lastSeen } from '../../../lib/dates'
import { cx } from '../../../lib/cx'
import { AccountAvatar, type AccountFace } from '../../../parts/member/avatar'
import { IdentityIcons } from '../../../parts/member/identity-icons'
import { Viewer } from '../../../parts/photo/viewer'
import { primaryFirst } from '../state/people'
import type { Profile } from '../state/api'
import { lastSeenSentence } from '../state/labels'
import { Badges } from './badges'
import styles from '../profile.module.css'
import { withDe } from '../../../lib/text'

type Deep<T> = T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T
export type SeenAccount = Deep<Account>

/** Online and last seen, live where it is known. */
export const useLastSeen = (
  account: SeenAccount,
): { online: boolean; at: string | null; text: string } => {
  const presence = usePresence(account.id)
  const online = account.is_own || (presence?.isOnline ?? account.is_online)
  const at = presence?.lastSeenAt ?? account.last_seen_at
  return { online, at, text: lastSeen({ online, at }) }
}

/** Pictures of a member that can be opened: of the account, then of each identity. */
const picturesOf = (account: SeenAccount): { id: string; foreign: boolean }[] =>
  [
    ...new Set(
      [account.avatar_url, ...primaryFirst(account.identities).map((i) => i.avatar_url)].filter(
        (ref): ref is string => ref !== null,
      ),
    ),
  ].map((id) => ({ id, foreign: !account.is_own }))

/** Another member’s avatar: a click opens it full size, when there is a picture. */
const OpenableAvatar = ({ account, online }: { account: SeenAccount; online: boolean }) => {
  const [index, setIndex] = useState<number | null>(null)
  const photos = picturesOf(account)
  const [first] = photos
  const { state } = useSignedUrl(first?.id ?? null, { variant: 'thumbnail', retries: 3 })
  const face: AccountFace = {
    account_handle: account.account_handle,
    avatar_url: account.avatar_url,
    identities: primaryFirst(account.identities),
  }
  // closed meanwhile, for instance by the subject: what is left are initials, and nothing to open
  if (!first || (photos.length === 1 && state === 'error'))
    return <AccountAvatar account={face} size={76} online={online} />
  return (
    <>
      <button
        type="button"
        className={styles.avatar}
        aria-label={`Voir la photo ${withDe(account.account_handle)}`}
        onClick={() => setIndex(0)}
      >
        <AccountAvatar account={face} size={76} online={online} />
      </button>
      <Viewer photos={photos} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
    </>
  )
}

interface Props {
  readonly account: SeenAccount
  /** In place of the avatar: the owner’s own, which is changed and not opened. */
  readonly avatar?: ReactNode
  /** In a panel the page has its own h1. */
  readonly inPanel?: boolean
  readonly badge?: Profile['badge'] | undefined
  /** At the end: completion, buttons. */
  readonly children?: ReactNode
}

/** Top of a profile: avatar, handle, identities (the primary first), presence. */
export const ProfileHeader = ({ account, avatar, inPanel, badge, children }: Props) => {
  const { online, at, text } = useLastSeen(account)
  const Title = inPanel ? 'h3' : 'h1'
  const names = primaryFirst(account.identities).map((i) => i.firstname ?? i.identity_handle)
  return (
    <header className={cx(styles.header, avatar !== undefined && styles.own)}>
      {avatar ?? <OpenableAvatar account={account} online={online} />}
      <div className={styles.names}>
        <Title>{account.account_handle}</Title>
        <div className={styles.who}>
          <IdentityIcons identities={account.identities} />
          <span>{names.join(', ')}</span>
        </div>
        {badge ? <Badges badge={badge} persons={account.identities} /> : null}
        <p className={cx('quiet', online && styles.online)}>
          {online ? text : lastSeenSentence(at)}
        </p>
      </div>
      <div className={styles.end}>{children}</div>
    </header>
  )
}
