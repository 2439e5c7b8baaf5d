import type { FastifyRequest } from 'fastify'
import type { Env } from '../env'
import { fail } from '../fail'

/**
 * The page's own origin (the request's host, or PUBLIC_URL) or one of ALLOWED_ORIGINS. A request
 * without Origin comes from no foreign page: browsers always send it on POST and on WebSocket.
 */
export const isAllowedOrigin = (
  env: Env,
  origin: string | undefined,
  host: string | undefined,
): boolean => {
  if (origin === undefined) return true
  if (
    env.ALLOWED_ORIGINS.split(',')
      .map((o) => o.trim())
      .includes(origin) ||
    origin === new URL(env.publicUrl).origin
  )
    return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

/**
 * For calls authorised by the cookie alone: refused from another site. A page without referrer (all
 * of ours) posts with origin `null` in Firefox and Safari, as Fetch specifies («append a request
 * Origin header»); Sec-Fetch-Site, which no page can set, then shows that it is ours.
 */
export const requireOwnOrigin = (env: Env, request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' && request.headers.origin === 'null') return
  if (site !== undefined && site !== 'same-origin' && site !== 'none') fail('origin_refused')
  if (!isAllowedOrigin(env, request.headers.origin, request.headers.host)) fail('origin_refused')
}
