import { DAY_MS } from '#contract/limits'
import type { Ctx } from '../context'

/** Whether a proof of this day (ms) holds; every user passes where none is required. */
export const isOfAge = ({ env, now }: Pick<Ctx, 'env' | 'now'>, provedOn: number | null): boolean =>
  env.AGE_CHECK === 'none' ||
  (provedOn !== null &&
    (env.AGE_PROOF_DAYS === 0 || now() < provedOn + env.AGE_PROOF_DAYS * DAY_MS))

/** Whether a login of the account has a proof that holds: for what is read without a session. */
export const isAccountOfAge = async (
  ctx: Pick<Ctx, 'db' | 'env' | 'now'>,
  accountId: string,
): Promise<boolean> => {
  if (ctx.env.AGE_CHECK === 'none') return true
  const users = await ctx.db
    .selectFrom('users')
    .where('account_id', '=', accountId)
    .select('age_proved_on')
    .execute()
  return users.some((u) => isOfAge(ctx, u.age_proved_on))
}
