import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes for many ids: one call for 4096 costs as much as one for 16. */
const pool = { bytes: randomBytes(4096), at: 0 }
const sixteen = (): Uint8Array => {
  if (pool.at + 16 > pool.bytes.length) Object.assign(pool, { bytes: randomBytes(4096), at: 0 })
  pool.at += 16
  return pool.bytes.subarray(pool.at - 16, pool.at)
}
/** The last id: within one ms, ids count upwards from a random number. */
const last = { msecs: 0, seq: 0 }
/** UUIDv7: sorts by time of creation. */
export const newId = (): string => {
  const random = sixteen()
  const now = Date.now()
  if (now > last.msecs)
    Object.assign(last, { msecs: now, seq: Buffer.from(random).readUInt32BE(6) >>> 1 })
  else last.seq += 1
  return v7({ random, msecs: last.msecs, seq: last.seq })
}

/** 256 random bits, base64url: refresh tokens, mail links, join links. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Stored form of a secret: SHA-256, hex. A 256-bit random secret needs no slow hash. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')

/** HMAC-SHA-256 over the parts, base64url; parts are length-prefixed so that no two lists collide. */
export const sign = (key: Uint8Array, ...parts: readonly string[]): string => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`)
  return mac.digest('base64url')
}

/**
 * A stable id that does not reveal its parts: a UUID (version 8) derived from them, without the
 * timestamp that `newId` reveals.
 */
export const maskedIdOf = (key: Uint8Array, ...parts: readonly string[]): string => {
  const bytes = createHmac('sha256', key).update(parts.join(':')).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const equalsTimingSafe = (a: string, b: string): boolean => {
  const x = Buffer.from(a)
  const y = Buffer.from(b)
  return x.length === y.length && timingSafeEqual(x, y)
}
