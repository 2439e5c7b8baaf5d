import type { Ctx } from '../context'
import type { Db } from '../db/client'
import { retryOnDeadlock, type Conn } from '../db/dialect'

/** Per pool of connections: the last transaction of each event, waiting or running. */
const tailsOf = new WeakMap<Db, Map<string, Promise<unknown>>>()

/**
 * A transaction that locks an event. Those of one event run one after the other in this process:
 * every waiter for the lock would hold a connection, and the pool would have none left for the rest.
 * Retried after a deadlock: the work must have no outside effects. Must not be nested.
 */
export const eventTransaction = async <T>(
  { db }: Pick<Ctx, 'db'>,
  eventId: string,
  work: (trx: Conn) => Promise<T>,
): Promise<T> => {
  const tails = tailsOf.get(db) ?? new Map<string, Promise<unknown>>()
  tailsOf.set(db, tails)
  const run = (): Promise<T> => retryOnDeadlock(() => db.transaction().execute(work))
  const turn = (tails.get(eventId) ?? Promise.resolve()).then(run)
  const tail = turn.catch(() => undefined)
  tails.set(eventId, tail)
  try {
    return await turn
  } finally {
    if (tails.get(eventId) === tail) tails.delete(eventId)
  }
}
