import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { writeAudit, type AuditActor } from '../../staff/service'

/** What the server does automatically is written to the audit log under this name. */
const SERVER: AuditActor = { userId: 'server', pseudonym: 'server' }

export const sha256 = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('hex')

/**
 * Evidence that has not expired: what has is read as if it were destroyed, which a daily job does
 * later.
 */
export const isUnexpired = (column: 'expires_at' | 'e.expires_at', now: number) =>
  sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} > ${now})`

/** The same for rows that are listed, destroyed or not: without their content. */
export const withoutExpired = <T extends Pick<Row<'evidence'>, 'expires_at' | 'payload'>>(
  rows: readonly T[],
  now: number,
): T[] => rows.map((row) => ((row.expires_at ?? Infinity) > now ? row : { ...row, payload: null }))

/**
 * Destroys expired evidence. The audit log keeps the SHA-256 of its content and of each photo, so that a
 * copy that an authority was given can still be compared. Returns how many were destroyed.
 */
export const destroyExpired = async (trx: Conn, now: number): Promise<number> => {
  const due = await trx
    .selectFrom('evidence')
    .where('expires_at', '<=', now)
    .where('payload', 'is not', null)
    .select(['id', 'case_id', 'payload'])
    // one that is being kept is left out
    .forUpdate()
    .execute()
  for (const { id, case_id: caseId, payload } of due) {
    const photos = await trx
      .selectFrom('evidence_photos')
      .where('evidence_id', '=', id)
      .select(['evidence_id', 'position', 'jpeg'])
      .orderBy('position')
      .execute()
    await trx.deleteFrom('photo_looks').where('evidence_id', '=', id).execute()
    await trx.deleteFrom('evidence_photos').where('evidence_id', '=', id).execute()
    await trx.updateTable('evidence').set({ payload: null }).where('id', '=', id).execute()
    await writeAudit(
      trx,
      SERVER,
      {
        act: 'evidence.destroyed',
        targetKind: 'evidence',
        targetId: id,
        detail: {
          caseId,
          sha256: sha256(payload ?? ''),
          ...(photos.length > 0
            ? { photos: photos.map((p) => sha256(Buffer.from(p.jpeg, 'base64'))) }
            : {}),
        },
      },
      now,
    )
  }
  return due.length
}
