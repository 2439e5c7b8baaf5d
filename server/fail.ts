import { ERRORS, type ErrorCode } from '#contract/errors'

/** A refusal that the member reads: coded once, worded in contract/errors.ts. */
export class Fail extends Error {
  readonly status: number
  constructor(
    readonly code: ErrorCode,
    readonly details?: unknown,
    /** Seconds until another try makes sense (429, 503). */
    readonly retryAfterS?: number,
    /** Another sentence than the code's own, when it holds a number. */
    message?: string,
  ) {
    super(message ?? ERRORS[code][1])
    this.status = ERRORS[code][0]
  }
}

/** Throws a Fail; `never` lets callers write `x ?? fail('not_found')`. */
export const fail = (
  code: ErrorCode,
  details?: unknown,
  retryAfterS?: number,
  message?: string,
): never => {
  throw new Fail(code, details, retryAfterS, message)
}
