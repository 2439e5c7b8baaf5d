import { DAY_MS } from '#contract/limits'
import type { Evidence } from '#contract/staff/evidence'
import type { Ctx, StaffViewer } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { writeAudit } from '../../staff/service'
import { openProof } from '../../verification/service'
import { otherHandlers } from '../conflict'
import { isUnexpired } from './destroy'
import { presentPhotoToStaff } from './looks'
import { FORMER_STAFF } from '../present'
import { pseudonymsOf, requireCase } from '../queries'

/** A look that was allowed may be repeated for this long. */
const ALLOWED_MS = DAY_MS

/** Cases in which a report or a notice speaks of a minor. */
const aboutMinors = async (db: Conn, caseIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const reports = await db
    .selectFrom('reports')
    .where('case_id', 'in', [...caseIds])
    .where('reason', '=', 'minor')
    .select('case_id')
    .execute()
  const notices = await db
    .selectFrom('evidence')
    .where('case_id', 'in', [...caseIds])
    .where('kind', '=', 'notice')
    .select(['case_id', 'payload'])
    .execute()
  const ofMinors = notices.filter(({ payload }) => payload?.includes('"reason":"minor"'))
  return new Set([...reports, ...ofMinors].flatMap((r) => r.case_id ?? []))
}

const isAllowed = (look: Row<'photo_looks'>, now: number): boolean =>
  look.allowed_at !== null && look.allowed_at > now - ALLOWED_MS

/** The photos of frozen content, blurred; never the photos themselves: each look is logged. */
export const presentEvidencePhotos = async (
  ctx: Pick<Ctx, 'now'>,
  db: Conn,
  viewer: StaffViewer,
  rows: readonly Pick<Row<'evidence'>, 'id' | 'case_id' | 'kind'>[],
): Promise<ReadonlyMap<string, Evidence['photos']>> => {
  const ids = rows.map((r) => r.id)
  const photos = await db
    .selectFrom('evidence_photos')
    .where('evidence_id', 'in', ids)
    .select(['evidence_id', 'position', 'blurred', 'guarded'])
    .orderBy('position')
    .execute()
  const looks = await db
    .selectFrom('photo_looks')
    .where('evidence_id', 'in', ids)
    .selectAll()
    .orderBy('asked_at')
    .execute()
  const minors = await aboutMinors(
    db,
    rows.map((r) => r.case_id),
  )
  const names = await pseudonymsOf(
    db,
    looks.map((l) => l.user_id),
  )
  const now = ctx.now()
  // where no other staff member may handle the case, the reason is enough
  const alone = new Set<string>()
  for (const caseId of new Set(rows.map((r) => r.case_id)))
    if ((await otherHandlers(db, viewer, caseId)).length === 0) alone.add(caseId)
  const shown = new Map<string, Evidence['photos']>()
  for (const { id, case_id, kind } of rows) {
    const isGuarded = kind !== 'verification' && minors.has(case_id)
    const own = photos.filter((p) => p.evidence_id === id)
    shown.set(
      id,
      own.map((p) => {
        const requests = looks.filter((l) => l.evidence_id === id && l.position === p.position)
        return {
          position: p.position,
          blurred: `data:image/jpeg;base64,${p.blurred}`,
          guarded: !alone.has(case_id) && (isGuarded || p.guarded === 1),
          asked: requests
            .filter((l) => l.allowed_at === null)
            .map((l) => ({
              by: names.get(l.user_id) ?? FORMER_STAFF,
              mine: l.user_id === viewer.userId,
              reason: l.reason,
            })),
          allowed: requests.some((l) => l.user_id === viewer.userId && isAllowed(l, now)),
        }
      }),
    )
  }
  return shown
}

const requirePhoto = async (
  trx: Conn,
  viewer: StaffViewer,
  evidenceId: string,
  position: number,
  now: number,
) => {
  const photo =
    (await trx
      .selectFrom('evidence_photos as p')
      .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
      .where('p.evidence_id', '=', evidenceId)
      .where('p.position', '=', position)
      .where(isUnexpired('e.expires_at', now))
      .select(['p.jpeg', 'p.guarded', 'e.case_id', 'e.kind'])
      .executeTakeFirst()) ?? fail('not_found')
  await requireCase(trx, viewer, photo.case_id)
  return photo
}

