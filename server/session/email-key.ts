import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { sign } from '../tokens'

/**
 * The form in which two spellings are one address. U+0000, which PostgreSQL refuses, is dropped
 * first, as from every body: blanks behind it would stay, and limits count each spelling.
 */
export const normalEmail = (email: string): string =>
  email.replaceAll('\0', '').trim().toLowerCase()

/**
 * The unique key of an address: a keyed hash, because the address itself is encrypted. An
 * unconfirmed registration holds `{key} pending` instead, and an older unconfirmed one
 * `{key} {its id}`: an address cannot be occupied by someone else, and each confirmation link
 * activates its own registration, never another's password.
 */
export const emailKey = (ctx: Pick<Ctx, 'secret'>, email: string): string =>
  sign(ctx.secret, 'email', normalEmail(email))
export const pendingKey = (key: string): string => `${key} pending`
/** The key of the address in a stored key. */
export const keyOfAddress = (stored: string): string => stored.split(' ')[0] ?? ''

/** The row of `settings` that names the secret of the stored keys. */
const SETTING = 'email_keys'

/**
 * Makes the keys again when the secret has changed since, or when addresses are stored in the clear:
 * else no login would find them.
 */
export const updateEmailKeys = async (ctx: Pick<Ctx, 'db' | 'secret'>): Promise<void> => {
  const name = sign(ctx.secret, 'email keys')
  const read = (db: Conn) =>
    db.selectFrom('settings').where('name', '=', SETTING).select('value').executeTakeFirst()
  if ((await read(ctx.db))?.value === name) return
  await ctx.db.transaction().execute(async (trx) => {
    // of several processes that start together the others wait here
    await trx
      .insertInto('settings')
      .values({ name: SETTING, value: name })
      .onConflict((oc) => oc.column('name').doUpdateSet({ value: name }))
      .execute()
    const users = await trx.selectFrom('users').select(['id', 'email', 'email_key']).execute()
    for (const user of users) {
      const [, ...rest] = user.email_key.split(' ')
      if (user.email !== '')
        await trx
          .updateTable('users')
          .set({ email_key: [emailKey(ctx, user.email), ...rest].join(' ') })
          .where('id', '=', user.id)
          .execute()
    }
  })
}
