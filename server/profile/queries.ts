import type { Conn } from '../db/dialect'
import { fold } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'

/** An account, and whether the viewer may know when it was last there: the rule of `maySeePresence`, for many at once. */
export type SeenAccount = Row<'accounts'> & { readonly sees_presence: number }

export const seenAccounts = (db: Conn, viewerId: string, ids: readonly string[]): Promise<SeenAccount[]> =>
  db
    .selectFrom('accounts as a')
    .where('a.id', 'in', [...ids])
    .selectAll('a')
    .select((eb) => {
      const blocked = eb.exists(
        eb.selectFrom('blocks as b').select('b.account_id').where((on) =>
          on.or([
            on.and([on('b.account_id', '=', viewerId), on('b.blocked_account_id', '=', on.ref('a.id'))]),
            on.and([on('b.account_id', '=', on.ref('a.id')), on('b.blocked_account_id', '=', viewerId)]),
          ])),
      )
      const related = eb.exists(eb.selectFrom('relations as r').select('r.account_id').where('r.account_id', '=', viewerId).whereRef('r.with_account_id', '=', 'a.id'))
      const together = eb.exists(
        eb
          .selectFrom('conversation_participants as theirs')
          .select('theirs.account_id')
          .where('theirs.conversation_id', 'in', eb.selectFrom('conversation_participants as mine').select('mine.conversation_id').where('mine.account_id', '=', viewerId).where('mine.left_at', 'is', null))
          .whereRef('theirs.account_id', '=', 'a.id')
          .where('theirs.left_at', 'is', null),
      )
      const sees = eb.or([eb('a.id', '=', viewerId), eb.and([eb.not(blocked), eb.or([related, together])])])
      return eb.case().when(sees).then(eb.lit(1)).else(eb.lit(0)).end().as('sees_presence')
    })
    .execute()

/** The primary identity of each account first. */
export const identitiesOf = (db: Conn, accountIds: readonly string[]): Promise<Row<'identities'>[]> =>
  db.selectFrom('identities').where('account_id', 'in', [...accountIds]).selectAll().orderBy('account_id').orderBy('is_primary', 'desc').orderBy('id').execute()

/** False when the handle is taken, also by somebody who comes at the same time. */
export const insertAccount = async (trx: Conn, account: { id: string; handle: string; created_at: number }): Promise<boolean> => {
  const row = await trx
    .insertInto('accounts')
    .values({ ...account, handle_key: fold(account.handle) })
    .onConflict((c) => c.column('handle_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const insertIdentities = async (trx: Conn, rows: readonly NewRow<'identities'>[]): Promise<void> => {
  await trx.insertInto('identities').values([...rows]).execute()
}

/** False when the user has an account already. */
export const giveAccount = async (trx: Conn, userId: string, accountId: string, joinTokenHash: string | null): Promise<boolean> => {
  const row = await trx
    .updateTable('users')
    .set({ account_id: accountId, ...(joinTokenHash ? { join_token_hash: joinTokenHash } : {}) })
    .where('id', '=', userId)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateAvatar = async (db: Conn, accountId: string, mediaId: string | null): Promise<void> => {
  await db.updateTable('accounts').set({ avatar_media_id: mediaId }).where('id', '=', accountId).execute()
}