/** Who allowed the viewer to look at the photo; null: nobody did, or too long ago. */
export const whoAllowedLook = async (
  trx: Conn,
  viewer: StaffViewer,
  evidenceId: string,
  position: number,
  now: number,
): Promise<string | null> => {
  const look = await trx
    .selectFrom('photo_looks')
    .where('evidence_id', '=', evidenceId)
    .where('position', '=', position)
    .where('user_id', '=', viewer.userId)
    .selectAll()
    .executeTakeFirst()
  return look && isAllowed(look, now) ? look.allowed_by : null
}

/** Whether another staff member has to allow the look; false where no other one may handle the case. */
export const needsSecondStaff = async (
  trx: Conn,
  viewer: StaffViewer,
  photo: { readonly kind: string; readonly guarded: number; readonly case_id: string },
): Promise<boolean> =>
  (photo.guarded === 1 ||
    (photo.kind !== 'verification' &&
      (await aboutMinors(trx, [photo.case_id])).has(photo.case_id))) &&
  (await otherHandlers(trx, viewer, photo.case_id)).length > 0

/** Open desks read the case again. */
const bumpVersion = (trx: Conn, caseId: string) =>
  trx
    .updateTable('cases')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', caseId)
    .execute()

/**
 * One frozen photo, marked for the staff member who views it; the reason is logged before it
 * leaves. Null: another staff member has to allow it first; the request is stored.
 */
export const openFrozenPhoto = async (
  ctx: Ctx,
  viewer: StaffViewer,
  evidenceId: string,
  position: number,
  reason: string,
): Promise<string | null> => {
  const now = ctx.now()
  const opened = await ctx.db.transaction().execute(async (trx) => {
    const photo = await requirePhoto(trx, viewer, evidenceId, position, now)
    const allowedBy = await whoAllowedLook(trx, viewer, evidenceId, position, now)
    const mustAsk = allowedBy === null && (await needsSecondStaff(trx, viewer, photo))
    const jpeg =
      photo.kind === 'verification' ? await openProof(trx, evidenceId, photo.jpeg) : photo.jpeg
    if (jpeg === null) return fail('not_found')
    if (mustAsk) {
      const look = { reason, asked_at: now, allowed_by: null, allowed_at: null }
      await trx
        .insertInto('photo_looks')
        .values({ evidence_id: evidenceId, position, user_id: viewer.userId, ...look })
        .onConflict((c) => c.columns(['evidence_id', 'position', 'user_id']).doUpdateSet(look))
        .execute()
      await bumpVersion(trx, photo.case_id)
    }
    await writeAudit(
      trx,
      viewer,
      {
        act: mustAsk ? 'evidence.photo_asked' : 'evidence.photo_opened',
        targetKind: 'evidence',
        targetId: evidenceId,
        detail: {
          position,
          reason,
          caseId: photo.case_id,
          ...(allowedBy ? { second: allowedBy } : {}),
        },
      },
      now,
    )
    if (!mustAsk && photo.guarded === 1)
      await trx
        .updateTable('evidence_photos')
        .set({ looked_at: now })
        .where('evidence_id', '=', evidenceId)
        .where('position', '=', position)
        .execute()
    return { caseId: photo.case_id, jpeg: mustAsk ? null : jpeg }
  })
  if (opened.jpeg !== null)
    return presentPhotoToStaff(ctx, viewer, { evidenceId, position, jpeg: opened.jpeg })
  ctx.bus.emit('case.changed', { caseId: opened.caseId })
  return null
}

/** Allows the requests of others to look at a photo. Fails with `not_found`, `conflict`. */
export const allowFrozenPhoto = async (
  ctx: Ctx,
  viewer: StaffViewer,
  evidenceId: string,
  position: number,
): Promise<void> => {
  const now = ctx.now()
  const caseId = await ctx.db.transaction().execute(async (trx) => {
    const photo = await requirePhoto(trx, viewer, evidenceId, position, now)
    const allowed = await trx
      .updateTable('photo_looks')
      .set({ allowed_by: viewer.userId, allowed_at: now })
      .where('evidence_id', '=', evidenceId)
      .where('position', '=', position)
      .where('user_id', '!=', viewer.userId)
      .where('allowed_at', 'is', null)
      .returning('user_id')
      .execute()
    if (allowed.length === 0) fail('conflict')
    await bumpVersion(trx, photo.case_id)
    await writeAudit(
      trx,
      viewer,
      {
        act: 'evidence.photo_allowed',
        targetKind: 'evidence',
        targetId: evidenceId,
        detail: { position, to: allowed.map((a) => a.user_id), caseId: photo.case_id },
      },
      now,
    )
    return photo.case_id
  })
  ctx.bus.emit('case.changed', { caseId })
}
