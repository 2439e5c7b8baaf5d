import { Readable } from 'node:stream'
import type { Storage } from '../storage'
import {
  DamagedFile,
  HEADER,
  isPicture,
  isSealed,
  openedSize,
  readHead,
  sealFile,
  unseal,
} from './format'
import type { KeyRing } from './keys'

async function* plain(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  { current }: KeyRing,
): AsyncGenerator<Buffer> {
  if (current && !isPicture(head)) throw new DamagedFile('it is neither encrypted nor a picture')
  if (head.length > 0) yield head
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

/** Whether an error of a file's stream is of the file itself; others may be gone the next time. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof DamagedFile

/** Adds the storage key to a read error: callers often do not know it. */
async function* named(key: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw new Error(`photo file ${key} cannot be read: ${String(error)}`, { cause: error })
  }
}

/**
 * Encrypts what is stored while there is a master key, and reads older pictures as they are. A
 * file that was cut, changed or swapped ends its stream with an error.
 */
export const sealedStorage = (inner: Storage, ring: () => KeyRing): Storage => ({
  ...inner,
  put: (key, bytes, contentType) => {
    const { current } = ring()
    return inner.put(key, current ? sealFile(current, key, bytes) : bytes, contentType)
  },
  get: async (key) => {
    const file = await inner.get(key)
    if (!file) return null
    const { head, rest } = await readHead(file.stream, HEADER)
    const sealed = isSealed(head)
    const keys = ring()
    const bytes = sealed ? unseal(keys, key, head, rest) : plain(head, rest, keys)
    const stream = Readable.from(named(key, bytes), { objectMode: false })
    // a reader that leaves early frees the file
    stream.once('close', () => file.stream.destroy())
    return { stream, size: sealed ? openedSize(file.size) : file.size }
  },
})
