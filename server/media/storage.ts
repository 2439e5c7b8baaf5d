import type { Readable } from 'node:stream'

/** Where picture bytes live. Keys are made by the server and never come from a client. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Stream and length; null when there is no such key. */
  get(key: string): Promise<{ stream: Readable; size: number } | null>
  delete(key: string): Promise<void>
  /** Resolves when the store answers; used by readiness. */
  check(): Promise<void>
}
