import { MESSAGE_EDIT_MS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import type { Acting } from '../../../../data/session/state'

type Reactions = Message['reactions']
type Written = Pick<Message, 'senderAccountId' | 'senderIdentityId' | 'deletedAt'>

/**
 * Applies one's own choice: replaces the reaction of the same identity (MSG-118), in both mode
 * (`identityId` null) all of the account (MSG-119). `emoji` null only removes.
 */
export const withReaction = (
  reactions: Reactions,
  own: string,
  identityId: string | null,
  emoji: string | null,
  at: string,
): Reactions => {
  const next: Reactions = {}
  for (const [key, list] of Object.entries(reactions)) {
    const left = list.filter(
      (r) => r.account_id !== own || (identityId !== null && r.identity_id !== identityId),
    )
    if (left.length > 0) next[key] = left
  }
  if (emoji)
    next[emoji] = [
      ...(next[emoji] ?? []),
      { account_id: own, identity_id: identityId, created_at: at },
    ]
  return next
}

/** The current reaction of the acting identity, or null. */
export const myReaction = (reactions: Reactions, own: string, acting: Acting): string | null => {
  const identityId = acting.kind === 'single' ? acting.id : null
  return (
    Object.entries(reactions).find(([, list]) =>
      list.some((r) => r.account_id === own && r.identity_id === identityId),
    )?.[0] ?? null
  )
}

/** One's own text, for 15 minutes; by four hands not that of both. The server decides by its own clock. */
export const mayEdit = (
  m: Written & Pick<Message, 'content' | 'createdAt'>,
  own: string,
  acting: Acting,
  isTogether = false,
): boolean =>
  m.content !== '' &&
  !(isTogether && m.senderIdentityId === null) &&
  mayDelete(m, own, acting) &&
  Date.now() - Date.parse(m.createdAt) < MESSAGE_EDIT_MS

/** Most used first; ties keep their order. */
export const sortByUse = (reactions: Reactions): (readonly [string, Reactions[string]])[] =>
  Object.entries(reactions)
    .filter(([, list]) => list.length > 0)
    .sort((a, b) => b[1].length - a[1].length)

/** Whether the message is the acting identity's own, also in both mode (MSG-155). */
export const mayDelete = (m: Written, own: string, acting: Acting): boolean =>
  m.senderAccountId === own &&
  !m.deletedAt &&
  (acting.kind === 'both' ||
    (acting.kind === 'single' && (m.senderIdentityId === null || m.senderIdentityId === acting.id)))
