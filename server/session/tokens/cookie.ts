import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_IDLE_S } from '#contract/limits'
import type { Env } from '../../env'

/**
 * The refresh token is only sent in this cookie: HttpOnly, this site only. Under https it is Secure
 * with the `__Host-` prefix, so that no other host of the domain can plant one; the prefix requires
 * Path=/. Without https it goes to /api/auth only.
 */
const nameOf = (env: Pick<Env, 'secure'>): string => (env.secure ? '__Host-refresh' : 'refresh')
/** Name under https up to 0.1: read until the first refresh replaces it. */
const OLD_NAME = '__Secure-refresh'
const OLD = { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure: true } as const

const attributes = (env: Pick<Env, 'secure'>) =>
  ({
    httpOnly: true,
    sameSite: 'strict',
    path: env.secure ? '/' : '/api/auth',
    secure: env.secure,
  }) as const

export const readRefreshCookie = (
  env: Pick<Env, 'secure'>,
  request: FastifyRequest,
): string | null =>
  request.cookies[nameOf(env)] || (env.secure && request.cookies[OLD_NAME]) || null

const clearOld = (reply: FastifyReply): void => {
  if (reply.request.cookies[OLD_NAME]) reply.clearCookie(OLD_NAME, OLD)
}

export const setRefreshCookie = (
  env: Pick<Env, 'secure'>,
  reply: FastifyReply,
  token: string,
): void => {
  reply.setCookie(nameOf(env), token, { ...attributes(env), maxAge: SESSION_IDLE_S })
  clearOld(reply)
}

export const clearRefreshCookie = (env: Pick<Env, 'secure'>, reply: FastifyReply): void => {
  reply.clearCookie(nameOf(env), attributes(env))
  clearOld(reply)
}
