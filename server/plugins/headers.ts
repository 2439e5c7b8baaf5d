import type { FastifyInstance } from 'fastify'
import type { Env } from '../env'

/**
 * Security headers of every reply. The page runs only its own scripts and wasm, connects only to
 * its own origin (and the configured realtime host), and may not be framed. Trusted Types: the
 * app's policy `connivence` is the only one.
 */
const securityHeaders = (env: Env): Readonly<Record<string, string>> => {
  const realtime = env.PUSHER_KEY
    ? env.PUSHER_HOST
      ? `wss://${env.PUSHER_HOST}:* ws://${env.PUSHER_HOST}:*`
      : `wss://ws-${env.PUSHER_CLUSTER}.pusher.com https://sockjs-${env.PUSHER_CLUSTER}.pusher.com`
    : ''
  const beams = env.BEAMS_INSTANCE_ID
    ? new URL(env.BEAMS_HOST.replace('{instance}', env.BEAMS_INSTANCE_ID)).origin
    : ''
  const visits = env.VISITS_URL ? new URL(env.VISITS_URL).origin : ''
  const csp = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    // React sets style properties through the CSSOM, which needs no permission
    "style-src-attr 'none'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self' blob: ${realtime} ${beams} ${visits}`.trimEnd(),
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types connivence',
  ].join('; ')
  return {
    'content-security-policy': csp,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), interest-cohort=()',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    ...(env.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

export const sendHeaders = (app: FastifyInstance, env: Env): void => {
  const headers = securityHeaders(env)
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(headers))
      if (!reply.hasHeader(name)) reply.header(name, value)
    // API replies are not cacheable unless the route sets its own header
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    done()
  })
}
