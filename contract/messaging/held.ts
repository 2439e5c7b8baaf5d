import * as z from 'zod/mini'
import { proof } from '../profile/agreement-code'
import { idParams, isoDate, uuid } from '../common'
import { MESSAGE_MAX_CHARS } from '../limits'
import { attachment } from '../media'
import { briefMode } from './brief'
import { message, quote } from './messages'
import { route } from '../route'

/** A message that waits for identities of the caller's account; no other account sees any of it. */
const heldMessage = z.object({
  id: uuid,
  conversationId: uuid,
  /**
   * `photo`: the agreements of its photos send it; `four_hands`: a yes to the message itself. A
   * `photo` that cannot leave with the last of them, or has lost a photo, becomes `four_hands`.
   */
  reason: z.enum(['four_hands', 'photo']),
  /** null: both mode. */
  senderIdentityId: z.nullable(uuid),
  clientMsgId: uuid,
  content: z.string(),
  brief: z.nullable(briefMode),
  quote: z.nullable(quote),
  media: z.array(attachment),
  createdAt: isoDate,
  /** Raised by a change: a yes counts for one revision. */
  revision: z.number(),
  /** Identities whose yes is needed, and those that have given it to this revision. */
  wanted: z.array(uuid),
  agreed: z.array(uuid),
  /** Identities that refused one of the photos: the message can only be taken back. */
  refused: z.array(uuid),
})
export type HeldMessage = z.infer<typeof heldMessage>

/** «À quatre mains», or «À deux pour répondre aux invitations». */
export const together = z.object({
  on: z.boolean(),
  /** The identity that has asked to end it; the other's request ends it. */
  ending_by: z.nullable(uuid),
})
export type Together = z.infer<typeof together>

export const listHeld = route({
  id: 'listHeld',
  method: 'GET',
  path: '/conversations/:id/held',
  auth: 'account',
  summary: 'Own messages of a conversation that wait for an agreement, oldest first',
  params: idParams,
  reply: z.object({ held: z.array(heldMessage), four_hands: together }),
})
export const setFourHands = route({
  id: 'setFourHands',
  method: 'PUT',
  path: '/conversations/:id/four-hands',
  auth: 'account',
  summary:
    'Messages of both mode wait for both identities: either begins it; to end it, each asks once, acting as itself, with its code where it has one',
  params: idParams,
  body: z.object({ on: z.boolean(), code: z.optional(proof) }),
  reply: z.object({ four_hands: together }),
})
export const approveHeld = route({
  id: 'approveHeld',
  method: 'POST',
  path: '/held/:id/approve',
  auth: 'account',
  summary:
    'The acting identity agrees to this revision, with its code where it has one; the last yes sends the message, once; a repeat of it gets the message',
  params: idParams,
  body: z.object({ revision: z.int(), code: z.optional(proof) }),
  reply: z.object({ held: z.nullable(heldMessage), message: z.nullable(message) }),
})
export const amendHeld = route({
  id: 'amendHeld',
  method: 'PATCH',
  path: '/held/:id',
  auth: 'account',
  summary:
    'Changes the text: withdraws the other yes and is the one of the acting identity; of a message of one identity, only by that one',
  params: idParams,
  body: z.object({
    revision: z.int(),
    content: z.string().check(z.maxLength(MESSAGE_MAX_CHARS, 'Ce message est trop long.')),
  }),
  reply: z.object({ held: heldMessage }),
})
export const takeBackHeld = route({
  id: 'takeBackHeld',
  method: 'DELETE',
  path: '/held/:id',
  auth: 'account',
  summary:
    'Takes a waiting message back: it is never sent; the reply, also to a repeat, holds its text',
  params: idParams,
  reply: z.object({ held: heldMessage }),
})
