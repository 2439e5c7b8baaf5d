import type { AccountPreferences, updatePreferences } from '#contract/settings'
import type { ParsedInput } from '#contract/route'
import { lockAccount } from '../access/accounts'
import { contactOf } from '../access/contact'
import { sharesTyping } from '../access/messages'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

const stored = async (
  db: Conn,
  accountId: string,
): Promise<Pick<Row<'accounts'>, 'preferences' | 'presence_hidden'>> =>
  (await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['preferences', 'presence_hidden'])
    .executeTakeFirst()) ?? fail('not_found')

export const accountPreferencesOf = async (
  ctx: Pick<Ctx, 'db'>,
  accountId: string,
): Promise<AccountPreferences> => {
  const { preferences, presence_hidden } = await stored(ctx.db, accountId)
  return {
    typing: sharesTyping(preferences),
    presence: presence_hidden === 0,
    contact: contactOf(preferences),
  }
}

/** Fields that are not named keep their value, including fields unknown to this version. */
export const saveAccountPreferences = async (
  ctx: Ctx,
  accountId: string,
  patch: ParsedInput<typeof updatePreferences>['body'],
): Promise<AccountPreferences> => {
  const { presence, ...others } = patch
  const turned = await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    const before = await stored(trx, accountId)
    const presence_hidden = presence === undefined ? before.presence_hidden : presence ? 0 : 1
    await trx
      .updateTable('accounts')
      .set({
        preferences: JSON.stringify({ ...(JSON.parse(before.preferences) as object), ...others }),
        presence_hidden,
      })
      .where('id', '=', accountId)
      .execute()
    return presence_hidden !== before.presence_hidden
  })
  if (turned) ctx.bus.emit('presence.chosen', { accountId, hidden: presence === false })
  return accountPreferencesOf(ctx, accountId)
}
