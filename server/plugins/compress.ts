import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const pack = promisify(gzip)
/** About one packet: less gains nothing, bytes. */
const FROM_BYTES = 1_400
/** Quick: three quarters of what the highest level saves, for a tenth of its work. */
const LEVEL = 4

/**
 * Answers of the API as gzip for who takes it: a list of discussions is JSON that says the same names again and again.
 * Nothing under /api/auth: what a cookie alone authorises, with a token in it, keeps a length that tells nothing.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      typeof payload !== 'string' ||
      payload.length < FROM_BYTES ||
      !request.url.startsWith('/api/') ||
      request.url.startsWith('/api/auth/')
    )
      return payload
    if (
      reply.hasHeader('content-encoding') ||
      !String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    )
      return payload
    reply.header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return pack(payload, { level: LEVEL })
  })
}
