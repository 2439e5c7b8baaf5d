import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { email } from '../session/session'
import { route } from '../route'
import { accountState } from './accounts'

const reason = z
  .string()
  .check(z.trim(), z.minLength(3, 'Écrivez pourquoi en quelques mots.'), z.maxLength(500))

export const searchAccounts = route({
  id: 'searchAccounts',
  method: 'GET',
  path: '/staff/accounts',
  auth: 'staff',
  summary: 'Accounts whose handle begins with a text, 20 at most; written to the audit log',
  query: z.object({ q: z.string().check(z.trim(), z.minLength(2), z.maxLength(60)) }),
  reply: z.object({
    accounts: z.array(
      z.object({ id: uuid, handle: z.string(), state: accountState, createdAt: isoDate }),
    ),
  }),
})
export const accountLogins = route({
  id: 'accountLogins',
  method: 'GET',
  path: '/staff/accounts/:id/logins',
  auth: 'operator',
  summary: 'The logins of an account, addresses masked',
  params: idParams,
  reply: z.object({
    logins: z.array(
      z.object({
        id: uuid,
        /** «c…@exemple.fr». */
        email: z.string(),
        createdAt: isoDate,
        lastUsedAt: z.nullable(isoDate),
        sessions: z.number(),
      }),
    ),
  }),
})
export const endAccountSessions = route({
  id: 'endAccountSessions',
  method: 'POST',
  path: '/staff/accounts/:id/end-sessions',
  auth: 'operator',
  summary: 'Ends every session of an account at once',
  params: idParams,
  body: z.object({ reason }),
  reply: z.object({ ended: z.number() }),
})
export const endVerification = route({
  id: 'endVerification',
  method: 'POST',
  path: '/staff/accounts/:id/end-verification',
  auth: 'operator',
  summary: 'Takes the verification of a profile back; 409 when it has none',
  params: idParams,
  body: z.object({ reason }),
  reply: ok,
})
export const changeLoginEmail = route({
  id: 'changeLoginEmail',
  method: 'POST',
  path: '/staff/logins/:id/email',
  auth: 'operator',
  summary:
    'On a proven request: sends a link to a new address, which replaces the old one once it is opened; the old one is notified',
  params: idParams,
  body: z.object({ email, reason }),
  reply: ok,
})
export const deleteAccountNow = route({
  id: 'deleteAccountNow',
  method: 'POST',
  path: '/staff/accounts/:id/delete',
  auth: 'operator',
  summary: 'Deletes an account for good: hides it at once, erases it within minutes',
  params: idParams,
  body: z.object({
    reason,
    /** The handle, typed by the operator. */
    handle: z.string().check(z.trim(), z.maxLength(60)),
  }),
  reply: ok,
})
