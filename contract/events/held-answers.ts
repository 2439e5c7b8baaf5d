import * as z from 'zod/mini'
import { code } from '../profile/agreement-code'
import { idParams, ok } from '../common'
import { together } from '../messaging/held'
import { route } from '../route'
import { heldAnswer } from './balance'
import { event } from './events'

const tag = 'events'

export const approveAnswer = route({
  id: 'approveAnswer',
  method: 'POST',
  path: '/events/:id/answer/approve',
  auth: 'account',
  tag,
  summary:
    'The acting identity agrees to this answer, with its code where it has one; the last yes gives it',
  params: idParams,
  body: z.object({ revision: z.int(), code: z.optional(code) }),
  reply: z.object({ answer: z.nullable(heldAnswer), event: z.nullable(event) }),
})
export const takeBackAnswer = route({
  id: 'takeBackAnswer',
  method: 'DELETE',
  path: '/events/:id/answer',
  auth: 'account',
  tag,
  summary: 'Takes a waiting answer back',
  params: idParams,
  reply: ok,
})
export const getAnswersTogether = route({
  id: 'getAnswersTogether',
  method: 'GET',
  path: '/account/answers-together',
  auth: 'account',
  tag,
  summary: 'Whether answers to events wait for both identities',
  reply: z.object({ together }),
})
export const setAnswersTogether = route({
  id: 'setAnswersTogether',
  method: 'PUT',
  path: '/account/answers-together',
  auth: 'account',
  tag,
  summary:
    'Either identity begins it; to end it, each asks once, acting as itself, with its code where it has one',
  body: z.object({ on: z.boolean(), code: z.optional(code) }),
  reply: z.object({ together }),
})
