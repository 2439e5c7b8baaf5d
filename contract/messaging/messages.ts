import * as z from 'zod/mini'
import { gender, idParams, isoDate, uuid } from '../common'
import { MESSAGE_MAX_CHARS, MESSAGE_MEDIA_MAX, MESSAGE_PAGE } from '../limits'
import { attachment } from '../media'
import { account, identity } from '../profile/profile'
import { route } from '../route'
import { brief, briefMode } from './brief'

const conversationType = z.enum(['direct', 'group', 'event', 'event-direct'])
export const systemType = z.enum([
  'participant_joined',
  'participant_left',
  'info',
  'event_paused',
  'event_resumed',
  'co_organizer_added',
  'co_organizer_removed',
  'event_direct_opened',
])
export const groupOptions = z.enum(['organizers', 'all'])

export const reaction = z.object({
  account_id: uuid,
  identity_id: z.nullable(uuid),
  created_at: isoDate,
})
export const reactions = z.record(z.string(), z.array(reaction))

/** An account id, or `system`. One pattern: a union would add 350 bytes to the hub. */
const sender = z.string().check(z.regex(/^(?:system|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i))

/** The beginning of a quoted message, as it is now; a deleted one is only marked as deleted. */
export const quote = z.object({
  id: uuid,
  handle: z.string(),
  content: z.string(),
  mediaCount: z.number(),
  deleted: z.boolean(),
})

export const message = z.object({
  id: uuid,
  conversationId: uuid,
  /** Order within the conversation: strictly increasing in commit order. */
  seq: z.number(),
  /** The conversation's clock at the last change: of two copies, the higher value is current. */
  changed: z.number(),
  senderAccountId: sender,
  /** null: sent in both mode, or a system message. */
  senderIdentityId: z.nullable(uuid),
  clientMsgId: z.nullable(z.string()),
  content: z.string(),
  createdAt: isoDate,
  deletedAt: z.nullable(isoDate),
  /** Its author has changed its text. */
  edited: z.boolean(),
  systemType: z.nullable(systemType),
  reactions,
  /** The quoted message; null: none, or not visible to the viewer. */
  quote: z.nullable(quote),
  media: z.array(attachment),
  /** Photos that are seen once or for a day, in place of `media`. */
  brief: z.optional(brief),
  /** Display name of the sender: the identity's handle, or the account's in both mode. */
  identity: z.object({
    handle: z.string(),
    avatar: z.nullable(z.string()),
    gender: z.nullable(gender),
    both: z.boolean(),
    hidden: z.boolean(),
  }),
  readByOther: z.boolean(),
  readByIdentityIds: z.array(uuid),
})
export type Message = z.infer<typeof message>

export const participant = z.object({
  account_id: uuid,
  is_admin: z.boolean(),
  account: z.object({
    id: uuid,
    account_handle: z.string(),
    avatar_url: z.nullable(z.string()),
    is_online: z.boolean(),
    last_seen_at: z.nullable(isoDate),
    deleted: z.boolean(),
    identities: z.array(identity),
  }),
})
export type Participant = z.infer<typeof participant>

/** Enough to render a list row without another call. */
const lastMessage = z.object({
  id: uuid,
  content: z.string(),
  senderAccountId: sender,
  senderHandle: z.string(),
  createdAt: isoDate,
  deletedAt: z.nullable(isoDate),
  systemType: z.nullable(systemType),
  mediaCount: z.number(),
})

/**
 * Muted: no push and no sound. Archived: hidden from the list until a new message (a muted one
 * stays hidden).
 */
export const conversationSettings = z.object({
  muted: z.boolean(),
  pinned: z.boolean(),
  archived: z.boolean(),
})
export type ConversationSettings = z.infer<typeof conversationSettings>

export const conversation = z.object({
  id: uuid,
  type: conversationType,
  conversation_type: conversationType,
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** Picture of a group, or banner of an event that the caller may read. */
  avatarUrl: z.nullable(z.string()),
  createdAt: isoDate,
  lastMessageAt: z.nullable(isoDate),
  /** For the caller alone, where it applies. */
  metadata: z.object({
    /** Messages of both mode wait for both identities. */
    four_hands: z.optional(z.boolean()),
    /** How many own messages wait. */
    held: z.optional(z.number()),
    /** The discussion of an event that is over. */
    closed: z.optional(z.boolean()),
  }),
  unread_count: z.number(),
  last_message: z.nullable(lastMessage),
  participants: z.array(participant),
  participant_count: z.number(),
  event_id: z.nullable(uuid),
  event_title: z.nullable(z.string()),
  event_start_date: z.nullable(isoDate),
  is_event_organizer: z.boolean(),
  event_group_options: z.nullable(groupOptions),
  /** False: blocked, or posting restricted. The server refuses as well. */
  can_write: z.boolean(),
  /** The caller's own settings, invisible to other members. */
  settings: conversationSettings,
})
export type Conversation = z.infer<typeof conversation>

export const listConversations = route({
  id: 'listConversations',
  method: 'GET',
  path: '/conversations',
  auth: 'account',
  summary: 'Conversations of the account, newest message first',
  reply: z.object({ conversations: z.array(conversation) }),
})
export const searchConversations = route({
  id: 'searchConversations',
  method: 'GET',
  path: '/conversations/search',
  auth: 'account',
  summary: 'Conversations whose title, event title or members match (no case, no accents)',
  query: z.object({ q: z.string().check(z.maxLength(100)) }),
  reply: z.object({ conversations: z.array(conversation) }),
})
/**
 * Members whom the caller already knows: relations and direct conversations. Strangers are found by
 * their full handle only.
 */
export const searchMembers = route({
  id: 'searchMembers',
  method: 'GET',
  path: '/search',
  auth: 'account',
  summary:
    'Relations and partners of direct conversations by handle (no case, no accents), at most 20',
  query: z.object({
    q: z.string().check(z.maxLength(100)),
    type: z._default(z.enum(['participants']), 'participants'),
  }),
  reply: z.object({ accounts: z.array(account) }),
})
export const getConversation = route({
  id: 'getConversation',
  method: 'GET',
  path: '/conversations/:id',
  auth: 'account',
  summary: 'One conversation',
  params: idParams,
  reply: z.object({ conversation }),
})
export const startConversation = route({
  id: 'startConversation',
  method: 'POST',
  path: '/conversations/start',
  auth: 'account',
  summary: 'Opens (or finds) the direct conversation with the member of a handle',
  body: z.object({ handle: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) }),
  reply: z.object({ conversation }),
})
export const listMessages = route({
  id: 'listMessages',
  method: 'GET',
  path: '/conversations/:id/messages',
  auth: 'account',
  summary: 'The page of messages before, after or around a given one (or the latest), oldest first',
  params: idParams,
  /** At most one of the three ids; `around` puts the message in the middle of the page. */
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), MESSAGE_PAGE),
    oldestLoadedMessageId: z.optional(uuid),
    newestLoadedMessageId: z.optional(uuid),
    around: z.optional(uuid),
  }),
  reply: z.object({
    messages: z.array(message),
    /** Older ones exist. */
    hasMore: z.boolean(),
    /** Newer ones exist: the page does not end at the end of the conversation. */
    hasNewer: z.boolean(),
    /** Read position of the acting identity (the lower of the two in both mode); 0: nothing yet. */
    readSeq: z.number(),
    /** The first message of others above readSeq, if any: where «Nouveaux messages» begins. */
    firstUnreadId: z.nullable(uuid),
    lastSyncDate: isoDate,
  }),
})
export const sendMessage = route({
  id: 'sendMessage',
  method: 'POST',
  path: '/conversations/:id/messages',
  auth: 'account',
  summary: 'Sends a message once: the same client_msg_id answers the same message for ever',
  params: idParams,
  body: z.object({
    content: z.string().check(z.maxLength(MESSAGE_MAX_CHARS, 'Ce message est trop long.')),
    /** null in both mode. */
    sender_identity_id: z.nullable(uuid),
    media_ids: z.optional(z.array(uuid).check(z.maxLength(MESSAGE_MEDIA_MAX))),
    /** Its photos are seen once, or for a day. */
    brief: z.optional(briefMode),
    client_msg_id: uuid,
    quoted_message_id: z.optional(uuid),
  }),
  reply: z.extend(message, {
    /** Nothing was sent: the message waits for identities of the account (`listHeld`). */
    held: z.optional(z.boolean()),
  }),
  status: 201,
})
export const markRead = route({
  id: 'markRead',
  method: 'POST',
  path: '/conversations/:id/mark-read',
  auth: 'account',
  summary:
    'Moves the read position of one identity, or of both, to the message `up_to`; without it to the newest',
  params: idParams,
  /** `up_to`: the newest message that the reader knows of. */
  body: z.union([
    z.object({ activeIdentity: z.literal('both'), up_to: z.optional(uuid) }),
    z.object({ identityId: uuid, up_to: z.optional(uuid) }),
  ]),
  reply: z.object({ success: z.literal(true), unread_count: z.number() }),
})
export const syncConversation = route({
  id: 'syncConversation',
  method: 'GET',
  path: '/conversations/:id/sync',
  auth: 'account',
  summary:
    'Every message created or changed after `since` (a lastSyncDate of the server), in commit order',
  params: idParams,
  query: z.object({ since: isoDate }),
  /** `more`: call again with the new lastSyncDate. */
  reply: z.object({ messages: z.array(message), lastSyncDate: isoDate, more: z.boolean() }),
})
