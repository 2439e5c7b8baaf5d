import * as z from 'zod/mini'
import { idempotencyKey, idParams, isoDate, ok, uuid } from '../common'
import { GROUP_DESCRIPTION_MAX, GROUP_MEMBERS_MAX, GROUP_TITLE_MAX } from '../limits'
import { conversation, participant } from './messages'
import { route } from '../route'

const title = z.string().check(
  z.overwrite((v) => v.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
  z.trim(),
  z.minLength(1, 'Donnez un nom au groupe.'),
  z.maxLength(GROUP_TITLE_MAX, `Le nom compte au plus ${GROUP_TITLE_MAX} caractères.`),
)
const description = z
  .string()
  .check(
    z.trim(),
    z.maxLength(
      GROUP_DESCRIPTION_MAX,
      `La description compte au plus ${GROUP_DESCRIPTION_MAX} caractères.`,
    ),
  )
const accounts = z.array(uuid).check(z.maxLength(GROUP_MEMBERS_MAX))

export const createGroup = route({
  id: 'createGroup',
  method: 'POST',
  path: '/conversations/groups',
  auth: 'account',
  summary: 'Makes a group of the caller (its administrator) and of relations',
  body: z.object({
    title,
    description: z.optional(description),
    account_ids: accounts.check(z.minLength(1, 'Choisissez au moins un membre.')),
    avatar_media_id: z.optional(z.nullable(uuid)),
    idempotency_key: idempotencyKey,
  }),
  reply: z.object({ conversation }),
  status: 201,
})
export const updateGroup = route({
  id: 'updateGroup',
  method: 'PATCH',
  path: '/conversations/:id',
  auth: 'account',
  summary: 'Name, description and picture of a group; administrators only. What is not named stays',
  params: idParams,
  body: z.object({
    title: z.optional(title),
    description: z.optional(z.nullable(description)),
    avatar_media_id: z.optional(z.nullable(uuid)),
  }),
  reply: z.object({ conversation }),
})
/** A conversation embeds its first 20 members; this returns all of them. */
export const listParticipants = route({
  id: 'listParticipants',
  method: 'GET',
  path: '/conversations/:id/participants',
  auth: 'account',
  summary: 'Every member of a conversation, administrators first, then by the day they came',
  params: idParams,
  reply: z.object({ participants: z.array(z.extend(participant, { joined_at: isoDate })) }),
})
export const addParticipants = route({
  id: 'addParticipants',
  method: 'POST',
  path: '/conversations/:id/participants',
  auth: 'account',
  summary:
    'Adds relations of the caller to a group; administrators only. They see what is written from now on',
  params: idParams,
  body: z.object({ account_ids: accounts.check(z.minLength(1, 'Choisissez au moins un membre.')) }),
  reply: z.object({ conversation }),
})
export const removeParticipant = route({
  id: 'removeParticipant',
  method: 'POST',
  path: '/conversations/:id/participants/remove',
  auth: 'account',
  summary: 'Takes a member out of a group; administrators only',
  params: idParams,
  body: z.object({ account_id: uuid }),
  reply: ok,
})
export const setAdmin = route({
  id: 'setAdmin',
  method: 'POST',
  path: '/conversations/:id/admins',
  auth: 'account',
  summary:
    'Makes a member of a group an administrator, or no longer one; administrators only. One always remains',
  params: idParams,
  body: z.object({ account_id: uuid, is_admin: z.boolean() }),
  reply: ok,
})
export const leaveConversation = route({
  id: 'leaveConversation',
  method: 'POST',
  path: '/conversations/:id/leave',
  auth: 'account',
  summary: 'Leaves a group; the longest-standing member inherits one without administrator',
  params: idParams,
  reply: ok,
})
