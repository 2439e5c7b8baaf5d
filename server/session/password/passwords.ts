import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../fail'

/** argon2id (the library's default) at OWASP's minimum: 19 MiB, 2 passes, 1 lane; 11 to 60 ms off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More at once would only take memory and cores from everybody else. */
const AT_ONCE = 2
/** About a second of waiting; whoever comes beyond that is asked to come back. */
const WAITING_MAX = 48
const RETRY_AFTER_S = 2

let running = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) fail('too_many', undefined, RETRY_AFTER_S)
    // the one that ends hands its place over: `running` stays as it is
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

/** The same word typed on two keyboards may come in two Unicode forms. */
const oneForm = (password: string): string => password.normalize('NFC')

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')
/** Has the form and the cost of a real hash, and no password. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

/** PHC string to store. Fails with `too_many` when too many people are waiting. Never call it inside a transaction. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(oneForm(password), COST))

/** Whether the password is the stored one. Without a stored one (no such user) it works as long and answers false. */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  inTurn(async () => (await verify(stored ?? NOBODY, oneForm(password))) && stored !== null)
