import { lockAccount } from '../../access/accounts'
import { openPartingOf } from '../../access/parting'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import { partnerLetter } from '../../mail/letters'
import { sendMailInBackground } from '../../mail/post'

/** A couple's account has one login per identity. */
export const USERS_PER_ACCOUNT = 2

type Joining =
  | { readonly outcome: 'joined'; readonly accountId: string; readonly tell: readonly string[] }
  | { readonly outcome: 'invalid' | 'full' | 'has_account' | 'parting' }

/**
 * Adds a user without account to the account of a partner link, which works once. The account's row
 * lock serializes concurrent callers, whichever link they hold. Call it inside a transaction;
 * nothing is written unless it returns `joined`. `tell`: the previous users' addresses, for
 * `announceJoining` after the commit, because anyone with the screen for a minute could have created
 * the link, and a new password does not undo its use.
 */
export const joinAsPartner = async (
  trx: Conn,
  tokenHash: string,
  userId: string,
  now: number,
): Promise<Joining> => {
  const found = await goodLink(trx, tokenHash, now)
  if (!found) return { outcome: 'invalid' }
  await lockAccount(trx, found.account_id)
  // again, under the lock
  const link = await goodLink(trx, tokenHash, now)
  if (!link) return { outcome: 'invalid' }
  // a second login would change which of the two the division takes away
  if (await openPartingOf(trx, link.account_id)) return { outcome: 'parting' }
  const user = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('account_id')
    .executeTakeFirst()
  if (user?.account_id !== null) return { outcome: 'has_account' }
  const users = await trx
    .selectFrom('users')
    .where('account_id', '=', link.account_id)
    .select('email')
    .execute()
  if (users.length >= USERS_PER_ACCOUNT) return { outcome: 'full' }
  const joined = await trx
    .updateTable('users')
    .set({ account_id: link.account_id, joined_at: now, join_token_hash: null })
    .where('id', '=', userId)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!joined) return { outcome: 'has_account' }
  await trx.updateTable('join_links').set({ used_at: now }).where('id', '=', link.id).execute()
  return { outcome: 'joined', accountId: link.account_id, tell: users.map((u) => u.email) }
}

/** After the commit. */
export const announceJoining = (
  ctx: Pick<Ctx, 'bus' | 'env' | 'log' | 'mailer'>,
  joining: Joining,
  userId: string,
): void => {
  if (joining.outcome !== 'joined') return
  ctx.bus.emit('account.joined', { accountId: joining.accountId, userId })
  for (const email of joining.tell) sendMailInBackground(ctx, email, partnerLetter(ctx.env))
}

const goodLink = (db: Conn, tokenHash: string, now: number) =>
  db
    .selectFrom('join_links as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .where('l.token_hash', '=', tokenHash)
    .where('l.kind', '=', 'partner')
    .where('l.used_at', 'is', null)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('a.deleted_at', 'is', null)
    .select(['l.id', 'l.account_id'])
    .executeTakeFirst()
