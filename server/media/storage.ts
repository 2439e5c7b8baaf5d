import type { Readable } from 'node:stream'

/** Where photo files are stored. Keys are made by the server and never come from a client. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Stream and length; null when there is no such key. */
  get(key: string): Promise<{ stream: Readable; size: number } | null>
  delete(key: string): Promise<void>
  /**
   * Every key, unordered, with its modification time (ms since epoch). Foreign objects and unfinished
   * files are left out: no other call takes their names.
   */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: number }>
  /** Resolves when the store responds; used by the readiness check. */
  check(): Promise<void>
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-z-]+$/
export const isKey = (name: string): boolean => KEY.test(name)
/** Returns the key. Throws on any form that the server does not make, which would be a bug. */
export const requireStorageKey = (key: string): string => {
  if (!isKey(key)) throw new Error('bad storage key')
  return key
}

/** The key of a file of a folder; `separator`: of the system's paths, a backslash on Windows. */
export const storageKeyOfPath = (path: string, separator: string): string =>
  path.split(separator).join('/')

/** The whole file; null when there is no such key. */
export const readWhole = async (storage: Storage, key: string): Promise<Buffer | null> => {
  const file = await storage.get(key)
  if (!file) return null
  const parts: Buffer[] = []
  for await (const part of file.stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
