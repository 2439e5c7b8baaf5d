import { DAY_MS, SESSION_IDLE_S } from '#contract/limits'
import type { Conn } from '../../db/dialect'
import { hashSecret, newId, newSecret } from '../../tokens'

const USER_AGENT_MAX = 200

/**
 * `closed`: by its user from another session; `password`, `reset`: with a password change;
 * `replay`: a stolen copy was used; `parted`: the account was divided.
 */

export type EndReason = 'logout' | 'closed' | 'password' | 'reset' | 'replay' | 'parted'
export interface EndedSession {
  readonly sessionId: string
  readonly userId: string
  readonly accountId: string | null
}
interface RefreshRow {
  readonly id: string
  readonly session_id: string
  readonly user_id: string
  readonly parent_id: string | null
  readonly expires_at: number
  readonly rotated_at: number | null
  readonly ended_at: number | null
  readonly end_reason: string | null
}

/** Inserts a refresh token of the session's family; only its hash is stored. */
export const insertRefreshToken = async (
  trx: Conn,
  sessionId: string,
  parentId: string | null,
  now: number,
): Promise<string> => {
  const secret = newSecret()
  await trx
    .insertInto('refresh_tokens')
    .values({
      id: newId(),
      session_id: sessionId,
      token_hash: hashSecret(secret),
      parent_id: parentId,
      created_at: now,
      expires_at: now + SESSION_IDLE_S * 1000,
    })
    .execute()
  return secret
}

/** To the day, so that most refreshes write nothing. */
const noteUse = async (trx: Conn, userId: string, now: number): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ used_at: now })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', now - DAY_MS)]))
    .execute()
}

export interface NewSession {
  readonly sessionId: string
  readonly refreshToken: string
}
export const insertSession = async (
  trx: Conn,
  userId: string,
  userAgent: string,
  now: number,
): Promise<NewSession> => {
  const id = newId()
  await trx
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      created_at: now,
      last_used_at: now,
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
    })
    .execute()
  await noteUse(trx, userId, now)
  return { sessionId: id, refreshToken: await insertRefreshToken(trx, id, null, now) }
}

export const findRefreshToken = (db: Conn, secret: string): Promise<RefreshRow | undefined> =>
  db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .where('t.token_hash', '=', hashSecret(secret))
    .select([
      't.id',
      't.session_id',
      's.user_id',
      't.parent_id',
      't.expires_at',
      't.rotated_at',
      's.ended_at',
      's.end_reason',
    ])
    .executeTakeFirst()

/**
 * Takes the session's row lock for the rest of the transaction: refreshes and the end of a session
 * are serialized.
 */
export const lockOpenSession = async (
  trx: Conn,
  sessionId: string,
  now: number,
): Promise<boolean> => {
  const row = await trx
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (row) await noteUse(trx, row.user_id, now)
  return row !== undefined
}

/**
 * Marks a token that now has a child, with its unused siblings issued in the grace period: they get
 * a grace period too.
 */
export const markRotated = async (trx: Conn, token: RefreshRow, now: number): Promise<void> => {
  await trx
    .updateTable('refresh_tokens')
    .set({ rotated_at: now })
    .where('session_id', '=', token.session_id)
    .where('rotated_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('id', '=', token.id),
        ...(token.parent_id ? [eb('parent_id', '=', token.parent_id)] : []),
      ]),
    )
    .execute()
}

/** Whether the token has children and none was ever used: its last response may have been lost. */
export const hasOnlyUnusedChildren = async (trx: Conn, token: RefreshRow): Promise<boolean> => {
  const children = await trx
    .selectFrom('refresh_tokens')
    .where('session_id', '=', token.session_id)
    .where('parent_id', '=', token.id)
    .select('rotated_at')
    .execute()
  return children.length > 0 && children.every((c) => c.rotated_at === null)
}

/** Ends one session; null when it had already ended. */
export const endSession = async (
  trx: Conn,
  sessionId: string,
  reason: EndReason,
  now: number,
): Promise<EndedSession | null> => {
  const row = await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (!row) return null
  const user = await trx
    .selectFrom('users')
    .where('id', '=', row.user_id)
    .select('account_id')
    .executeTakeFirst()
  return { sessionId: row.id, userId: row.user_id, accountId: user?.account_id ?? null }
}

/** Ends the open sessions of a user: all, `only` one, or all `but` one. */
export const endSessionsOf = async (
  trx: Conn,
  userId: string,
  accountId: string | null,
  reason: EndReason,
  now: number,
  which: { only?: string; but?: string } = {},
): Promise<readonly EndedSession[]> => {
  let query = trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.but !== undefined) query = query.where('id', '!=', which.but)
  return (await query.returning('id').execute()).map((r) => ({
    sessionId: r.id,
    userId,
    accountId,
  }))
}

/** Sessions used since `since` (ms); older ones can no longer be refreshed. */
export const openSessionsOf = (db: Conn, userId: string, since: number) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', since)
    .select(['id', 'created_at', 'last_used_at', 'user_agent'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
