import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { KeyRing, MediaKey } from './keys'

/**
 * An encrypted file: magic, version, id of the media key, nonce, the file's own key encrypted by
 * the media key (AES-256-GCM, bound to the storage key: files cannot be swapped), its tag; then
 * frames of 64 KiB, each with its tag. The nonce of a frame is its number, and the last one is
 * marked: a file that was cut is refused like one that was changed.
 */
const MAGIC = Buffer.from('CNVS\x01', 'latin1')
const FRAME = 65_536
const TAG = 16
const NONCE = 12
const KEY = 32
export const HEADER = MAGIC.length + 4 + NONCE + KEY + TAG

/** The bytes are not those that were stored, or of another key: reading them again is no use. */
export class DamagedFile extends Error {}
/** The clear text of what the tag was checked with. */
const checked = (decipher: DecipherGCM, bytes: Buffer): Buffer => {
  try {
    const text = decipher.update(bytes)
    // of this mode it checks the tag and adds no bytes
    decipher.final()
    return text
  } catch (error) {
    throw new DamagedFile(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

export const isSealed = (head: Buffer): boolean =>
  head.length >= HEADER && head.subarray(0, MAGIC.length).equals(MAGIC)
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
/** Whether a file in the clear can be a photo; one whose encrypted head was cut or changed cannot. */
export const isPicture = (head: Buffer): boolean => head.subarray(0, JPEG.length).equals(JPEG)
export const keyIdOf = (head: Buffer): Buffer => head.subarray(MAGIC.length, MAGIC.length + 4)

const boundTo = (id: Buffer, storageKey: string): Buffer =>
  Buffer.concat([MAGIC, id, Buffer.from(storageKey)])

const wrap = ({ id, key }: MediaKey, fileKey: Buffer, storageKey: string): Buffer => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(id, storageKey))
  const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final()])
  return Buffer.concat([MAGIC, id, nonce, wrapped, cipher.getAuthTag()])
}
/** The file's own key. Throws for another media key, and for a header that was changed. */
const unwrap = (ring: KeyRing, head: Buffer, storageKey: string): Buffer => {
  const id = keyIdOf(head)
  const known = [ring.current, ring.old].find((k) => k?.id.equals(id))
  if (!known) throw new DamagedFile(`encrypted with the unknown master key ${id.toString('hex')}`)
  const at = MAGIC.length + 4
  const decipher = createDecipheriv('aes-256-gcm', known.key, head.subarray(at, at + NONCE))
  decipher.setAAD(boundTo(id, storageKey)).setAuthTag(head.subarray(HEADER - TAG, HEADER))
  return checked(decipher, head.subarray(at + NONCE, at + NONCE + KEY))
}

const nonceOf = (frame: number): Buffer => {
  const nonce = Buffer.alloc(NONCE)
  nonce.writeUInt32BE(frame, NONCE - 4)
  return nonce
}
const LAST = { yes: Buffer.from([1]), no: Buffer.from([0]) }

export const sealFile = (key: MediaKey, storageKey: string, bytes: Uint8Array): Buffer => {
  const fileKey = randomBytes(KEY)
  const parts = [wrap(key, fileKey, storageKey)]
  const frames = Math.max(1, Math.ceil(bytes.length / FRAME))
  for (let n = 0; n < frames; n += 1) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(n))
    cipher.setAAD(n === frames - 1 ? LAST.yes : LAST.no)
    parts.push(cipher.update(bytes.subarray(n * FRAME, (n + 1) * FRAME)), cipher.final())
    parts.push(cipher.getAuthTag())
  }
  return Buffer.concat(parts)
}

/** The same file under another media key: only its header changes. */
export const rewrapFile = (ring: KeyRing, to: MediaKey, storageKey: string, file: Buffer): Buffer =>
  Buffer.concat([
    wrap(to, unwrap(ring, file.subarray(0, HEADER), storageKey), storageKey),
    file.subarray(HEADER),
  ])

/** Length of the decrypted file, bytes. */
export const openedSize = (sealedSize: number): number => {
  const rest = sealedSize - HEADER
  return rest - Math.ceil(rest / (FRAME + TAG)) * TAG
}

/** Decrypts the rest of a file whose header was read; throws where it was cut or changed. */
export async function* unseal(
  ring: KeyRing,
  storageKey: string,
  head: Buffer,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  const fileKey = unwrap(ring, head.subarray(0, HEADER), storageKey)
  let frame = 0
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    if (sealed.length < TAG) throw new DamagedFile('the file was cut')
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(frame))
    decipher.setAAD(isLast ? LAST.yes : LAST.no)
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
    frame += 1
    return checked(decipher, sealed.subarray(0, sealed.length - TAG))
  }
  // one buffer for all frames: new ones cost garbage collection
  const gathered = Buffer.allocUnsafe(FRAME + TAG)
  let length = 0
  let part = head.subarray(HEADER)
  for (;;) {
    while (part.length > 0) {
      // a full frame is the last one unless something follows it
      if (length === gathered.length) {
        yield open(gathered, false)
        length = 0
      }
      const copied = part.copy(gathered, length)
      length += copied
      part = part.subarray(copied)
    }
    const { value, done } = await rest.next()
    if (done) break
    part = value
  }
  yield open(gathered.subarray(0, length), true)
}

/** Reads `bytes` bytes, or to the end. */
export const readHead = async (
  stream: Readable,
  bytes: number,
): Promise<{ head: Buffer; rest: AsyncIterator<Buffer> }> => {
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head: Buffer = Buffer.alloc(0)
  while (head.length < bytes) {
    const { value, done } = await rest.next()
    if (done) break
    head = head.length === 0 ? value : Buffer.concat([head, value])
  }
  return { head, rest }
}
