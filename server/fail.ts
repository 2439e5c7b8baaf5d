import { ERRORS, type ErrorCode } from '#contract/errors'

/** A failure shown to the member: code and sentence from contract/errors.ts. */
export class Fail extends Error {
  readonly status: number
  constructor(
    readonly code: ErrorCode,
    readonly details?: unknown,
    /** Seconds until a retry makes sense (429, 503). */
    readonly retryAfterS?: number,
    /** Replaces the code's own sentence, for those that hold a number. */
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
