import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Ctx, StaffViewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { writeAudit } from '../../staff/service'
import { requireCase, type CaseRow } from '../queries'
import { isUnexpired, sha256, withoutExpired } from './destroy'
import { whoAllowedLook, needsSecondStaff } from './photos'

/** Frozen photos that this operator may take out; the others are named only. */
const photosFor = async (trx: Conn, viewer: StaffViewer, row: CaseRow, now: number) => {
  const rows = await trx
    .selectFrom('evidence_photos as p')
    .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
    .where('e.case_id', '=', row.id)
    // encrypted, and destroyed with the decision
    .where('e.kind', '!=', 'verification')
    .where(isUnexpired('e.expires_at', now))
    .select(['p.evidence_id', 'p.position', 'p.jpeg', 'p.guarded', 'e.kind', 'e.case_id'])
    .orderBy('p.evidence_id')
    .orderBy('p.position')
    .execute()
  const photos: { name: string; bytes: Buffer; isHeld: boolean }[] = []
  for (const p of rows)
    photos.push({
      name: `photos/${p.evidence_id}-${p.position}.jpg`,
      bytes: Buffer.from(p.jpeg, 'base64'),
      isHeld:
        (await needsSecondStaff(trx, viewer, p)) &&
        (await whoAllowedLook(trx, viewer, p.evidence_id, p.position, now)) === null,
    })
  return photos
}

/**
 * A case as a zip for an authority: case, reports, decisions and evidence as JSON, photos, and the
 * SHA-256 of each file. A photo that another staff member has to allow is represented by its hash
 * alone. Fails with `not_found`.
 */
export const exportCase = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
  reason: string,
): Promise<Readable> => {
  const now = ctx.now()
  const { data, photos } = await ctx.db.transaction().execute(async (trx) => {
    const row = await requireCase(trx, viewer, id)
    const evidence = await trx
      .selectFrom('evidence')
      .where('case_id', '=', id)
      .where('kind', '!=', 'verification')
      .selectAll()
      .execute()
    const data = {
      case: row,
      reports: await trx.selectFrom('reports').where('case_id', '=', id).selectAll().execute(),
      notices: await trx
        .selectFrom('notices')
        .where('case_id', '=', id)
        .select(['id', 'email', 'created_at'])
        .execute(),
      decisions: await trx.selectFrom('decisions').where('case_id', '=', id).selectAll().execute(),
      evidence: withoutExpired(evidence, now).map((e) => ({
        ...e,
        payload: e.payload === null ? null : (JSON.parse(e.payload) as unknown),
        // of the stored text: the audit log keeps it when the evidence is destroyed
        sha256: e.payload === null ? null : sha256(e.payload),
      })),
    }
    await writeAudit(
      trx,
      viewer,
      { act: 'case.exported', targetKind: 'case', targetId: id, detail: { reason } },
      now,
    )
    return { data, photos: await photosFor(trx, viewer, row, now) }
  })
  const zip = new ZipFile()
  const sums: string[] = []
  const add = (name: string, bytes: Buffer, compress: boolean): void => {
    zip.addBuffer(bytes, name, { compress })
    sums.push(`${sha256(bytes)}  ${name}`)
  }
  add('dossier.json', Buffer.from(JSON.stringify(data, null, 2)), true)
  for (const { name, bytes, isHeld } of photos)
    if (isHeld)
      sums.push(`${sha256(bytes)}  ${name} (retenue\u00a0: une autre personne doit l’accorder)`)
    else add(name, bytes, false)
  zip.addBuffer(Buffer.from(`${sums.join('\n')}\n`), 'SHA256.txt')
  zip.end()
  return zip.outputStream as Readable
}
