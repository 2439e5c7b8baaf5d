import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { proof } from './agreement-code'
import { route } from '../route'
import { created, options, passkey, passkeyName, signed } from '../session/passkeys'
import { password } from '../session/security'

// passkeys of a person of a couple: they prove agreements of that person, and open no session

export const newIdentityPasskey = route({
  id: 'newIdentityPasskey',
  method: 'POST',
  path: '/account/agreements/passkeys/options',
  auth: 'account',
  summary:
    'Options for creating a passkey of the acting identity; requires the password, and the code or ' +
    'a passkey that is set',
  body: z.object({ password, current: z.optional(proof) }),
  reply: options,
})
export const addIdentityPasskey = route({
  id: 'addIdentityPasskey',
  method: 'POST',
  path: '/account/agreements/passkeys',
  auth: 'account',
  summary: 'Stores a created passkey of the acting identity; once per challenge',
  body: z.object({ name: passkeyName, credential: created }),
  reply: z.object({ passkey }),
  status: 201,
})
export const removeIdentityPasskey = route({
  id: 'removeIdentityPasskey',
  method: 'POST',
  path: '/account/agreements/passkeys/:id/remove',
  auth: 'account',
  summary:
    'Deletes a passkey of the acting identity; requires the password, and the code or a passkey',
  params: idParams,
  body: z.object({ password, current: z.optional(proof) }),
  reply: ok,
})
export const askIdentityPasskey = route({
  id: 'askIdentityPasskey',
  method: 'POST',
  path: '/account/agreements/passkey/options',
  auth: 'account',
  summary: 'A challenge for the passkeys of one identity',
  body: z.object({ identity_id: uuid }),
  reply: options,
})
export const proveByPasskey = route({
  id: 'proveByPasskey',
  method: 'POST',
  path: '/account/agreements/passkey',
  auth: 'account',
  summary: 'A ticket for a signed challenge: for two minutes it is taken in place of the code',
  body: z.object({ identity_id: uuid, credential: signed }),
  reply: z.object({ proof: z.string(), ends_at: isoDate }),
})
