import * as z from 'zod/mini'
import { idParams, isoDate, uuid } from '../common'
import { MESSAGE_MAX_CHARS, PHOTOS_PAGE, REACTIONS, SEARCH_MIN_CHARS, SEARCH_PAGE } from '../limits'
import { attachment } from '../media'
import { conversationSettings, message, reactions } from './messages'
import { route } from '../route'

export const setReaction = route({
  id: 'setReaction',
  method: 'PUT',
  path: '/messages/:id/reactions',
  auth: 'account',
  summary:
    'Reacts with one emoji: replaces what the identity (in both mode: the whole account) had put on this message',
  params: idParams,
  /** identity_id null: both mode. */
  body: z.object({ emoji: z.enum(REACTIONS), identity_id: z.nullable(uuid) }),
  reply: z.object({ reactions }),
})
export const removeReaction = route({
  id: 'removeReaction',
  method: 'DELETE',
  path: '/messages/:id/reactions',
  auth: 'account',
  summary:
    'Takes back the reaction of the identity in x-active-identity; without the header, every one of the account',
  params: idParams,
  reply: z.object({ reactions }),
})
export const deleteMessage = route({
  id: 'deleteMessage',
  method: 'DELETE',
  path: '/messages/:id',
  auth: 'account',
  summary:
    'Deletes a message of one’s own for everybody: its text, its pictures and its reactions are gone',
  params: idParams,
  reply: z.object({ message }),
})
export const editMessage = route({
  id: 'editMessage',
  method: 'PATCH',
  path: '/messages/:id',
  auth: 'account',
  summary:
    'Replaces the text of a message of one’s own, for 15 minutes after it was sent; no earlier text is kept',
  params: idParams,
  /** As sent: 10,000 characters, empty only beside photos. */
  body: z.object({
    content: z.string().check(z.maxLength(MESSAGE_MAX_CHARS, 'Ce message est trop long.')),
  }),
  reply: z.object({ message }),
})
export const setConversationSettings = route({
  id: 'setConversationSettings',
  method: 'PUT',
  path: '/conversations/:id/settings',
  auth: 'account',
  summary: 'Mutes, pins or archives a conversation, for the caller alone; what is not named stays',
  params: idParams,
  body: z.object({
    muted: z.optional(z.boolean()),
    pinned: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
  }),
  reply: z.object({ settings: conversationSettings }),
})

const photoDirection = z.enum(['all', 'received', 'sent'])
export type PhotoDirection = z.infer<typeof photoDirection>
const conversationPhoto = z.extend(attachment, {
  message_id: uuid,
  created_at: isoDate,
  message_created_at: isoDate,
  sender_handle: z.string(),
  is_own: z.boolean(),
})
export type ConversationPhoto = z.infer<typeof conversationPhoto>
export const listPhotos = route({
  id: 'listPhotos',
  method: 'GET',
  path: '/conversations/:id/photos',
  auth: 'account',
  summary:
    'Photos of a conversation, newest first; `received` and `sent` as seen by the caller’s account',
  params: idParams,
  query: z.object({
    direction: z._default(photoDirection, 'all'),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), PHOTOS_PAGE),
    /** Id of the last photo already loaded: the page after it. */
    before: z.optional(uuid),
  }),
  /** total: count in this direction, whatever the page. */
  reply: z.object({
    photos: z.array(conversationPhoto),
    total: z.number(),
    direction: photoDirection,
    hasMore: z.boolean(),
  }),
})

const searchHit = z.object({
  messageId: uuid,
  conversationId: uuid,
  createdAt: isoDate,
  senderHandle: z.string(),
  is_own: z.boolean(),
  /** About 120 characters around the first place that matches. */
  excerpt: z.string(),
  /** Position of the match in the excerpt: [start, end), in UTF-16 units. */
  match: z.tuple([z.number(), z.number()]),
})
export type SearchHit = z.infer<typeof searchHit>
const words = z
  .string()
  .check(
    z.trim(),
    z.minLength(SEARCH_MIN_CHARS, 'Saisissez au moins deux caractères.'),
    z.maxLength(100),
  )
const found = z.object({ hits: z.array(searchHit), hasMore: z.boolean() })
export const searchMessages = route({
  id: 'searchMessages',
  method: 'GET',
  path: '/conversations/:id/search',
  auth: 'account',
  summary: 'Messages of a conversation that hold every word (no case, no accents), newest first',
  params: idParams,
  query: z.object({
    q: words,
    before: z.optional(uuid),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), SEARCH_PAGE),
  }),
  reply: found,
})
export const searchAllMessages = route({
  id: 'searchAllMessages',
  method: 'GET',
  path: '/messages/search',
  auth: 'account',
  summary: 'The same in every conversation of the caller',
  query: z.object({
    q: words,
    before: z.optional(uuid),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), SEARCH_PAGE),
  }),
  reply: found,
})
