import type { Conversation } from '#contract/messaging/messages'
import { AccountAvatar, GroupAvatar, NamedAvatar } from '../../../parts/member/avatar'
import { counterpart, conversationTitle } from '../thread/titles'

/**
 * Avatar: the other member of a direct conversation; the group's picture, else two of its members.
 * The name is shown beside it.
 */
export const ConversationAvatar = ({
  conversation: c,
  own,
  size,
  online,
}: {
  conversation: Conversation
  own: string | null
  size: number
  online?: boolean | undefined
}) => {
  const other = counterpart(c, own)
  if (c.avatarUrl)
    return <NamedAvatar name={conversationTitle(c, own)} avatar={c.avatarUrl} size={size} />
  if (c.type === 'direct' && other)
    return <AccountAvatar account={other.account} size={size} online={online} />
  const [a, b] = c.participants.filter((p) => p.account_id !== own)
  if (c.type === 'group' && a && b)
    return <GroupAvatar first={a.account} second={b.account} size={size} />
  return <NamedAvatar name={conversationTitle(c, own)} avatar={null} size={size} />
}
