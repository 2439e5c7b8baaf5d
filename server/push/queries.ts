import { SESSION_IDLE_S } from '#contract/limits'
import { identityIdsOf } from '../access/accounts'
import type { Db } from '../db/client'
import { chunksOf, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'

export type Device = Row<'push_devices'>
export type QueuedPush = Row<'push_queue'>

export const findDevice = (db: Conn, id: string): Promise<Device | undefined> =>
  db.selectFrom('push_devices').where('id', '=', id).selectAll().executeTakeFirst()
export const insertDevice = async (db: Conn, device: Device): Promise<void> =>
  void (await db.insertInto('push_devices').values(device).execute())
export const deleteDevice = async (db: Conn, id: string): Promise<void> =>
  void (await db.deleteFrom('push_devices').where('id', '=', id).execute())

export const interestsOf = async (db: Conn, deviceId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('push_interests')
      .where('device_id', '=', deviceId)
      .select('name')
      .orderBy('name')
      .execute()
  ).map((r) => r.name)
export const addInterests = async (
  trx: Conn,
  deviceId: string,
  names: readonly string[],
): Promise<void> => {
  if (names.length > 0)
    await trx
      .insertInto('push_interests')
      .values([...new Set(names)].map((name) => ({ device_id: deviceId, name })))
      .onConflict((c) => c.doNothing())
      .execute()
}
/** All of them, or these. */
export const removeInterests = async (
  trx: Conn,
  deviceId: string,
  names?: readonly string[],
): Promise<void> => {
  let query = trx.deleteFrom('push_interests').where('device_id', '=', deviceId)
  if (names) query = query.where('name', 'in', [...names])
  await query.execute()
}

/** Interests that an account may have: its own, and those of its identities. */
export const allowedInterests = async (
  db: Conn,
  accountId: string,
): Promise<ReadonlySet<string>> => {
  const identities = await identityIdsOf(db, accountId)
  return new Set([`account-${accountId}`, ...identities.map((id) => `identity-${id}`)])
}

/** Whether a session is active and belongs to that user and account. */
export const isSessionActive = async (
  db: Conn,
  user: { sessionId: string; userId: string; accountId: string },
): Promise<boolean> =>
  (await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .where('s.id', '=', user.sessionId)
    .where('u.id', '=', user.userId)
    .where('u.account_id', '=', user.accountId)
    .where('s.ended_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .select('s.id')
    .executeTakeFirst()) !== undefined

/** Devices of these accounts that have an interest and an active session. */
export const reachableDevices = async (
  db: Conn,
  accountIds: readonly string[],
  now: number,
): Promise<Device[]> => {
  const found: Device[] = []
  for (const some of chunksOf(accountIds))
    found.push(...(await reachable(db, now).where('d.account_id', 'in', some).execute()))
  return found
}
const reachable = (db: Conn, now: number) =>
  db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .selectAll('d')
    .orderBy('d.created_at')
    .where('s.ended_at', 'is', null)
    .where('s.last_used_at', '>', now - SESSION_IDLE_S * 1000)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('push_interests as i').whereRef('i.device_id', '=', 'd.id').select('i.name'),
      ),
    )
export const reachableDevice = (db: Conn, id: string, now: number): Promise<Device | undefined> =>
  reachable(db, now).where('d.id', '=', id).executeTakeFirst()

/**
 * Deletes and returns devices: of a session, of an account, or those that may no longer receive
 * anything.
 */
export const takeDevices = (
  db: Conn,
  by: { sessionId: string } | { accountId: string } | { unclaimedBefore: number; now: number },
): Promise<Device[]> => {
  const query = db.deleteFrom('push_devices').returningAll()
  if ('sessionId' in by) return query.where('session_id', '=', by.sessionId).execute()
  if ('accountId' in by) return query.where('account_id', '=', by.accountId).execute()
  return query
    .where((eb) =>
      eb.or([
        eb.and([eb('bound_at', 'is', null), eb('created_at', '<', by.unclaimedBefore)]),
        eb(
          'session_id',
          'in',
          eb
            .selectFrom('sessions')
            .where((s) =>
              s.or([
                s('ended_at', 'is not', null),
                s('last_used_at', '<=', by.now - SESSION_IDLE_S * 1000),
              ]),
            )
            .select('id'),
        ),
      ]),
    )
    .execute()
}

/**
 * A newer notification of the same place replaces the row and restarts it; an older one, whose own
 * try comes late, does not. All rows are stored, or none: a repeated call must not send again what
 * left in between.
 */
export const enqueuePushes = (db: Db, rows: readonly QueuedPush[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const some of chunksOf(rows))
      await trx
        .insertInto('push_queue')
        .values(some)
        .onConflict((c) =>
          c
            .columns(['device_id', 'tag'])
            .doUpdateSet((eb) => ({
              source: eb.ref('excluded.source'),
              source_id: eb.ref('excluded.source_id'),
              tries: 0,
              created_at: eb.ref('excluded.created_at'),
              next_at: eb.ref('excluded.next_at'),
            }))
            // ids of messages and news begin with their time
            .whereRef('excluded.source_id', '>=', 'push_queue.source_id'),
        )
        .execute()
  })
export const duePushes = (db: Conn, now: number, limit: number): Promise<QueuedPush[]> =>
  db
    .selectFrom('push_queue')
    .where('next_at', '<=', now)
    .selectAll()
    .orderBy('next_at')
    .limit(limit)
    .execute()
/** The first of several servers claims it; the others see that `next_at` has moved. */
export const claimPush = async (db: Conn, row: QueuedPush, until: number): Promise<boolean> =>
  (await db
    .updateTable('push_queue')
    .set({ next_at: until })
    .where('id', '=', row.id)
    .where('next_at', '=', row.next_at)
    .where('source_id', '=', row.source_id)
    .returning('id')
    .executeTakeFirst()) !== undefined
/** Stores the outcome of a claimed row, unless a newer notification replaced it meanwhile. */
export const finishPush = async (
  db: Conn,
  row: QueuedPush,
  claimedUntil: number,
  next: { tries: number; next_at: number } | null,
): Promise<void> => {
  const same = { id: row.id, next_at: claimedUntil, source_id: row.source_id }
  if (next)
    await db
      .updateTable('push_queue')
      .set(next)
      .where((eb) => eb.and(same))
      .execute()
  else
    await db
      .deleteFrom('push_queue')
      .where((eb) => eb.and(same))
      .execute()
}
