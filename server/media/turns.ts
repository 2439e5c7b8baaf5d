import { fail } from '../fail'

/** Photos decoded at once, and of one account: one member's photos never take every core. */
const AT_ONCE = 2
const AT_ONCE_EACH = 1
const WAITING = 40
const WAITING_EACH = 20

interface Waiting {
  readonly accountId: string
  readonly start: () => void
}
const running: string[] = []
const queue: Waiting[] = []

const of = (accountId: string): number => running.filter((id) => id === accountId).length
const release = (accountId: string): void => {
  running.splice(running.indexOf(accountId), 1)
  const next = queue.findIndex((w) => of(w.accountId) < AT_ONCE_EACH)
  if (next >= 0) queue.splice(next, 1)[0]?.start()
}

/**
 * Waits until a photo of this account may be decoded; returns the function that ends its turn.
 * Fails with too_many beyond the account's share of the queue, or when the queue is full.
 */
export const takeTurn = async (accountId: string): Promise<() => void> => {
  const free = running.length < AT_ONCE && of(accountId) < AT_ONCE_EACH
  if (!free) {
    const own = queue.filter((w) => w.accountId === accountId).length
    if (own >= WAITING_EACH || queue.length >= WAITING) fail('too_many', undefined, 5)
    await new Promise<void>((resolve) =>
      queue.push({
        accountId,
        start: () => {
          running.push(accountId)
          resolve()
        },
      }),
    )
  } else running.push(accountId)
  return () => release(accountId)
}
