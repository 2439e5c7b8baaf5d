import type { Readable } from 'node:stream'

/** Where picture bytes live. Keys are made by the server and never come from a client. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Stream and length; null when there is no such key. */
  get(key: string): Promise<{ stream: Readable; size: number } | null>
  delete(key: string): Promise<void>
  /** Every key, in no order, with the time of its last change (ms since epoch). */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: number }>
  /** Resolves when the store answers; used by readiness. */
  check(): Promise<void>
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-z-]+$/
/** The key itself. Throws on anything but what the server makes: a mistake of ours. */
export const checkKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error('bad storage key')
  return key
}
