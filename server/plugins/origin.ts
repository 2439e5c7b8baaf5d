import type { FastifyRequest } from 'fastify'
import type { Env } from '../env'
import { fail } from '../fail'

/**
 * The page's own origin, or one of ALLOWED_ORIGINS. Own means: the host that the request was sent to, or PUBLIC_URL.
 * A request without Origin comes from no page of another site (browsers always send it on POST and on WebSocket).
 */
export const originAllowed = (
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
 * For calls that the cookie alone authorises: refused from another site, whichever way it says so. A page without referrer (all of
 * ours) posts with the origin `null` in Firefox and Safari, as Fetch has it («append a request Origin header»); that it is ours says
 * Sec-Fetch-Site then, which no page can write.
 */
export const requireOwnOrigin = (env: Env, request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' && request.headers.origin === 'null') return
  if (site !== undefined && site !== 'same-origin' && site !== 'none') fail('origin_refused')
  if (!originAllowed(env, request.headers.origin, request.headers.host)) fail('origin_refused')
}
