import { createHash } from 'node:crypto'
import type { Env } from '../../env'
import type { Db } from '../client'
import { SEALED_COLUMNS } from './columns'
import { reencryptValues } from './rewrite'
import { readColumnRing } from './text'

/** The row of `settings` that names the list of columns in which nothing is stored in the clear. */
export const LIST_SETTING = 'columns_encrypted'

/**
 * Encrypts what a server with a shorter list of columns stored in the clear; once for each list.
 */
export const encryptColumns = async ({
  db,
  env,
}: {
  readonly db: Db
  readonly env: Env
}): Promise<void> => {
  const ring = readColumnRing(env)
  if (!ring.current) return
  const value = createHash('sha256').update(JSON.stringify(SEALED_COLUMNS)).digest('hex')
  const done = await db
    .selectFrom('settings')
    .where('name', '=', LIST_SETTING)
    .select('value')
    .executeTakeFirst()
  if (done?.value === value) return
  await reencryptValues(db, ring)
  await db
    .insertInto('settings')
    .values({ name: LIST_SETTING, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
}
