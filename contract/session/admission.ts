import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { route } from '../route'

/**
 * `approval`: the team, or two members who vouch, let a newcomer in; `closed`: only the other half
 * of a couple that is already a member may register.
 */
export const registrationMode = z.enum(['open', 'invitation', 'approval', 'closed'])
export type RegistrationMode = z.infer<typeof registrationMode>

export const APPLICATION_MAX = 1_000
export const VOUCHERS_MAX = 3
/** Members who vouch and so let a newcomer in. */
export const VOUCHES_NEEDED = 2

export const registrationState = route({
  id: 'registrationState',
  method: 'GET',
  path: '/registration',
  auth: 'none',
  summary: 'Who may register, and whether today’s places are taken',
  reply: z.object({ mode: registrationMode, full: z.boolean() }),
})

/**
 * `invitation`: a valid link is needed; `approval`: an application is needed; `waiting`: it was sent;
 * `full`: today’s places are taken; `closed`: nobody is let in now.
 */
const admissionState = z.enum([
  'admitted',
  'invitation',
  'approval',
  'waiting',
  'refused',
  'full',
  'closed',
])
export type AdmissionState = z.infer<typeof admissionState>
export const enter = route({
  id: 'enter',
  method: 'POST',
  path: '/auth/admission',
  auth: 'user',
  summary: 'Lets a user without account in where the present mode allows it, and returns the state',
  body: z.object({
    /** A member, event or partner link. */
    joinToken: z.optional(z.string().check(z.maxLength(300))),
  }),
  reply: z.object({ state: admissionState, answer: z.nullable(z.string()) }),
})
export const apply = route({
  id: 'apply',
  method: 'POST',
  path: '/auth/application',
  auth: 'user',
  summary: 'A newcomer’s words for the team and up to three members who know them; once',
  body: z.object({
    words: z
      .string()
      .check(z.trim(), z.minLength(20, 'Écrivez quelques phrases.'), z.maxLength(APPLICATION_MAX)),
    /** Handles. The reply does not reveal which of them exist. */
    vouchers: z._default(
      z.array(z.string().check(z.trim(), z.maxLength(60))).check(z.maxLength(VOUCHERS_MAX)),
      [],
    ),
  }),
  reply: ok,
  status: 201,
})

const vouchRequest = z.object({
  id: uuid,
  words: z.string(),
  askedAt: isoDate,
})
export type VouchRequest = z.infer<typeof vouchRequest>
export const listVouches = route({
  id: 'listVouches',
  method: 'GET',
  path: '/account/vouches',
  auth: 'account',
  summary: 'Newcomers who named the caller and wait',
  reply: z.object({ requests: z.array(vouchRequest) }),
})
export const answerVouch = route({
  id: 'answerVouch',
  method: 'POST',
  path: '/account/vouches/:id',
  auth: 'account',
  summary: 'Says whether the caller vouches for a newcomer; the newcomer is not told who did',
  params: idParams,
  body: z.object({ vouch: z.boolean() }),
  reply: ok,
})
