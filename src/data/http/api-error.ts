import type { ErrorCode } from '#contract/errors'

/**
 * A failed call. `message` is the server's French sentence (`body.error`), else `HTTP {status}`;
 * status 0: no response.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** If the server sent one. A newer server may send others. */
  readonly code: ErrorCode | undefined
  readonly body: unknown
  readonly details: unknown
  /** Seconds to wait, from Retry-After. */
  readonly retryAfterS: number | undefined
  constructor(
    status: number,
    message: string,
    rest: { body?: unknown; retryAfterS?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.body = rest.body
    this.retryAfterS = rest.retryAfterS
    const fields =
      typeof rest.body === 'object' && rest.body !== null
        ? (rest.body as { code?: unknown; details?: unknown })
        : {}
    this.code = typeof fields.code === 'string' ? (fields.code as ErrorCode) : undefined
    this.details = fields.details
  }
}

/** Why something cannot be shown: missing or forbidden, no network, or a server failure. */
export type Failure = 'gone' | 'offline' | 'server'
/** a malformed id (400) reads like an unknown one */
export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof ApiError) || error.status === 0) return 'offline'
  return error.status < 500 && error.status !== 429 ? 'gone' : 'server'
}

/** Status 0: no response arrived. */
export const networkError = (): ApiError => new ApiError(0, 'Network error')

/** Retry-After in seconds: a number, or a date. */
export const retryAfterS = (header: string | null): number | undefined => {
  if (!header) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** The error of a response that is not ok. */
export const errorOfResponse = (
  status: number,
  body: unknown,
  retryAfter: string | null,
): ApiError => {
  const said =
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'string' &&
    body.error !== ''
      ? body.error
      : null
  return new ApiError(status, said ?? `HTTP ${status}`, {
    body,
    retryAfterS: retryAfterS(retryAfter),
  })
}

/** The sentence that the server sent with a failure; null without a response or a sentence. */
export const serverMessageOf = (error: unknown): string | null =>
  error instanceof ApiError && error.status > 0 && error.message !== `HTTP ${error.status}`
    ? error.message
    : null

/** Like serverMessageOf, for refusals only: a server failure is no verdict on the request. */
export const refusalMessageOf = (error: unknown): string | null =>
  error instanceof ApiError && error.status < 500 ? serverMessageOf(error) : null
