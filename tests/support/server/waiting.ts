import { sql } from 'kysely'
import { lockPhotos } from '../../../server/access/agreements'
import type { Db } from '../../../server/db/client'
import type { Conn } from '../../../server/db/dialect'

/** How many transactions of this PostgreSQL database wait for another one. */
const waitingTransactions = async (db: Db): Promise<number> =>
  (
    await sql`select 1 from pg_locks as l join pg_stat_activity as s on s.pid = l.pid
      where not l.granted and s.datname = current_database()`.execute(db)
  ).rows.length

/**
 * Resolves when the work has ended, or waits for a transaction that is still open, as `others` do
 * already.
 */
export const endsOrWaits = async (db: Db, work: Promise<unknown>, others = 0): Promise<void> => {
  let isDone = false
  const done = (): void => {
    isDone = true
  }
  void work.then(done, done)
  while (!isDone && (await waitingTransactions(db)) <= others)
    await new Promise((resolve) => setImmediate(resolve))
}

/**
 * Provokes a deadlock: runs `work`, which waits for the photo, while another transaction holds it and
 * then wants what `work` holds. PostgreSQL aborts `work`, the first one to notice.
 */
export const againstPhoto = async <T>(
  db: Db,
  photo: string,
  wants: (trx: Conn) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> => {
  let working: Promise<T> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`set local deadlock_timeout = '60s'`.execute(trx)
    await lockPhotos(trx, [photo])
    working = work()
    await endsOrWaits(db, working)
    await wants(trx)
  })
  return working as Promise<T>
}
