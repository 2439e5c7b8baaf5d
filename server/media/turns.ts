import { fail } from '../fail'

interface Bounds {
  /** Turns at once, and of one account. */
  readonly atOnce: number
  readonly atOnceEach: number
  /** Calls that may wait, and of one account; beyond them a call fails with `too_many`. */
  readonly waiting: number
  readonly waitingEach: number
}
interface Waiting {
  readonly accountId: string
  readonly start: () => void
}

/**
 * Turns at work that takes a core for long. The next one goes to the account that has the fewest, so
 * that one member's photos never keep those of the others waiting.
 */
export const createTurns = ({ atOnce, atOnceEach, waiting, waitingEach }: Bounds) => {
  const running: string[] = []
  const queue: Waiting[] = []
  const of = (accountId: string): number => running.filter((id) => id === accountId).length
  const takeNext = (): Waiting | undefined => {
    const fewest = Math.min(...queue.map((w) => of(w.accountId)))
    const next = queue.findIndex((w) => of(w.accountId) === fewest)
    return fewest < atOnceEach ? queue.splice(next, 1)[0] : undefined
  }
  const release = (accountId: string): void => {
    running.splice(running.indexOf(accountId), 1)
    const next = takeNext()
    if (!next) return
    running.push(next.accountId)
    next.start()
  }
  /** Waits until the account has a turn; returns the function that ends it. */
  return async (accountId: string): Promise<() => void> => {
    if (running.length < atOnce && of(accountId) < atOnceEach) running.push(accountId)
    else {
      const own = queue.filter((w) => w.accountId === accountId).length
      if (own >= waitingEach || queue.length >= waiting) fail('too_many', undefined, 5)
      await new Promise<void>((start) => queue.push({ accountId, start }))
    }
    return () => release(accountId)
  }
}

/** For decoding an uploaded photo. Fails with `too_many`. */
export const takeDecodingTurn = createTurns({
  atOnce: 2,
  atOnceEach: 1,
  waiting: 40,
  waitingEach: 20,
})
