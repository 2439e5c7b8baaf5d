import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_TOKEN_S } from '#contract/limits'
import type { Env } from '../../env'

/**
 * The refresh token is only sent in this cookie: HttpOnly, this site only, to /api/auth only. Under
 * https it is Secure with the `__Secure-` prefix (`__Host-` would require Path=/, and every call
 * would carry it).
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
