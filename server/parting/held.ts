import { DAY_MS, HOUR_MS } from '#contract/limits'
import { PARTING_DAYS, PARTING_HELD_HOURS } from '#contract/profile/parting'
import { lockAccount } from '../access/accounts'
import { openPartingOf } from '../access/parting'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { forEachDueRow } from '../each-due'
import { identitiesOf } from '../profile/service'
import { announceClosed } from '../subjects/service'
import { newId } from '../tokens'
import { sendPartingLetters, storePartingLetters } from './notice'
import { representedPerson } from './people'

type Wanted = Pick<
  Row<'partings'>,
  'account_id' | 'identity_id' | 'user_id' | 'kind' | 'handle' | 'apart'
>

const insert = async (
  trx: Conn,
  { account_id, identity_id, user_id, kind, handle, apart }: Wanted,
  state: 'held' | 'asked',
  now: number,
): Promise<void> => {
  await trx
    .insertInto('partings')
    .values({
      id: newId(),
      account_id,
      identity_id,
      user_id,
      kind,
      state,
      handle,
      apart,
      asked_at: now,
      due_at: now + (state === 'held' ? PARTING_HELD_HOURS * HOUR_MS : PARTING_DAYS * DAY_MS),
    })
    .execute()
}

/** Stores a held request; the account is locked. */
export const insertHeldParting = (trx: Conn, wanted: Wanted, now: number): Promise<void> =>
  insert(trx, wanted, 'held', now)

/** Stores a request, with its notice to both; returns the news to announce. */
export const openParting = async (
  trx: Conn,
  wanted: Wanted,
  now: number,
): Promise<readonly string[]> => {
  await insert(trx, wanted, 'asked', now)
  return storePartingLetters(trx, wanted.account_id, 'parting_asked', now)
}

export const announceParting = async (
  ctx: Ctx,
  accountId: string,
  news: readonly string[],
): Promise<void> => {
  ctx.bus.later('photos-closed', () => announceClosed(ctx, accountId))
  await sendPartingLetters(ctx, news)
}

/** Withdraws a held request: nothing of it remains. False when it is no longer held. */
export const deleteHeldParting = async (trx: Conn, id: string): Promise<boolean> =>
  (await trx
    .deleteFrom('partings')
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Whether it can still be made: its login is that person's, and the other has another. */
const canStillAsk = async (trx: Conn, row: Row<'partings'>): Promise<boolean> => {
  const { account_id: accountId, user_id: userId } = row
  const user = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .select('id')
    .executeTakeFirst()
  if (!user || (await openPartingOf(trx, accountId))) return false
  const identityIds = (await identitiesOf(trx, [accountId])).map((i) => i.id)
  const { ownId, isAlone } = await representedPerson(trx, { accountId, userId, identityIds })
  return !isAlone && ownId === row.identity_id && identityIds.length > 1
}

/**
 * Opens held requests after their day, as if they were made now: the other person does not learn that
 * they were held. One is dropped when the other has asked meanwhile, or the login has left.
 */
export const openHeldPartings = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.db
    .selectFrom('partings')
    .where('state', '=', 'held')
    .where('due_at', '<=', ctx.now())
    .selectAll()
    .orderBy('asked_at')
    .execute()
  await forEachDueRow(ctx, due, async (row) => {
    const news = await ctx.db.transaction().execute(async (trx) => {
      await lockAccount(trx, row.account_id)
      // another process was faster, or it was withdrawn
      if (!(await deleteHeldParting(trx, row.id)) || !(await canStillAsk(trx, row))) return null
      return openParting(trx, row, ctx.now())
    })
    if (news) await announceParting(ctx, row.account_id, news)
  })
}
