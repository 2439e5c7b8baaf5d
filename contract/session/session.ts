import * as z from 'zod/mini'
import { isoDate, ok, uuid } from '../common'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits'
import { account } from '../profile/profile'
import { route } from '../route'

export const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(EMAIL_MAX),
    z.email('Cette adresse e-mail n’est pas valide. Exemple\u00a0: nom@exemple.fr'),
  )
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `Le mot de passe compte au moins ${PASSWORD_MIN} caractères.`),
    z.maxLength(PASSWORD_MAX, `Le mot de passe compte au plus ${PASSWORD_MAX} caractères.`),
  )
const anyPassword = z
  .string()
  .check(z.minLength(1, 'Saisissez votre mot de passe.'), z.maxLength(PASSWORD_MAX))
export const token = z.string().check(z.minLength(20), z.maxLength(200))
export const preferences = z.object({ pushNotifications: z.boolean() })
export const user = z.object({
  id: uuid,
  email: z.string(),
  name: z.string(),
  createdAt: isoDate,
  emailVerified: z.boolean(),
  preferences,
})
export type User = z.infer<typeof user>

/** Reply of every call that opens a session; the refresh token is only sent in its cookie. */
export const openedSession = z.object({
  token: z.string(),
  user,
  hasAccount: z.boolean(),
  accountId: z.nullable(uuid),
})

export const login = route({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  auth: 'none',
  summary: 'Opens a session: access token in the body, refresh token in an HttpOnly cookie',
  body: z.object({
    email: z.string().check(z.trim(), z.maxLength(EMAIL_MAX)),
    password: anyPassword,
  }),
  reply: openedSession,
})
export const refresh = route({
  id: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  auth: 'cookie',
  summary: 'Rotates the refresh token and returns a new access token',
  reply: z.object({ token: z.string() }),
})
export const me = route({
  id: 'me',
  method: 'GET',
  path: '/auth/me',
  auth: 'user',
  summary: 'The signed-in user, with its account if it has one',
  reply: z.extend(user, {
    account: z.nullable(account),
    account_deletes_at: z._default(z.nullable(isoDate), null),
    /** A version of the community rules that the user has yet to accept. */
    rules_to_accept: z._default(z.nullable(z.number()), null),
  }),
})
export const logout = route({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  auth: 'cookie',
  summary: 'Ends the session of the refresh cookie (and of the bearer, when there is one)',
  reply: ok,
})
export const verifyEmail = route({
  id: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  auth: 'none',
  summary:
    'Confirms the e-mail and opens a session; 409 asks for the password where others registered the address too',
  body: z.object({ token, password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))) }),
  reply: openedSession,
})
export const resendVerification = route({
  id: 'resendVerification',
  method: 'POST',
  path: '/auth/resend-verification',
  auth: 'none',
  summary: 'Resends the confirmation mail; always the same reply',
  body: z.object({ email }),
  reply: ok,
  status: 202,
})
export const forgotPassword = route({
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  auth: 'none',
  summary: 'Sends a reset link; always the same reply',
  body: z.object({ email }),
  reply: ok,
  status: 202,
})
export const resetPassword = route({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  auth: 'none',
  summary: 'Sets a new password and ends every session of the user',
  body: z.object({ token, password: newPassword }),
  reply: ok,
})
export const checkAccount = route({
  id: 'checkAccount',
  method: 'GET',
  path: '/accounts/check',
  auth: 'user',
  summary: 'Whether the signed-in user has an account',
  reply: z.object({ hasAccount: z.boolean() }),
})
/**
 * Configuration that the page needs before its first paint: names, demonstration mode, realtime
 * address. No secrets.
 */
export const config = route({
  id: 'config',
  method: 'GET',
  path: '/config',
  auth: 'none',
  summary: 'Public configuration of this installation',
  reply: z.object({
    appName: z.string(),
    version: z.string(),
    demo: z.boolean(),
    demoLogins: z.array(z.object({ email: z.string(), password: z.string(), label: z.string() })),
    realtime: z.object({
      key: z.string(),
      cluster: z.string(),
      /** Empty: the page's own host and port. */
      host: z.string(),
      port: z.nullable(z.number()),
      forceTLS: z.nullable(z.boolean()),
    }),
    /** Where consenting members' visits are counted; null: nowhere. */
    visits: z.optional(z.nullable(z.object({ url: z.string(), siteId: z.string() }))),
  }),
})
export type Config = z.infer<(typeof config)['reply']>
