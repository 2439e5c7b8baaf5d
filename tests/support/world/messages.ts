import type { Conversation, Message } from '#contract/messaging/messages'
import type { EventName, EventPayload, RealtimeEvent } from '#contract/realtime'
import type { Outgoing } from '../../../src/features/messaging/state/model'

/** Ids in the form of the server's: one letter and a number. */
export const uid = (kind: string, n = 0): string =>
  `${kind.charCodeAt(0).toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const OWN = uid('own', 1)
export const OTHER = uid('other', 2)
export const CONVERSATION = uid('conversation', 3)
const START = Date.parse('2026-11-20T18:00:00.000Z')
/** The instant of message `seq`: two minutes between two messages. */
export const at = (seq: number): string => new Date(START + seq * 120_000).toISOString()

export const message = (seq: number, patch: Partial<Message> = {}): Message => ({
  id: uid('message', seq),
  conversationId: CONVERSATION,
  seq,
  changed: seq,
  senderAccountId: OTHER,
  senderIdentityId: uid('identity', 2),
  clientMsgId: null,
  content: `message ${seq}`,
  createdAt: at(seq),
  deletedAt: null,
  edited: false,
  systemType: null,
  reactions: {},
  quote: null,
  media: [],
  identity: { handle: 'clara_t', avatar: null, gender: 'woman', both: false, hidden: false },
  readByOther: false,
  readByIdentityIds: [],
  ...patch,
})
export const mine = (seq: number, patch: Partial<Message> = {}): Message =>
  message(seq, { senderAccountId: OWN, senderIdentityId: uid('identity', 1), ...patch })

export const participant = (
  id: string,
  handle: string,
  patch: Partial<Conversation['participants'][number]> = {},
): Conversation['participants'][number] => ({
  account_id: id,
  is_admin: false,
  account: {
    id,
    account_handle: handle,
    avatar_url: null,
    is_online: false,
    last_seen_at: null,
    deleted: false,
    identities: [],
  },
  ...patch,
})
export const conversation = (patch: Partial<Conversation> = {}): Conversation => {
  const type = patch.type ?? 'direct'
  return {
    id: CONVERSATION,
    type,
    conversation_type: type,
    title: null,
    description: null,
    avatarUrl: null,
    createdAt: at(0),
    lastMessageAt: null,
    metadata: {},
    unread_count: 0,
    last_message: null,
    participants: [participant(OWN, 'moi'), participant(OTHER, 'clara_et_tom')],
    participant_count: 2,
    event_id: null,
    event_title: null,
    event_start_date: null,
    is_event_organizer: false,
    event_group_options: null,
    can_write: true,
    settings: { muted: false, pinned: false, archived: false },
    ...patch,
  }
}
export const outgoing = (patch: Partial<Outgoing> = {}): Outgoing => ({
  clientMsgId: uid('client', 1),
  content: 'en route',
  senderIdentityId: uid('identity', 1),
  createdAt: at(50),
  quote: null,
  order: 1,
  photos: [],
  shares: {},
  blobs: {},
  mediaIds: {},
  posted: false,
  state: 'sending',
  error: null,
  isFinal: false,
  ...patch,
})
let events = 0
export const event = <N extends EventName>(name: N, payload: EventPayload<N>): RealtimeEvent =>
  ({ id: uid('event', (events += 1)), name, occurredAt: at(0), payload }) as RealtimeEvent
export const arrives = (m: Message): RealtimeEvent =>
  event('conversation.message.created', {
    conversationId: m.conversationId,
    message: m,
    clientMsgId: m.clientMsgId,
  })
