import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { usePresence } from '../../data/presence'
import { session } from '../../data/session'
import { dayShort } from '../../lib/dates'
import { plural } from '../../lib/text'
import { GENDER_LABEL } from '../../parts/identity-icons'
import { Badge } from '../../ui/badge'
import { ListRow } from '../../ui/list-row'
import { Tag } from '../../ui/tag'
import { ConversationAvatar } from './conversation-avatar'
import { previewOf } from './labels'
import styles from './list.module.css'
import { messaging } from './store'
import { badgeOf, counterpart, titleOf } from './titles'
import { useTyping } from './typing'

/** One line of the list; renders again only when its own conversation is another object. */
export const ConversationRow = memo(({ id, active }: { id: string; active: boolean }) => {
  const c = useSnapshot(messaging).conversations[id]
  const { accountId } = useSnapshot(session)
  const other = c && counterpart(c, accountId)
  const presence = usePresence(c?.type === 'direct' ? (other?.account_id ?? null) : null)
  const typing = useTyping(id)
  if (!c) return null
  const [one, two] = other?.account.identities ?? []
  const gender = c.type === 'direct' && one && !two ? GENDER_LABEL[one.gender] : null
  const at = c.lastMessageAt ?? c.createdAt
  return (
    <Link href={`/conversations/${id}`} asChild>
      <ListRow
        href={`/conversations/${id}`}
        leading={<ConversationAvatar conversation={c} own={accountId} size={50} online={presence?.isOnline ?? (c.type === 'direct' && other?.account.is_online)} />}
        title={titleOf(c, accountId)}
        tag={<Tag tone={c.type === 'direct' || c.type === 'group' ? 'neutral' : 'brass'}>{gender ?? badgeOf(c, accountId)}</Tag>}
        subtitle={typing ? <span className={styles.writes}>{typing}</span> : previewOf(c.last_message, accountId, c.type)}
        aside={<time dateTime={at}>{dayShort(at)}</time>}
        badge={c.unread_count > 0 ? <Badge count={c.unread_count} label={plural(c.unread_count, 'message non lu', 'messages non lus')} /> : undefined}
        unread={c.unread_count > 0}
        active={active}
      />
    </Link>
  )
})
