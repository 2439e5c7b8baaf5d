import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { participationStatus } from './events'
import { organizer } from './organizers'
import { reconfirmState } from './reconfirm'
import { ORGANIZER_COMMENT_MAX, PARTICIPANTS_PAGE } from '../limits'
import { memberFields } from '../profile/profile'
import { relation } from '../relations'
import { route } from '../route'

/**
 * A hidden participant is «Pseudo caché» to non-organizers, without account, avatar and identities;
 * organizers' notes are null for others.
 */
const participantRow = z.object({
  id: uuid,
  account_id: z.nullable(uuid),
  ...memberFields,
  status: participationStatus,
  /** Whether the member asked to participate; without it no organizer can confirm the member. */
  has_asked: z.nullable(z.boolean()),
  has_paid: z.nullable(z.boolean()),
  is_present: z.nullable(z.boolean()),
  is_vip: z.boolean(),
  is_hidden: z.boolean(),
  organizer_comment: z.nullable(z.string()),
  is_creator: z.boolean(),
  is_co_organizer: z.boolean(),
  invited_by_account_id: z.nullable(uuid),
  invited_by_handle: z.nullable(z.string()),
  created_at: isoDate,
  offer_until: z.nullable(isoDate),
  reconfirm: reconfirmState,
  invitation_transfers_remaining: z.number(),
})
export type ParticipantRow = z.infer<typeof participantRow>

export const listEventParticipants = route({
  id: 'listEventParticipants',
  method: 'GET',
  path: '/events/:id/participants',
  auth: 'account',
  summary: 'A page of confirmed participants; for organizers of all of them, with notes',
  params: idParams,
  query: z.object({
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(PARTICIPANTS_PAGE)),
      PARTICIPANTS_PAGE,
    ),
    cursor: z.optional(z.string().check(z.maxLength(100))),
    status: z.optional(z.enum(['accepted'])),
  }),
  reply: z.object({
    participants: z.array(participantRow),
    /** Of the next page; null after the last one. */
    next_cursor: z.nullable(z.string()),
  }),
})
export const patchParticipant = route({
  id: 'patchParticipant',
  method: 'PATCH',
  path: '/events/:id/participants',
  auth: 'account',
  summary: 'An organizer’s decision and notes about a participant',
  params: idParams,
  body: z.object({
    participantId: uuid,
    status: z.optional(
      z.enum(['invited', 'accepted', 'declined', 'pending_approval', 'cancelled']),
    ),
    has_paid: z.optional(z.boolean()),
    is_present: z.optional(z.boolean()),
    is_vip: z.optional(z.boolean()),
    is_hidden: z.optional(z.boolean()),
    organizer_comment: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(ORGANIZER_COMMENT_MAX))),
    ),
  }),
  reply: z.object({ participant: participantRow }),
})
/** The member's own wish to be shown as «Pseudo caché» in this event. */
export const hideMyself = route({
  id: 'hideMyself',
  method: 'POST',
  path: '/events/:id/hidden',
  auth: 'account',
  summary: 'Shows or hides the caller to the other participants',
  params: idParams,
  body: z.object({ is_hidden: z.boolean() }),
  reply: z.object({ participant: participantRow }),
})
/**
 * What `inviteToEvent` answers about a handle that nobody has, one that a block separates from an
 * organizer, and one whose choice of who may write keeps the inviter out.
 */
export const NO_SUCH_MEMBER = 'Aucun membre ne porte ce pseudo.'
export const inviteToEvent = route({
  id: 'inviteToEvent',
  method: 'POST',
  path: '/events/:id/invite',
  auth: 'account',
  summary:
    'Invites the member of a handle; a refusal is success: false with its sentence. Organizers',
  params: idParams,
  body: z.object({ account_handle: z.string().check(z.trim(), z.maxLength(60)) }),
  reply: z.object({
    success: z.boolean(),
    error: z.optional(z.string()),
    participant: z.optional(participantRow),
  }),
})
export const listCoOrganizers = route({
  id: 'listCoOrganizers',
  method: 'GET',
  path: '/events/:id/co-organizers',
  auth: 'account',
  summary: 'Co-organizers of an event',
  params: idParams,
  reply: z.object({ co_organizers: z.array(organizer) }),
})
export const addCoOrganizer = route({
  id: 'addCoOrganizer',
  method: 'POST',
  path: '/events/:id/co-organizers',
  auth: 'account',
  summary: 'Makes a relation a co-organizer. Creator',
  params: idParams,
  body: z.object({ account_id: uuid }),
  reply: z.object({ co_organizers: z.array(organizer) }),
  status: 201,
})
export const removeCoOrganizer = route({
  id: 'removeCoOrganizer',
  method: 'DELETE',
  path: '/events/:id/co-organizers/:accountId',
  auth: 'account',
  summary: 'Removes a co-organizer, who stays a participant. Creator, or the co-organizer',
  params: z.object({ id: uuid, accountId: uuid }),
  reply: ok,
})
export const listEventRelations = route({
  id: 'listEventRelations',
  method: 'GET',
  path: '/events/:id/relations',
  auth: 'account',
  summary: 'The caller’s relations for inviting, with their status in this event. Organizers',
  params: idParams,
  query: z.object({ q: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({
    relations: z.array(
      z.extend(relation, { participation_status: z.nullable(participationStatus) }),
    ),
  }),
})
const group = z.object({
  id: uuid,
  name: z.string(),
  member_count: z.number(),
  participants: z.array(z.object({ account_id: uuid, account_handle: z.string() })),
})
const groupsQuery = z.object({ q: z.optional(z.string().check(z.maxLength(100))) })
export const listEventGroups = route({
  id: 'listEventGroups',
  method: 'GET',
  path: '/events/:id/relations/groups',
  auth: 'account',
  summary: 'The caller’s group conversations, for inviting their members. Organizers',
  params: idParams,
  query: groupsQuery,
  reply: z.object({ groups: z.array(group) }),
})

const opened = z.object({
  success: z.boolean(),
  conversation_id: z.nullable(uuid),
  error: z.optional(z.string()),
})
export const startEventConversation = route({
  id: 'startEventConversation',
  method: 'POST',
  path: '/events/:id/start-conversation',
  auth: 'account',
  summary:
    'Opens the event-direct conversation (organizer with participant_id, or participant ' +
    'without), or a direct conversation (participant with participant_id)',
  params: idParams,
  body: z.object({ participant_id: z.optional(uuid) }),
  reply: opened,
})
const checked = z.object({ exists: z.boolean(), conversation_id: z.nullable(uuid) })
export const checkEventConversation = route({
  id: 'checkEventConversation',
  method: 'GET',
  path: '/events/:id/check-conversation/:participantId',
  auth: 'account',
  summary: 'Whether that conversation exists',
  params: z.object({ id: uuid, participantId: uuid }),
  reply: checked,
})
export const checkOrganizersConversation = route({
  id: 'checkOrganizersConversation',
  method: 'GET',
  path: '/events/:id/check-organizers-conversation',
  auth: 'account',
  summary: 'Whether the caller’s conversation with the organizers exists',
  params: idParams,
  reply: checked,
})
export const participantsCsv = route({
  id: 'participantsCsv',
  method: 'GET',
  path: '/events/:id/participants.csv',
  auth: 'account',
  summary: 'Participants as CSV (UTF-8 with BOM, semicolons). Organizers',
  params: idParams,
  reply: z.unknown(),
})
