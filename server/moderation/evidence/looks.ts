import { DAY_MS } from '#contract/limits'
import type { Ctx, StaffViewer } from '../../context'
import { markForStaff } from '../../media/service'
import { storeStaffMessage } from '../tell'
import { idsOrNone } from '../../db/dialect'

/**
 * Days after the decision when an owner is notified that staff looked: on the same day it would
 * tell who may have reported.
 */
export const TOLD_AFTER_DAYS = 14

/**
 * A frozen photo (base64) as this staff member gets it: a data URL with their mark and pseudonym.
 */
export const presentPhotoToStaff = async (
  ctx: Pick<Ctx, 'secret' | 'now'>,
  viewer: StaffViewer,
  photo: { readonly evidenceId: string; readonly position: number; readonly jpeg: string },
): Promise<string> => {
  const marked = await markForStaff(ctx.secret, {
    bytes: Buffer.from(photo.jpeg, 'base64'),
    evidenceId: photo.evidenceId,
    position: photo.position,
    userId: viewer.userId,
    pseudonym: viewer.pseudonym,
    at: ctx.now(),
  })
  return `data:image/jpeg;base64,${marked.toString('base64')}`
}

/**
 * Notifies owners that staff looked at photos of their private albums, some days after the case was
 * closed. Never while its evidence is kept for an authority.
 */
export const notifyOwnersOfLooks = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const after = await ctx.db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('evidence_photos as p')
      .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
      .innerJoin('cases as c', 'c.id', 'e.case_id')
      .where('p.looked_at', 'is not', null)
      .where('c.state', '=', 'decided')
      .where('c.closed_at', '<=', now - TOLD_AFTER_DAYS * DAY_MS)
      .where((eb) => eb.or([eb('c.kept_until', 'is', null), eb('c.kept_until', '<=', now)]))
      .select(['p.evidence_id', 'p.position', 'c.account_id'])
      .execute()
    for (const { evidence_id, position } of due)
      await trx
        .updateTable('evidence_photos')
        .set({ looked_at: null })
        .where('evidence_id', '=', evidence_id)
        .where('position', '=', position)
        .execute()
    const owners = await trx
      .selectFrom('accounts')
      .where('id', 'in', idsOrNone(due.map((d) => d.account_id ?? '')))
      .where('deleted_at', 'is', null)
      .select('id')
      .execute()
    return storeStaffMessage(
      ctx,
      trx,
      owners.map((o) => o.id),
      'looked',
      { byMail: false },
    )
  })
  await after()
}
