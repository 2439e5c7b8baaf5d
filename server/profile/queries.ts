import { isAgreed } from '../access/agreements'
import { notSeparated } from '../access/blocks'
import { albumIsOpen } from '../access/predicates'
import { countRows } from '../db/count'
import type { Conn } from '../db/dialect'
import { foldText, lockPair } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

/**
 * An account, and whether the viewer may see its presence: `maySeePresence` for many accounts in
 * one query.
 */
export type SeenAccount = Row<'accounts'> & { readonly sees_presence: number }

export const seenAccounts = (
  db: Conn,
  viewerId: string,
  ids: readonly string[],
): Promise<SeenAccount[]> =>
  db
    .selectFrom('accounts as a')
    .where('a.id', 'in', [...ids])
    .selectAll('a')
    .select((eb) => {
      const related = eb.exists(
        eb
          .selectFrom('relations as r')
          .select('r.account_id')
          .where('r.account_id', '=', viewerId)
          .whereRef('r.with_account_id', '=', 'a.id'),
      )
      const together = eb.exists(
        eb
          .selectFrom('conversation_participants as theirs')
          .select('theirs.account_id')
          .innerJoin(
            'conversation_participants as mine',
            'mine.conversation_id',
            'theirs.conversation_id',
          )
          .innerJoin('conversations as c', 'c.id', 'theirs.conversation_id')
          // a direct conversation once both have written: a message alone would open a stranger's
          .where((on) =>
            on.or([
              on('c.type', '!=', 'direct'),
              on.and([on('mine.has_written', '=', 1), on('theirs.has_written', '=', 1)]),
            ]),
          )
          .where('mine.account_id', '=', viewerId)
          .where('mine.left_at', 'is', null)
          .whereRef('theirs.account_id', '=', 'a.id')
          .where('theirs.left_at', 'is', null)
          .where((on) => on.or([on('theirs.hidden', '=', 0), on('mine.is_admin', '=', 1)])),
      )
      const iHide = eb.exists(
        eb
          .selectFrom('accounts as me')
          .select('me.id')
          .where('me.id', '=', viewerId)
          .where('me.presence_hidden', '=', 1),
      )
      const sees = eb.or([
        eb('a.id', '=', viewerId),
        eb.and([
          eb('a.presence_hidden', '=', 0),
          eb.not(iHide),
          notSeparated('a.id', viewerId),
          eb.or([related, together]),
        ]),
      ])
      return eb.case().when(sees).then(eb.lit(1)).else(eb.lit(0)).end().as('sees_presence')
    })
    .execute()

/** The primary identity of each account first. */
export const identitiesOf = (
  db: Conn,
  accountIds: readonly string[],
): Promise<Row<'identities'>[]> =>
  db
    .selectFrom('identities')
    .where('account_id', 'in', [...accountIds])
    .selectAll()
    .orderBy('account_id')
    .orderBy('is_primary', 'desc')
    .orderBy('id')
    .execute()

/**
 * Accounts and identities share one namespace, across two tables: accounts are created one after the
 * other.
 */
export const lockHandles = (trx: Conn): Promise<void> => lockPair(trx, 'handles', '', 'alone')

/** Which of these folded handles an account or an identity has already. */
export const takenHandles = async (
  db: Conn,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('accounts')
    .where('handle_key', 'in', [...keys])
    .select('handle_key')
    .unionAll(
      db
        .selectFrom('identities')
        .where('handle_key', 'in', [...keys])
        .select('handle_key'),
    )
    .execute()
  return new Set(rows.map((r) => r.handle_key))
}

/** False when the handle is taken, also by a concurrent call. */
export const insertAccount = async (
  trx: Conn,
  account: { id: string; handle: string; created_at: number },
): Promise<boolean> => {
  const row = await trx
    .insertInto('accounts')
    .values({ ...account, handle_key: foldText(account.handle) })
    .onConflict((c) => c.column('handle_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const insertIdentities = async (
  trx: Conn,
  rows: readonly NewRow<'identities'>[],
): Promise<void> => {
  await trx
    .insertInto('identities')
    .values([...rows])
    .execute()
}

/** False when the user already has an account. */
export const attachUserToAccount = async (
  trx: Conn,
  userId: string,
  accountId: string,
  joinTokenHash: string | null,
): Promise<boolean> => {
  const row = await trx
    .updateTable('users')
    .set({ account_id: accountId, ...(joinTokenHash ? { join_token_hash: joinTokenHash } : {}) })
    .where('id', '=', userId)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateFirstName = async (
  trx: Conn,
  identityId: string,
  firstname: string | null,
): Promise<void> => {
  await trx.updateTable('identities').set({ firstname }).where('id', '=', identityId).execute()
}
/**
 * Distinct photos of a member that the viewer may see: public ones and those of albums that the
 * viewer may open.
 */
export const countVisiblePhotos = async (
  db: Conn,
  viewerId: string,
  accountId: string,
  now: number,
): Promise<number> => {
  const seen = db.selectFrom((eb) =>
    eb
      .selectFrom('profile_photos')
      .where('account_id', '=', accountId)
      .$if(viewerId !== accountId, (photos) => photos.where(isAgreed('profile_photos.media_id')))
      .select('media_id')
      .union(
        eb
          .selectFrom('album_media as am')
          .innerJoin('albums as al', 'al.id', 'am.album_id')
          .where('al.account_id', '=', accountId)
          .where(albumIsOpen(viewerId, now))
          .$if(viewerId !== accountId, (photos) => photos.where(isAgreed('am.media_id')))
          .select('am.media_id'),
      )
      .as('seen'),
  )
  return countRows(seen)
}

/** Whether the account has notes on the other, or currently shares anything with it. */
export const hasPrivateWith = async (
  db: Conn,
  accountId: string,
  otherId: string,
  now: number,
): Promise<boolean> => {
  const note = await db
    .selectFrom('notes')
    .where('account_id', '=', accountId)
    .where('about_account_id', '=', otherId)
    .select('account_id')
    .executeTakeFirst()
  if (note) return true
  const sharing = await db
    .selectFrom('sharings')
    .where('account_id', '=', accountId)
    .where('with_account_id', '=', otherId)
    .where((eb) =>
      eb.or([
        eb('share_names', '=', 1),
        eb('share_events', '=', 1),
        eb('share_all_albums', '=', 1),
      ]),
    )
    .select('account_id')
    .executeTakeFirst()
  if (sharing) return true
  const album = await db
    .selectFrom('album_shares')
    .where('account_id', '=', accountId)
    .where('with_account_id', '=', otherId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select('id')
    .executeTakeFirst()
  return album !== undefined
}
