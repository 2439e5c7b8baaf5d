import * as z from 'zod/mini'
import { proof } from '../profile/agreement-code'
import { idParams, isoDate, ok, uuid } from '../common'
import { together } from '../messaging/held'
import { route } from '../route'
import { heldAnswer } from './balance'
import { event } from './events'

export const approveAnswer = route({
  id: 'approveAnswer',
  method: 'POST',
  path: '/events/:id/answer/approve',
  auth: 'account',
  summary:
    'The acting identity agrees to this answer, with its code where it has one; the last yes gives it',
  params: idParams,
  body: z.object({ revision: z.int(), code: z.optional(proof) }),
  reply: z.object({ answer: z.nullable(heldAnswer), event: z.nullable(event) }),
})
export const takeBackAnswer = route({
  id: 'takeBackAnswer',
  method: 'DELETE',
  path: '/events/:id/answer',
  auth: 'account',
  summary: 'Takes a waiting answer back',
  params: idParams,
  reply: ok,
})
const requestByCode = z.object({
  event_id: uuid,
  title: z.string(),
  start_date: isoDate,
  end_date: z.nullable(isoDate),
  answer: heldAnswer,
})
export type RequestByCode = z.infer<typeof requestByCode>
export const listRequestsByCode = route({
  id: 'listRequestsByCode',
  method: 'GET',
  path: '/account/requests-by-code',
  auth: 'account',
  summary:
    'Requests with the code of an event that wait for both identities; all that they see of the event',
  reply: z.object({ requests: z.array(requestByCode) }),
})
export const getAnswersTogether = route({
  id: 'getAnswersTogether',
  method: 'GET',
  path: '/account/answers-together',
  auth: 'account',
  summary: 'Whether answers to events wait for both identities',
  reply: z.object({ together }),
})
export const setAnswersTogether = route({
  id: 'setAnswersTogether',
  method: 'PUT',
  path: '/account/answers-together',
  auth: 'account',
  summary:
    'Either identity begins it; to end it, each asks once, acting as itself, with its code where it has one',
  body: z.object({ on: z.boolean(), code: z.optional(proof) }),
  reply: z.object({ together }),
})
