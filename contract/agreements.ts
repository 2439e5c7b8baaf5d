import * as z from 'zod/mini'
import { code, proof } from './profile/agreement-code'
import { idParams, isoDate, ok, uuid } from './common'
import { route, type Reply } from './route'
import { agreementState, people, photoPeople } from './profile/people'
import { passkey } from './session/passkeys'
import { password } from './session/security'

export const agreement = z.object({
  media_id: uuid,
  url: z.string(),
  thumbnail_url: z.string(),
  width: z.number(),
  height: z.number(),
  blurhash: z.nullable(z.string()),
  identity_id: uuid,
  state: agreementState,
  asked_at: isoDate,
  decided_at: z.nullable(isoDate),
  strong: z.boolean(),
  /** The account says that they are not on it after all. */
  corrected: z.boolean(),
})
export type Agreement = z.infer<typeof agreement>
/**
 * How the caller may speak for a person: `own` login; `code`: with the person’s code or passkey; `weak`: without
 * any proof; `none`: the person has another login.
 */
export const voice = z.enum(['own', 'code', 'weak', 'none'])
export type Voice = z.infer<typeof voice>

const agreementPlace = z.object({
  kind: z.enum(['account', 'identity', 'conversation', 'event']),
  target_id: uuid,
  media_id: uuid,
})
export const listAgreements = route({
  id: 'listAgreements',
  method: 'GET',
  path: '/account/agreements',
  auth: 'account',
  summary: 'Photos that persons of the account are on, with their agreements, those asked first',
  reply: z.object({
    agreements: z.array(agreement),
    persons: z.array(
      z.object({
        identity_id: uuid,
        voice,
        has_code: z.boolean(),
        passkeys: z.array(passkey),
        /** When a forgotten code, or passkeys, are removed. */
        code_ends_at: z.nullable(isoDate),
      }),
    ),
    /** Avatars and banners that are pending until all subjects agree. */
    places: z.array(agreementPlace),
    /** The person to whom the caller’s login belongs, and those it may still be bound to. */
    login: z.object({ identity_id: z.nullable(uuid), may_choose: z.array(uuid) }),
  }),
})
export type Agreements = Reply<typeof listAgreements>
export const answerAgreement = route({
  id: 'answerAgreement',
  method: 'POST',
  path: '/account/agreements/:id',
  auth: 'account',
  summary:
    'The acting identity agrees that a photo of them is shown, or not, or no longer, or says that ' +
    'they are not on it; the yes and the last may need their code',
  params: idParams,
  body: z.object({ answer: z.enum(['yes', 'no', 'withdraw', 'absent']), code: z.optional(proof) }),
  reply: ok,
})
export const getPeople = route({
  id: 'getPeople',
  method: 'GET',
  path: '/media/:id/people',
  auth: 'account',
  summary: 'Who is on one of the caller’s photos, with their answers',
  params: idParams,
  reply: photoPeople,
})
export const setPeople = route({
  id: 'setPeople',
  method: 'PUT',
  path: '/media/:id/people',
  auth: 'account',
  summary:
    'Says who is on one of the caller’s photos; it is hidden until those newly named agree, and who ' +
    'is left out is asked first',
  params: idParams,
  body: z.object({ people, shows: z._default(z.array(uuid).check(z.maxLength(2)), []) }),
  reply: photoPeople,
})
export const setIdentityCode = route({
  id: 'setIdentityCode',
  method: 'PUT',
  path: '/account/agreements/code',
  auth: 'account',
  summary:
    'Sets or removes the code of the acting identity; requires the password, and the code that is set',
  body: z.object({ password, code: z.nullable(code), current: z.optional(proof) }),
  reply: ok,
})
export const forgetIdentityCode = route({
  id: 'forgetIdentityCode',
  method: 'PUT',
  path: '/account/agreements/code/forgotten',
  auth: 'account',
  summary:
    'The code and the passkeys of one identity are removed in seven days, which requires the ' +
    'password, or are kept after all; all logins are told of the removal',
  body: z.object({ identity_id: uuid, on: z.boolean(), password: z.optional(password) }),
  reply: ok,
})
export const setLoginIdentity = route({
  id: 'setLoginIdentity',
  method: 'PUT',
  path: '/auth/logins/identity',
  auth: 'account',
  summary: 'Says, once, which person of a couple the caller’s login belongs to',
  body: z.object({ identity_id: uuid, code: z.optional(proof) }),
  reply: ok,
})
