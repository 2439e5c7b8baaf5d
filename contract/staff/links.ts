import * as z from 'zod/mini'
import { created, passkeyName } from '../session/passkeys'
import { newPassword, openedSession, token } from '../session/session'
import { birthDate, consents } from '../session/registration'
import { route } from '../route'

export const readStaffLink = route({
  id: 'readStaffLink',
  method: 'POST',
  path: '/auth/staff-link',
  auth: 'none',
  summary:
    'Whom a link of `npm run staff` is for, with the options for creating a passkey; uses nothing up',
  body: z.object({ token }),
  reply: z.object({
    email: z.string(),
    /** Whether the address has a login; one without is created with the passkey. */
    known: z.boolean(),
    options: z.record(z.string(), z.unknown()),
  }),
})
export const followStaffLink = route({
  id: 'followStaffLink',
  method: 'POST',
  path: '/auth/staff-link/follow',
  auth: 'none',
  summary: 'Stores the passkey, creates the login where there is none, and opens a session; once',
  body: z.object({
    token,
    name: passkeyName,
    credential: created,
    /** Of an address without a login. */
    person: z.optional(z.object({ password: newPassword, birthDate, consents })),
  }),
  reply: openedSession,
})
