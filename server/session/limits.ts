import type { FastifyRequest } from 'fastify'
import { ipLimitKey } from '../client-ip'
import type { Limit } from '../plugins/limits'
import { normalEmail } from './email-key'

const MINUTE = 60
const HOUR = 3600

/** The e-mail of the form, before it is parsed; null skips this limit. */
const byEmail = ({ body }: FastifyRequest): string | null => {
  const email = (body as { email?: unknown } | null | undefined)?.email
  return typeof email === 'string' ? normalEmail(email).slice(0, 254) : null
}
const byPair = (request: FastifyRequest): string | null => {
  const email = byEmail(request)
  return email === null ? null : `${ipLimitKey(request.ip)} ${email}`
}

/**
 * Attempts at one member's password from one address are few (10 in 15 minutes); across addresses
 * they are many. Once these are used up, each address still has one an hour, so that others'
 * guesses do not lock the member out.
 */
export const LOGIN_LIMITS: readonly Limit[] = [
  { name: 'login-address', points: 60, perS: 5 * MINUTE, by: 'ip' },
  { name: 'login-pair', points: 10, perS: 15 * MINUTE, by: byPair },
  {
    name: 'login-email',
    points: 500,
    perS: HOUR,
    by: byEmail,
    spare: { name: 'login-spare', points: 1, perS: HOUR, by: byPair },
  },
]
export const REGISTER_LIMITS: readonly Limit[] = [
  { name: 'register-address', points: 20, perS: HOUR, by: 'ip' },
  { name: 'register-email', points: 5, perS: HOUR, by: byEmail },
]
export const ENTER_LIMITS: readonly Limit[] = [
  { name: 'enter', points: 60, perS: HOUR, by: 'account' },
]
export const RESEND_LIMITS: readonly Limit[] = [
  { name: 'resend-address', points: 20, perS: HOUR, by: 'ip' },
  { name: 'resend-email', points: 5, perS: HOUR, by: byEmail },
]
export const FORGOT_LIMITS: readonly Limit[] = [
  { name: 'forgot-address', points: 20, perS: HOUR, by: 'ip' },
  { name: 'forgot-email', points: 5, perS: HOUR, by: byEmail },
]
/** Mails to addresses typed into a form: few per account, few per recipient. */
export const NEW_ADDRESS_LIMITS: readonly Limit[] = [
  { name: 'new-address', points: 15, perS: HOUR, by: 'account' },
  { name: 'new-address-email', points: 5, perS: HOUR, by: byEmail },
]
export const VERIFY_LIMITS: readonly Limit[] = [
  { name: 'verify-address', points: 30, perS: 10 * MINUTE, by: 'ip' },
]
export const RESET_LIMITS: readonly Limit[] = [
  { name: 'reset-address', points: 20, perS: 10 * MINUTE, by: 'ip' },
]
export const REFRESH_LIMITS: readonly Limit[] = [
  { name: 'refresh-address', points: 240, perS: MINUTE, by: 'ip' },
]
export const LOGOUT_LIMITS: readonly Limit[] = [
  { name: 'logout-address', points: 120, perS: MINUTE, by: 'ip' },
]
export const PASSKEY_LIMITS: readonly Limit[] = [
  { name: 'passkey-address', points: 60, perS: 5 * MINUTE, by: 'ip' },
]
/** Five tries per correct password, whatever the address; U+0000 is dropped, as from every body. */
const byTicket = ({ body }: FastifyRequest): string | null => {
  const ticket = (body as { ticket?: unknown } | null | undefined)?.ticket
  return typeof ticket === 'string' ? ticket.replaceAll('\0', '').slice(0, 200) : null
}
export const RECOVERY_LIMITS: readonly Limit[] = [
  { name: 'recovery-address', points: 20, perS: 15 * MINUTE, by: 'ip' },
  { name: 'recovery-ticket', points: 5, perS: 15 * MINUTE, by: byTicket },
]
/** Routes that ask a signed-in user for the password: guessing is limited as at login. */
export const PASSWORD_AGAIN_LIMITS: readonly Limit[] = [
  { name: 'password-again', points: 10, perS: 15 * MINUTE, by: 'account' },
]
