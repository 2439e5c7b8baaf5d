import * as z from 'zod/mini'
import { idParams, ok } from '../common'
import { route } from '../route'
import { event } from './events'

/** An invited member is not reminded earlier than this after the invitation. */
export const REMIND_AFTER_HOURS = 24

export const remindInvited = route({
  id: 'remindInvited',
  method: 'POST',
  path: '/events/:id/remind',
  auth: 'account',
  summary: 'Reminds invited members who have not answered, each once. Organizers',
  params: idParams,
  reply: z.object({
    /** Those who have not answered; who wants no reminder, or mutes, is among them. */
    reminded: z.number(),
  }),
})
export const refuseReminder = route({
  id: 'refuseReminder',
  method: 'POST',
  path: '/events/:id/no-reminder',
  auth: 'account',
  summary: 'The invited member wants no reminder of this event',
  params: idParams,
  reply: ok,
})
export const reconfirm = route({
  id: 'reconfirm',
  method: 'POST',
  path: '/events/:id/reconfirm',
  auth: 'account',
  summary:
    '«Oui, je viens»: keeps the place, or asks for the next one when it went to the waiting list',
  params: idParams,
  reply: z.object({ event }),
})
