/** What the server leans on and that may be away for a moment. */
export type Kind = 'database' | 'storage' | 'disk'

const DISK = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'])
/** Connections refused or cut, PostgreSQL stopping, starting, full or reading only; two that waited for each other too often. */
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
 * Whether a failure is that of something outside that will be back, and of what: such a request is answered 503 with
 * Retry-After, and may be made again. Null: a fault of ours.
 */
export const awayKind = (error: unknown): Kind | null => {
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

/** Seconds after which whoever was refused may ask again. */
export const RETRY_S: Readonly<Record<Kind, number>> = { database: 1, storage: 5, disk: 30 }
