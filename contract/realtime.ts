import * as z from 'zod/mini'
import { isoDate, uuid } from './common'
import { conversation, message, reactions } from './messaging/messages'
import { presence } from './presence'
import { route } from './route'

/** Kinds of channels; logical name `conversation:{id}`, wire name `private-conversation-{id}`. */
type ChannelKind = 'conversation' | 'account' | 'identity' | 'system'

/** Wire name of a private channel. Throws «Identifiant requis» for an empty id (MSG-151). */
export const channelName = (kind: ChannelKind, id: string): string => {
  if (!id.trim()) throw new Error('Identifiant requis')
  return `private-${kind}-${id}`
}
export const presenceChannel = (accountId: string): string => {
  if (!accountId.trim()) throw new Error('Identifiant requis')
  return `presence-account-${accountId}`
}
const WIRE =
  /^(?:private-(conversation|account|identity|system)|presence-(account))-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/
/** Parses a wire name; null for every other name. */
export const parseChannel = (
  name: string,
): { kind: ChannelKind | 'presence'; id: string } | null => {
  const m = WIRE.exec(name)
  if (!m) return null
  return { kind: m[2] ? 'presence' : (m[1] as ChannelKind), id: m[3] as string }
}

const readEvent = z.object({
  conversationId: uuid,
  accountId: uuid,
  identityIds: z.array(uuid),
  readAt: isoDate,
  lastReadMessageId: z.nullable(uuid),
  /** Newest seq that was read: covers every message at or below it. */
  lastReadSeq: z.number(),
  unreadCount: z.number(),
})
const participation = z.object({
  accountId: uuid,
  eventId: uuid,
  eventTitle: z.nullable(z.string()),
  previousStatus: z.nullable(z.string()),
  newStatus: z.string(),
})
export const newsItem = z.object({
  id: uuid,
  eventId: z.nullable(uuid),
  accountId: uuid,
  actorAccountId: z.nullable(uuid),
  newsType: z.string(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: isoDate,
  readAt: z.nullable(isoDate),
  deletedAt: z.nullable(isoDate),
  event: z.nullable(z.object({ id: uuid, title: z.string(), startDate: z.nullable(isoDate) })),
})

/** Payload of each realtime event. Unknown names are dropped; extra fields are tolerated. */
export const EVENTS = {
  'conversation.message.created': z.object({
    conversationId: uuid,
    message,
    clientMsgId: z.nullable(z.string()),
  }),
  'system.message': z.object({ conversationId: uuid, message }),
  /** The whole map, with the message's `changed`: an outdated one is ignored. */
  'reaction.updated': z.object({
    conversationId: uuid,
    messageId: uuid,
    changed: z.number(),
    reactions,
  }),
  'message.read': readEvent,
  'typing.updated': z.object({
    conversationId: uuid,
    accountId: uuid,
    identityId: z.nullable(uuid),
    isTyping: z.boolean(),
  }),
  'conversation.created': z.object({ conversation }),
  'conversation.left': z.object({ conversationId: uuid, accountId: uuid }),
  'account.inbox.updated': z.object({
    accountId: uuid,
    unreadConversations: z.number(),
    lastActivityAt: z.nullable(isoDate),
  }),
  'account.media.updated': z.object({
    accountId: uuid,
    mediaId: uuid,
    status: z.string(),
    progress: z.number().check(z.gte(0), z.lte(100)),
    updatedAt: isoDate,
  }),
  /**
   * Others no longer see this photo, or see it again: screens that show it request its link again,
   * and drop it without one.
   */
  'account.media.hidden': z.object({ mediaId: uuid }),
  'account.event.participation.updated': participation,
  'account.event.status.updated': participation,
  /** Reload the event: none of its data is in the payload. */
  'account.event.changed': z.object({ accountId: uuid, eventId: uuid }),
  'account.event.news.created': newsItem,
  'account.presence.updated': presence,
  /**
   * Sharing, relation or block between the two changed: reload. `accountId` is the receiver;
   * `usedCode`: the other has typed in its code of a meeting; `isRenamed`: its name is shown again,
   * or no longer.
   */
  'account.relation.updated': z.object({
    accountId: uuid,
    withAccountId: uuid,
    usedCode: z.optional(z.boolean()),
    isRenamed: z.optional(z.boolean()),
  }),
  /** To the account alone: what waits for its identities in this conversation or event changed. Reload it. */
  'account.held.updated': z.object({ accountId: uuid, id: uuid }),
  /** To staff: a case or the own role changed. Reload what the desk shows. */
  'account.desk.changed': z.object({ accountId: uuid }),
} as const
export type EventName = keyof typeof EVENTS
export type EventPayload<N extends EventName = EventName> = z.infer<(typeof EVENTS)[N]>

export const envelope = z.object({
  id: uuid,
  name: z.string(),
  occurredAt: z.iso.datetime({ offset: true, error: 'occurredAt doit être une date ISO' }),
  source: z.enum(['api', 'worker', 'cron', 'service']),
  correlationId: z.nullable(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  payload: z.unknown(),
})
/** A validated event: name and payload match. */
export type RealtimeEvent = {
  [N in EventName]: { id: string; name: N; occurredAt: string; payload: EventPayload<N> }
}[EventName]

/** Validates an envelope and its payload; null when invalid (then ignored silently, MSG-148). */
export const parseEvent = (raw: unknown): RealtimeEvent | null => {
  const env = z.safeParse(envelope, raw)
  if (!env.success || !Object.hasOwn(EVENTS, env.data.name)) return null
  const name = env.data.name as EventName
  const payload = z.safeParse(EVENTS[name], env.data.payload)
  if (!payload.success) return null
  return {
    id: env.data.id,
    name,
    occurredAt: env.data.occurredAt,
    payload: payload.data,
  } as RealtimeEvent
}

/** Form-encoded or JSON body, as pusher-js sends it. */
export const pusherAuth = route({
  id: 'pusherAuth',
  method: 'POST',
  path: '/pusher/auth',
  auth: 'account',
  summary: 'Signs the subscription of one channel for one socket; 403 without the right',
  body: z.object({
    socket_id: z.string().check(z.regex(/^\d+\.\d+$/)),
    channel_name: z.string().check(z.maxLength(164)),
  }),
  reply: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
})
