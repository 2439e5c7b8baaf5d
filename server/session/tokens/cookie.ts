import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_TOKEN_S } from '#contract/limits'
import type { Env } from '../../env'

/**
 * The refresh token travels only here: HttpOnly, this site only, sent only to /api/auth. Under https it is Secure and its
 * name says so (`__Secure-`; `__Host-` would demand Path=/, and every call would carry it).
 */
export const refreshCookieName = (env: Pick<Env, 'secure'>): string =>
  env.secure ? '__Secure-refresh' : 'refresh'

const attributes = (env: Pick<Env, 'secure'>) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/api/auth', secure: env.secure }) as const

export const readRefreshCookie = (
  env: Pick<Env, 'secure'>,
  request: FastifyRequest,
): string | null => request.cookies[refreshCookieName(env)] || null

export const setRefreshCookie = (
  env: Pick<Env, 'secure'>,
  reply: FastifyReply,
  token: string,
): void => {
  reply.setCookie(refreshCookieName(env), token, { ...attributes(env), maxAge: REFRESH_TOKEN_S })
}

export const clearRefreshCookie = (env: Pick<Env, 'secure'>, reply: FastifyReply): void => {
  reply.clearCookie(refreshCookieName(env), attributes(env))
}
