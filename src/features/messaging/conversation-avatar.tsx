import type { Conversation } from '#contract/messaging'
import { AccountAvatar, NamedAvatar } from '../../parts/avatar'
import { AvatarPair } from '../../ui/avatar-pair'
import { counterpart, titleOf } from './titles'

/** Counterpart of a direct conversation; a group's picture, else two of its members. */
export const ConversationAvatar = ({ conversation: c, own, size, online, label }: { conversation: Conversation; own: string | null; size: number; online?: boolean | undefined; label?: string }) => {
  const other = counterpart(c, own)
  if (c.avatarUrl) return <NamedAvatar name={titleOf(c, own)} avatar={c.avatarUrl} size={size} label={label} />
  if (c.type === 'direct' && other) return <AccountAvatar account={other.account} size={size} online={online} label={label} />
  const [a, b] = c.participants.filter((p) => p.account_id !== own)
  if (c.type === 'group' && a && b) return <AvatarPair first={{ name: a.account.account_handle }} second={{ name: b.account.account_handle }} size={size} label={label} />
  return <NamedAvatar name={titleOf(c, own)} avatar={null} size={size} label={label} />
}
