import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../fail'

/**
 * argon2id (the library's default) at OWASP's minimum: 19 MiB, 2 passes, 1 lane; 11 to 60 ms off
 * the main thread.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More at once would only take memory and cores from other requests. */
const AT_ONCE = 2
/** About a second of waiting; calls beyond that fail with `too_many`. */
const WAITING_MAX = 48
const RETRY_AFTER_S = 2

let running = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) fail('too_many', undefined, RETRY_AFTER_S)
    // a finished task passes its slot on: `running` stays as it is
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The same word from two keyboards may come in two Unicode forms. */
const oneForm = (password: string): string => password.normalize('NFC')

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')
const PARAMETERS = `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`
/** A hash in the real form and cost that matches no password. */
const NO_MATCH = `$argon2id$v=19$${PARAMETERS}$${base64(16)}$${base64(32)}`

/**
 * PHC string to store. Fails with `too_many` when too many calls are waiting. Never call it inside
 * a transaction.
 */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(oneForm(password), COST))

/**
 * Whether the password matches the stored hash. Without one (no such user) it takes as long and
 * returns false.
 */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  inTurn(async () => (await verify(stored ?? NO_MATCH, oneForm(password))) && stored !== null)
