import { ApiError } from './api-error'

const FIRST_MS = 1_000
const LONGEST_MS = 30_000
const jitter = (ms: number): number => ms * (0.75 + Math.random() * 0.5)

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
/**
 * Whether queued work (messages, photos) is retried automatically until it succeeds. Unlike the rule
 * for a single call in api.ts, a 500 is permanent here: an item that always crashes the server would
 * block the queue behind it. 401, 408, 425 and our own timeouts are transient.
 */
export const isRetriedByQueue = (error: unknown): boolean =>
  isAbort(error) ||
  (error instanceof ApiError &&
    ([0, 401, 408, 425, 429].includes(error.status) || error.status > 500))

/** Delay before the next try, ms: 1, 2, 4 … 30 s, a quarter more or less, never less than the server asks for. */
export const retryDelayMs = (failuresBefore: number, retryAfterS: number | undefined): number =>
  Math.max(jitter(Math.min(LONGEST_MS, FIRST_MS * 2 ** failuresBefore)), (retryAfterS ?? 0) * 1_000)
