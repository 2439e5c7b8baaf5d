import { notSeparated } from '../access/blocks'
import type { Db } from '../db/client'
import { iso } from '../iso'
import { ratingsOf } from '../wishes/service'
import { archiveHandles } from './archive-values'

/** Ratings that the own identities gave; never those of the other. */
export const collectWishes = async (db: Db, me: string): Promise<Record<string, unknown>> => {
  const rows = await db
    .selectFrom('wishes as w')
    .innerJoin('identities as i', 'i.id', 'w.identity_id')
    .where('w.account_id', '=', me)
    .where(notSeparated('w.with_account_id', me))
    .select(['i.handle as identity', 'w.with_account_id', 'w.ratings', 'w.is_open'])
    .execute()
  const handleOf = await archiveHandles(
    db,
    me,
    rows.map((r) => r.with_account_id),
  )
  return {
    envies: rows.map((r) => ({
      identite: r.identity,
      pseudo: handleOf(r.with_account_id),
      ouvertes: r.is_open === 1,
      notes: ratingsOf(r),
    })),
  }
}

/** Zones and the relations excepted from them; never who lives in one. */
export const collectZones = async (db: Db, me: string): Promise<Record<string, unknown>> => {
  const zones = await db.selectFrom('zones').where('account_id', '=', me).selectAll().execute()
  const exceptions = await db
    .selectFrom('zone_exceptions')
    .where('account_id', '=', me)
    .select('with_account_id')
    .execute()
  const handleOf = await archiveHandles(
    db,
    me,
    exceptions.map((e) => e.with_account_id),
  )
  return {
    zones: {
      communes: zones.map((z) => ({
        commune: z.city,
        rayon_km: z.radius_km,
        depuis: iso(z.created_at),
      })),
      exceptions: exceptions.map((e) => handleOf(e.with_account_id)),
    },
  }
}
