import type { AccountPreferences, updatePreferences } from '#contract/settings'
import type { Parsed } from '#contract/route'
import { holdAccount, tellsTyping } from '../access-messages'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'

const stored = async (db: Conn, accountId: string): Promise<string> =>
  (await db.selectFrom('accounts').where('id', '=', accountId).select('preferences').executeTakeFirst())?.preferences ?? fail('not_found')

/** Without an account: what a new one has. */
export const preferencesOf = async (ctx: Pick<Ctx, 'db'>, accountId: string | null): Promise<AccountPreferences> => ({ typing: accountId === null || tellsTyping(await stored(ctx.db, accountId)) })

/** What is not named stays, also what this version does not know. */
export const savePreferences = async (ctx: Ctx, accountId: string, patch: Parsed<typeof updatePreferences>['body']): Promise<AccountPreferences> => {
  await ctx.db.transaction().execute(async (trx) => {
    await holdAccount(trx, accountId)
    const before = JSON.parse(await stored(trx, accountId)) as object
    await trx.updateTable('accounts').set({ preferences: JSON.stringify({ ...before, ...patch }) }).where('id', '=', accountId).execute()
  })
  return preferencesOf(ctx, accountId)
}
