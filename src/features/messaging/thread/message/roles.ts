import type { Conversation, Message } from '#contract/messaging/messages'

/** Messages of organizers and administrators carry their badge in event conversations (MSG-070). */
export const isOrganizerMessage = (
  c: Pick<Conversation, 'type' | 'participants'> | undefined,
  m: Pick<Message, 'senderAccountId'>,
): boolean =>
  (c?.type === 'event' || c?.type === 'event-direct') &&
  c.participants.some((p) => p.account_id === m.senderAccountId && p.is_admin)
