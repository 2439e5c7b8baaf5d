import type { Db } from '../../../server/db/client'

/** First names are written row by row: each is encrypted for its own row. */
export const giveFirstname = async (
  db: Db,
  identityIds: readonly string[],
  firstname: string,
): Promise<void> => {
  for (const id of identityIds)
    await db.updateTable('identities').set({ firstname }).where('id', '=', id).execute()
}
