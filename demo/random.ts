import { createHash } from 'node:crypto'

/** Seeded random numbers: the same name always draws the same demonstration. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform number in [from, to). */
  between(from: number, to: number): number
  /** Uniform integer in [from, to], both included. */
  int(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

/** mulberry32 (public domain), started from the SHA-256 of a name. */
export const random = (name: string): Random => {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[Math.floor(next() * list.length)] as never
    },
    chance: (probability) => next() < probability,
  }
}

/**
 * A UUIDv7 of an instant (ms since epoch) whose other 74 bits are derived from a name: the same at
 * every run.
 */
export const idOf = (name: string, atMs: number): string => {
  const bytes = createHash('sha256').update(`demo:${name}`).digest().subarray(0, 16)
  bytes.writeUIntBE(Math.floor(atMs), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
