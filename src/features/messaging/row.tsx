import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { usePresence } from '../../data/presence'
import { session } from '../../data/session'
import { dayShort } from '../../lib/dates'
import { GENDER_LABEL } from '../../parts/identity-icons'
import { Badge } from '../../ui/badge'
import { ListRow } from '../../ui/list-row'
import { Tag } from '../../ui/tag'
import { ConversationAvatar } from './conversation-avatar'
import { previewOf } from './labels'
import { messaging } from './store'
import { badgeOf, counterpart, titleOf } from './titles'

/** One line of the list; renders again only when its own conversation changes. */
export const ConversationRow = memo(({ id, active }: { id: string; active: boolean }) => {
  const c = useSnapshot(messaging).conversations[id]
  const { accountId } = useSnapshot(session)
  const other = c ? counterpart(c as never, accountId) : undefined
  const presence = usePresence(c?.type === 'direct' ? (other?.account_id ?? null) : null)
  if (!c) return null
  const gender = c.type === 'direct' && other?.account.identities.length === 1 ? other.account.identities[0]?.gender : undefined
  const tag = c.type === 'direct' ? (gender ? <Tag>{GENDER_LABEL[gender]}</Tag> : undefined) : <Tag tone={c.type === 'group' ? 'neutral' : 'brass'}>{badgeOf(c as never, accountId)}</Tag>
  return (
    <Link href={`/conversations/${id}`} asChild>
      <ListRow
        href={`/conversations/${id}`}
        leading={<ConversationAvatar conversation={c as never} own={accountId} size={50} online={presence?.isOnline ?? (c.type === 'direct' && other?.account.is_online)} />}
        title={titleOf(c as never, accountId)}
        tag={tag}
        subtitle={previewOf(c.last_message as never, accountId, c.type)}
        aside={<time dateTime={c.lastMessageAt ?? c.createdAt}>{dayShort(c.lastMessageAt ?? c.createdAt)}</time>}
        badge={c.unread_count > 0 ? <Badge count={c.unread_count} label={`${c.unread_count} non lus`} /> : undefined}
        unread={c.unread_count > 0}
        active={active}
      />
    </Link>
  )
})
