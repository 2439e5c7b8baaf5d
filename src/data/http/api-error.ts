/** A failed call. `message` is a French sentence of the server (`body.error`), else `HTTP {status}`; status 0: no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Key of contract/errors.ts, when the server gave one. */
  readonly code: string | undefined
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
    this.code = typeof fields.code === 'string' ? fields.code : undefined
    this.details = fields.details
  }
}

/** Why something cannot be shown: not there (any more) or never for the caller, no network, or the server fails. */
export type Failure = 'gone' | 'offline' | 'server'
/** A malformed id (400) reads like one that leads nowhere. */
export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof ApiError) || error.status === 0) return 'offline'
  return error.status < 500 && error.status !== 429 ? 'gone' : 'server'
}

export const networkError = (): ApiError => new ApiError(0, 'Network error')

/** Retry-After in seconds: a number, or a date. */
export const retryAfterS = (header: string | null): number | undefined => {
  if (!header) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** The error of an answer that is not good. */
export const answerError = (status: number, body: unknown, retryAfter: string | null): ApiError => {
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

/** The sentence that the server gave with a failure, or null: no answer, or one without words. */
export const saidBy = (error: unknown): string | null =>
  error instanceof ApiError && error.status > 0 && error.message !== `HTTP ${error.status}`
    ? error.message
    : null

/** As saidBy, of a refusal only: what a server that fails says tells nothing about what was asked of it. */
export const refusedBy = (error: unknown): string | null =>
  error instanceof ApiError && error.status < 500 ? saidBy(error) : null
