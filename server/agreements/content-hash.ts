import { createHash } from 'node:crypto'
import type { Ctx } from '../context'
import { sign } from '../tokens'

/** The length of a SHA-256 in hex, as stored before hashes were keyed; a keyed one is shorter. */
const PLAIN_LENGTH = 64

const keyed = (secret: Uint8Array, subjectId: string, plain: string): string =>
  sign(secret, 'agreement', subjectId, plain)

/**
 * The stored hash of what a yes is given to. Keyed, because an answer or a short message is found
 * from its plain hash by trying; bound to its proposal, so that equal texts do not look equal.
 */
export const hashOfContent = (secret: Uint8Array, subjectId: string, content: string): string =>
  keyed(secret, subjectId, createHash('sha256').update(content).digest('hex'))

/** The row of `settings` that says that no plain hash of before is left. */
const SETTING = 'agreement_hashes'

/** Keys the plain hashes of before, once. */
export const keyPlainHashes = async ({ db, secret }: Pick<Ctx, 'db' | 'secret'>): Promise<void> => {
  const done = await db
    .selectFrom('settings')
    .where('name', '=', SETTING)
    .select('value')
    .executeTakeFirst()
  if (done) return
  await db.transaction().execute(async (trx) => {
    // of several processes that start together the others wait here
    await trx
      .insertInto('settings')
      .values({ name: SETTING, value: 'keyed' })
      .onConflict((oc) => oc.column('name').doUpdateSet({ value: 'keyed' }))
      .execute()
    // the column is encrypted: only what was read says whether a hash is plain
    const rows = await trx
      .selectFrom('agreements')
      .select(['subject_id', 'identity_id', 'revision', 'content_hash'])
      .execute()
    for (const row of rows)
      if (row.content_hash.length === PLAIN_LENGTH)
        await trx
          .updateTable('agreements')
          .set({ content_hash: keyed(secret, row.subject_id, row.content_hash) })
          .where('subject_id', '=', row.subject_id)
          .where('identity_id', '=', row.identity_id)
          .where('revision', '=', row.revision)
          .execute()
  })
}
