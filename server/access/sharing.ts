import { areRelations } from './accounts'
import { areSeparated, notSeparated } from './blocks'
import { findDirectOf, isOpened } from './direct'
import { shareIsOpen } from './predicates'
import type { Conn } from '../db/dialect'

/** Current sharing of one account with another. `albums`: every private album, or these. */
interface SharedParts {
  readonly names: boolean
  readonly events: boolean
  readonly albums: 'all' | ReadonlySet<string>
}
const NOTHING: SharedParts = { names: false, events: false, albums: new Set() }

/**
 * What `ownerId` shares with each of these accounts, from the rows that every permission reads:
 * nothing across a block or with deleted accounts, nothing once the owner is deleted, no expired
 * shares. Three queries, whatever their number.
 */
export const sharedPartsByAccount = async (
  db: Conn,
  ownerId: string,
  accountIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SharedParts>> => {
  const wanted = [...new Set(accountIds)].filter((id) => id !== ownerId)
  if (wanted.length === 0) return new Map()
  const allowed = await db
    .selectFrom('accounts as a')
    .where('a.id', 'in', wanted)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('accounts as o')
          .where('o.id', '=', ownerId)
          .where('o.deleted_at', 'is', null)
          .select('o.id'),
      ),
    )
    .where(notSeparated('a.id', ownerId))
    .select('a.id')
    .execute()
  const settings = await db
    .selectFrom('sharings')
    .where('account_id', '=', ownerId)
    .where('with_account_id', 'in', wanted)
    .selectAll()
    .execute()
  const single = await db
    .selectFrom('album_shares as s')
    .innerJoin('albums as a', 'a.id', 's.album_id')
    .where('s.account_id', '=', ownerId)
    .where('a.account_id', '=', ownerId)
    .where('a.is_public', '=', 0)
    .where('s.with_account_id', 'in', wanted)
    .where(shareIsOpen(now))
    .select(['s.album_id', 's.with_account_id'])
    .execute()
  const settingsOf = new Map(settings.map((s) => [s.with_account_id, s]))
  const albumsOf = new Map<string, Set<string>>()
  for (const s of single)
    albumsOf.set(s.with_account_id, (albumsOf.get(s.with_account_id) ?? new Set()).add(s.album_id))
  return new Map(
    allowed.map(({ id }) => {
      const row = settingsOf.get(id)
      return [
        id,
        {
          names: row?.share_names === 1,
          events: row?.share_events === 1,
          albums: row?.share_all_albums === 1 ? 'all' : (albumsOf.get(id) ?? new Set()),
        },
      ]
    }),
  )
}

/** The same for one account. */
export const sharedPartsFor = async (
  db: Conn,
  ownerId: string,
  accountId: string,
  now: number,
): Promise<SharedParts> =>
  (await sharedPartsByAccount(db, ownerId, [accountId], now)).get(accountId) ?? NOTHING

/**
 * Whether the account has asked the other for an album, or shares something with them: whoever
 * shares must be able to end it.
 */
const isKnown = async (db: Conn, accountId: string, otherId: string): Promise<boolean> => {
  for (const table of ['album_requests', 'album_shares', 'sharings'] as const) {
    const row = await db
      .selectFrom(table)
      .where('account_id', '=', accountId)
      .where('with_account_id', '=', otherId)
      .select('account_id')
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/**
 * Sharing needs a relation or a direct conversation, no block and an existing account. A conversation
 * that only the other one opened counts as none (`isOpened`): the reply must not reveal it.
 */
export const mayShareWith = async (
  db: Conn,
  accountId: string,
  otherId: string,
): Promise<boolean> => {
  if (accountId === otherId) return false
  const other = await db
    .selectFrom('accounts')
    .where('id', '=', otherId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!other || (await areSeparated(db, accountId, otherId))) return false
  if (await areRelations(db, accountId, otherId)) return true
  const talk = await findDirectOf(db, accountId, otherId)
  if (!talk) return false
  return isOpened(talk, accountId) || isKnown(db, accountId, otherId)
}
