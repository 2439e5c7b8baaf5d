import { createHash } from 'node:crypto'
import type { Ctx } from '../context'
import { sign } from '../tokens'

const BATCH = 500
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

/** Keys the plain hashes of before, at each start: a server of before may run beside this one. */
export const keyPlainHashes = async ({ db, secret }: Pick<Ctx, 'db' | 'secret'>): Promise<void> => {
  for (;;) {
    const rows = await db
      .selectFrom('agreements')
      .where((eb) => eb(eb.fn<number>('length', ['content_hash']), '=', PLAIN_LENGTH))
      .select(['subject_id', 'identity_id', 'revision', 'content_hash'])
      .limit(BATCH)
      .execute()
    for (const row of rows)
      await db
        .updateTable('agreements')
        .set({ content_hash: keyed(secret, row.subject_id, row.content_hash) })
        .where('subject_id', '=', row.subject_id)
        .where('identity_id', '=', row.identity_id)
        .where('revision', '=', row.revision)
        // another process that starts now may have keyed it
        .where('content_hash', '=', row.content_hash)
        .execute()
    if (rows.length < BATCH) return
  }
}
