import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { PASSWORD_MAX } from '../limits'
import { route } from '../route'
import { email, newPassword } from './session'

/** The current password, entered again: only its length is checked, the stored hash decides. */
export const password = z
  .string()
  .check(z.minLength(1, 'Saisissez votre mot de passe.'), z.maxLength(PASSWORD_MAX))

/** A session as its owner sees it: kind of device and dates, no address or location. */
export const openSession = z.object({
  id: uuid,
  kind: z.enum(['phone', 'tablet', 'computer', 'other']),
  /** «Firefox sur Windows». */
  device: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  created_at: isoDate,
  /** When its access token was last refreshed: accurate to a quarter of an hour. */
  last_used_at: isoDate,
})
export type OpenSession = z.infer<typeof openSession>

export const listSessions = route({
  id: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  auth: 'user',
  summary: 'Open sessions of the signed-in user, the calling one first',
  reply: z.object({ sessions: z.array(openSession) }),
})
export const closeSession = route({
  id: 'closeSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  auth: 'user',
  summary: 'Ends one of the user’s sessions at once, with its sockets and push devices',
  params: idParams,
  reply: ok,
})
export const closeOtherSessions = route({
  id: 'closeOtherSessions',
  method: 'POST',
  path: '/auth/sessions/close-others',
  auth: 'user',
  summary: 'Ends all other sessions of the user',
  reply: z.object({ closed: z.number() }),
})
/** A login of the caller’s account: its own, or that of the person it is shared with. */
const accountLogin = z.object({
  id: uuid,
  own: z.boolean(),
  /** Created the account: may end the other login; the other one may leave. */
  is_first: z.boolean(),
  /** Of the other login only the first letter and the domain. */
  email: z.string(),
  joined_at: z.nullable(isoDate),
  last_used_at: z.nullable(isoDate),
})
export type AccountLogin = z.infer<typeof accountLogin>
export const listLogins = route({
  id: 'listLogins',
  method: 'GET',
  path: '/auth/logins',
  auth: 'account',
  summary: 'The logins of the caller’s account, the first one first',
  reply: z.object({ logins: z.array(accountLogin) }),
})
export const endLogin = route({
  id: 'endLogin',
  method: 'POST',
  path: '/auth/logins/:id/end',
  auth: 'account',
  summary:
    'Takes the second login off the account, with its sessions: by the first login, or by itself; requires the password',
  params: idParams,
  body: z.object({ password }),
  reply: ok,
})
export const changePassword = route({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  auth: 'user',
  summary:
    'Sets a new password, notifies the user’s address, and ends the other sessions unless disabled',
  body: z.object({
    current: password,
    password: newPassword,
    close_others: z._default(z.boolean(), true),
  }),
  reply: ok,
})
export const changeEmail = route({
  id: 'changeEmail',
  method: 'POST',
  path: '/auth/email',
  auth: 'user',
  summary:
    'Sends a link to a new e-mail address, which replaces the old one once opened; always the same reply',
  body: z.object({ password, email, close_others: z._default(z.boolean(), true) }),
  reply: ok,
  status: 202,
})
export const confirmNewEmail = route({
  id: 'confirmNewEmail',
  method: 'POST',
  path: '/auth/confirm-email',
  auth: 'none',
  summary: 'Confirms a new e-mail address by the mailed link; opens no session',
  body: z.object({ token: z.string().check(z.minLength(20), z.maxLength(200)) }),
  reply: ok,
})
