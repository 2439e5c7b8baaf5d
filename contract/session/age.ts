import * as z from 'zod/mini'
import { idParams, isoDate, uuid } from '../common'
import { route } from '../route'

/** Time to answer after the check was started. */
export const AGE_CHECK_S = 5 * 60
/**
 * `simulator`: a page of this server, for development; `openid4vp-av`: a wallet with the European
 * age attestation; `external`: the page of a provider.
 */
const ageMethod = z.enum(['simulator', 'openid4vp-av', 'external'])
export const startAge = route({
  id: 'startAge',
  method: 'POST',
  path: '/auth/age',
  auth: 'user',
  summary: 'Starts the proof of age: an address for a wallet, or for the browser',
  reply: z.object({ id: uuid, method: ageMethod, address: z.string(), expiresAt: isoDate }),
  status: 201,
})
export const ageState = route({
  id: 'ageState',
  method: 'GET',
  path: '/auth/age/:id',
  auth: 'user',
  summary: 'What became of a proof that this session started',
  params: idParams,
  reply: z.object({ state: z.enum(['waiting', 'passed', 'refused', 'expired']) }),
})
export const walletAge = route({
  id: 'walletAge',
  method: 'POST',
  path: '/auth/age/:id/wallet',
  auth: 'none',
  summary: 'OpenID4VP `direct_post`: the answer of a wallet, form-encoded',
  params: idParams,
  body: z.object({ vp_token: z.string().check(z.maxLength(100_000)) }),
  reply: z.object({}),
})
export const browserAge = route({
  id: 'browserAge',
  method: 'POST',
  path: '/auth/age/:id/browser',
  auth: 'user',
  summary: 'The same answer, handed over by the browser (Digital Credentials API)',
  params: idParams,
  body: z.object({ vp_token: z.string().check(z.maxLength(100_000)) }),
  reply: z.object({ state: z.enum(['passed', 'refused']) }),
})
export const finishAge = route({
  id: 'finishAge',
  method: 'POST',
  path: '/auth/age/:id/answer',
  auth: 'user',
  summary: 'Hands in the signed answer of a provider that led the browser back; works once',
  params: idParams,
  body: z.object({
    over18: z.enum(['1', '0']),
    /** Seconds since 1970. */
    at: z.string().check(z.regex(/^\d{1,12}$/)),
    /** HMAC-SHA256 of `id.over18.at`, hexadecimal. */
    signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  reply: z.object({ state: z.enum(['passed', 'refused']) }),
})
