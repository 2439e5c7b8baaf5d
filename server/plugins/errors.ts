import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { ERRORS, type ErrorCode } from '#contract/errors'
import { isForeignKeyViolation } from '../db/dialect'
import { unavailableDependency, RETRY_S } from '../outage'
import { Fail } from '../fail'

/** Client errors of Fastify itself, by status. */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  403: 'not_found',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  429: 'too_many',
  431: 'too_large',
  503: 'unavailable',
}
const codeOf = (status: number): ErrorCode =>
  CODE_BY_STATUS[status] ?? (status >= 500 ? 'internal' : 'invalid_payload')

/** What a handler has said of a reply that then failed: it is not true of the error. */
const OWN_HEADERS = ['content-type', 'content-length', 'content-disposition', 'cache-control']

/**
 * Replies to every failure with {error: French sentence, code, details?}; stacks and inner messages
 * stay in the log. `failed` counts failures of the server and its dependencies.
 */
export const handleErrors = (app: FastifyInstance, failed?: (kind: string) => void): void => {
  app.setErrorHandler((error: FastifyError | Fail, request, reply) => {
    if (error instanceof Fail) {
      if (error.retryAfterS) reply.header('retry-after', error.retryAfterS)
      const first = Array.isArray(error.details)
        ? (error.details[0] as { message?: string } | undefined)
        : undefined
      return reply.code(error.status).send({
        error: error.message,
        code: error.code,
        ...(error.details === undefined ? {} : { details: error.details }),
        ...(first?.message ? { description: first.message } : {}),
      })
    }
    for (const name of OWN_HEADERS) reply.removeHeader(name)
    // another call deleted what this one writes about
    if (isForeignKeyViolation(error)) {
      request.log.warn({ reason: error.message }, 'deleted meanwhile')
      return reply.code(409).send({ error: ERRORS.conflict[1], code: 'conflict' })
    }
    const away =
      error.statusCode === undefined || error.statusCode >= 500
        ? unavailableDependency(error)
        : null
    if (away) {
      request.log.warn({ kind: away, reason: error.message }, 'dependency unavailable')
      failed?.(away)
      return reply
        .code(503)
        .header('retry-after', RETRY_S[away])
        .send({ error: ERRORS.unavailable[1], code: 'unavailable' })
    }
    if ((error.statusCode ?? 500) >= 500) {
      failed?.('other')
      request.log.error(
        { err: { name: error.name, message: error.message, stack: error.stack } },
        'request failed',
      )
    }
    return sendError(error, reply)
  })
}

/** A failure of Fastify itself, with the sentence of its status. */
export const sendError = (error: FastifyError, reply: FastifyReply): FastifyReply => {
  // a path outside the folder is refused with 403: report it as missing
  const status = error.statusCode === 403 ? 404 : (error.statusCode ?? 500)
  const code = codeOf(status)
  if (status === 503) reply.header('retry-after', 1)
  return reply
    .code(status >= 500 && status !== 503 ? 500 : status)
    .send({ error: ERRORS[code][1], code })
}

export const handleNotFound = (app: FastifyInstance): void => {
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' }),
  )
}
