import { sql } from 'kysely'
import type { Db } from '../../../server/db/client'

/** Whether a transaction of this PostgreSQL database waits for another one. */
const isSomebodyWaiting = async (db: Db): Promise<boolean> =>
  (
    await sql`select 1 from pg_locks as l join pg_stat_activity as s on s.pid = l.pid
      where not l.granted and s.datname = current_database()`.execute(db)
  ).rows.length > 0

/** Resolves when the work has ended, or waits for a transaction that is still open. */
export const endsOrWaits = async (db: Db, work: Promise<unknown>): Promise<void> => {
  let isDone = false
  const done = (): void => {
    isDone = true
  }
  void work.then(done, done)
  while (!isDone && !(await isSomebodyWaiting(db)))
    await new Promise((resolve) => setImmediate(resolve))
}
