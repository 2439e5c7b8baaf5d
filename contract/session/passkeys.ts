import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { PASSKEY_NAME_MAX } from '../limits'
import { route } from '../route'
import { password } from './security'
import { openedSession } from './session'

export const passkeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Donnez un nom à cette clé.'),
    z.maxLength(PASSKEY_NAME_MAX, `Le nom compte au plus ${PASSKEY_NAME_MAX} caractères.`),
  )
/** Base64url, as made by the browser; its content is verified when parsed. */
const coded = z.string().check(z.minLength(1), z.maxLength(20_000), z.regex(/^[\w-]+$/))
/** Input of `PublicKeyCredential.parse…FromJSON`. */
export const options = z.object({ options: z.record(z.string(), z.unknown()) })
const credential = {
  id: coded,
  rawId: coded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.enum(['platform', 'cross-platform']))),
}
export const created = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: coded,
    attestationObject: coded,
    transports: z.optional(z.array(z.string().check(z.maxLength(20)))),
  }),
})
export const signed = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: coded,
    authenticatorData: coded,
    signature: coded,
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
})

export const passkey = z.object({
  id: uuid,
  name: z.string(),
  created_at: isoDate,
  last_used_at: z.nullable(isoDate),
})
export type Passkey = z.infer<typeof passkey>
const codes = z.array(z.string())

export const listPasskeys = route({
  id: 'listPasskeys',
  method: 'GET',
  path: '/auth/passkeys',
  auth: 'user',
  summary:
    'The user’s passkeys, whether one is required after the password, and the number of unused recovery codes',
  reply: z.object({
    passkeys: z.array(passkey),
    second_factor: z.boolean(),
    codes_left: z.number(),
  }),
})
export const newPasskey = route({
  id: 'newPasskey',
  method: 'POST',
  path: '/auth/passkeys/options',
  auth: 'user',
  summary: 'Options for creating a passkey; requires the password',
  body: z.object({ password }),
  reply: options,
})
export const addPasskey = route({
  id: 'addPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  auth: 'user',
  summary: 'Stores a created passkey; once per challenge, within five minutes',
  body: z.object({ name: passkeyName, credential: created }),
  reply: z.object({ passkey }),
  status: 201,
})
export const renamePasskey = route({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/auth/passkeys/:id',
  auth: 'user',
  summary: 'Renames one of the user’s passkeys',
  params: idParams,
  body: z.object({ name: passkeyName }),
  reply: ok,
})
export const removePasskey = route({
  id: 'removePasskey',
  method: 'POST',
  path: '/auth/passkeys/:id/remove',
  auth: 'user',
  summary: 'Deletes a passkey, and the second factor with the last one; requires the password',
  params: idParams,
  body: z.object({ password }),
  reply: ok,
})
export const setSecondFactor = route({
  id: 'setSecondFactor',
  method: 'PUT',
  path: '/auth/second-factor',
  auth: 'user',
  summary:
    'Turns the second factor on or off; turned on, it returns eight recovery codes, this once',
  body: z.object({ on: z.boolean(), password }),
  reply: z.object({ second_factor: z.boolean(), codes }),
})
export const newRecoveryCodes = route({
  id: 'newRecoveryCodes',
  method: 'POST',
  path: '/auth/recovery-codes',
  auth: 'user',
  summary: 'Eight new recovery codes; the old ones become invalid',
  body: z.object({ password }),
  reply: z.object({ codes }),
})
export const passkeyChallenge = route({
  id: 'passkeyQuestion',
  method: 'POST',
  path: '/auth/passkey/options',
  auth: 'none',
  summary: 'A challenge for any passkey of this site; names no user',
  reply: options,
})
export const passkeyLogin = route({
  id: 'passkeyLogin',
  method: 'POST',
  path: '/auth/passkey',
  auth: 'none',
  summary: 'Opens a session by a passkey, instead of or after the password',
  body: z.object({ credential: signed }),
  reply: openedSession,
})
export const recoveryLogin = route({
  id: 'recoveryLogin',
  method: 'POST',
  path: '/auth/recovery',
  auth: 'none',
  summary: 'Opens a session by a recovery code, after the password; each code works once',
  body: z.object({
    ticket: z.string().check(z.minLength(20), z.maxLength(200)),
    code: z
      .string()
      .check(z.trim(), z.minLength(8, 'Un code compte dix caractères.'), z.maxLength(40)),
  }),
  reply: openedSession,
})
/**
 * Details of the `second_factor` refusal after a correct password: the challenge, which is also the
 * ticket of a recovery code.
 */
export interface SecondFactor {
  readonly options: { readonly challenge: string } & Readonly<Record<string, unknown>>
}
