import { separatedAccounts } from '../access/blocks'
import type { Db } from '../db/client'
import type { Conn } from '../db/dialect'

export interface Heartbeat {
  readonly accountId: string
  readonly identityId: string | null
  readonly at: number
}

/**
 * Relations and the other members of direct conversations in which both have written, without
 * accounts blocked in either direction.
 */
export const presenceCircleIds = async (db: Conn, accountId: string): Promise<string[]> => {
  const relations = await db
    .selectFrom('relations')
    .where('account_id', '=', accountId)
    .select('with_account_id as id')
    .execute()
  const direct = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    .innerJoin(
      'conversation_participants as theirs',
      'theirs.conversation_id',
      'mine.conversation_id',
    )
    .where('mine.account_id', '=', accountId)
    .where('mine.left_at', 'is', null)
    .where('c.type', '=', 'direct')
    .where('mine.has_written', '=', 1)
    .where('theirs.has_written', '=', 1)
    .where('theirs.account_id', '!=', accountId)
    .select('theirs.account_id as id')
    .execute()
  const blocked = await separatedAccounts(db, accountId)
  return [...new Set([...relations, ...direct].map((r) => r.id))].filter(
    (id) => id !== accountId && !blocked.has(id),
  )
}

/** Which of these accounts neither show nor see presence. */
export const accountsHidingPresence = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('accounts')
            .where('id', 'in', [...ids])
            .where('presence_hidden', '=', 1)
            .select('id')
            .execute()
        ).map((r) => r.id),
  )

export const presenceRows = (db: Conn, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('accounts')
        .where('id', 'in', [...ids])
        .where('deleted_at', 'is', null)
        .select(['id', 'last_seen_at', 'last_seen_identity_id', 'heartbeat_at'])
        .execute()

/**
 * In one commit and always in the same order, so that two processes that write the same accounts
 * cannot deadlock. A heartbeat is skipped when another process has stored a later one or a
 * sign-out.
 */
export const writeHeartbeats = async (db: Db, beats: readonly Heartbeat[]): Promise<void> => {
  const sorted = [...beats].sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
  await db.transaction().execute(async (trx) => {
    for (const b of sorted)
      await trx
        .updateTable('accounts')
        .set({ heartbeat_at: b.at, last_seen_at: b.at, last_seen_identity_id: b.identityId })
        .where('id', '=', b.accountId)
        // an erased account keeps no trace of a heartbeat that was collected before
        .where('deleted_at', 'is', null)
        .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<=', b.at)]))
        .execute()
  })
}

/**
 * Undefined when the account was already offline, or when `ifBeat` is no longer its last heartbeat.
 */
export const clearHeartbeat = (
  db: Db,
  accountId: string,
  lastSeenAt: number,
  ifBeat?: number,
): Promise<{ last_seen_identity_id: string | null } | undefined> => {
  const query = db
    .updateTable('accounts')
    .set({ heartbeat_at: null, last_seen_at: lastSeenAt })
    .where('id', '=', accountId)
    .where('heartbeat_at', 'is not', null)
  return (ifBeat === undefined ? query : query.where('heartbeat_at', '=', ifBeat))
    .returning('last_seen_identity_id')
    .executeTakeFirst()
}

/** Accounts whose last heartbeat is not after `limit`. */
export const staleHeartbeats = async (
  db: Db,
  limit: number,
): Promise<{ id: string; heartbeat_at: number }[]> => {
  const rows = await db
    .selectFrom('accounts')
    .where('heartbeat_at', '<=', limit)
    .select(['id', 'heartbeat_at'])
    .limit(500)
    .execute()
  return rows.flatMap((r) =>
    r.heartbeat_at === null ? [] : [{ id: r.id, heartbeat_at: r.heartbeat_at }],
  )
}
