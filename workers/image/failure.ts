import type { ImageErrorCode, WorkerResult } from '#contract/workers/image'

/** Ends a job with a code that the page understands. */
export class ImageFailure extends Error {
  readonly code: ImageErrorCode | 'aborted'
  constructor(code: ImageErrorCode | 'aborted', reason: string) {
    super(reason)
    this.name = 'ImageFailure'
    this.code = code
  }
}

/**
 * Runs a job and turns how it ended into a value. An unexpected error becomes `otherwise`:
 * with spots `blur_failed`, since such a photo must not leave the device in any other way.
 */
export async function toOutcome<T>(
  otherwise: ImageErrorCode,
  job: () => Promise<T>,
): Promise<WorkerResult<T>> {
  try {
    return { ok: true, value: await job() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, code: error instanceof ImageFailure ? error.code : otherwise, reason }
  }
}
