/** A dependency that may be unavailable for a moment. */
type Dependency = 'database' | 'storage' | 'disk'

const DISK = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'])
/**
 * Connections refused or cut; PostgreSQL stopping, starting, full or read-only; repeated deadlocks.
 */
const DATABASE =
  /^(?:57P0[1-5]|08\d{3}|53[0-4]00|25006|40001|40P01|57014|SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN).*)$/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const WORDS =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|database is locked|disk I\/O error/i

/**
 * The dependency whose outage caused an error: the request gets 503 with Retry-After and may be
 * retried. null: a bug of ours.
 */
export const unavailableDependency = (error: unknown): Dependency | null => {
  const {
    code,
    message = '',
    name,
    cause,
  } = (error ?? {}) as { code?: unknown; message?: string; name?: string; cause?: unknown }
  const text = typeof code === 'string' ? code : ''
  if (DISK.has(text) || /database or disk is full/i.test(message)) return 'disk'
  if (
    message.startsWith('storage:') ||
    message === 'fetch failed' ||
    name === 'TimeoutError' ||
    (name === 'AbortError' && cause !== undefined)
  )
    return 'storage'
  if (DATABASE.test(text) || NETWORK.has(text) || WORDS.test(message)) return 'database'
  return null
}

/** Retry-After, seconds. */
export const RETRY_S: Readonly<Record<Dependency, number>> = { database: 1, storage: 5, disk: 30 }
