import type { Db } from '../db/client'

/** Zones and the relations excepted from them; never who lives in one. */
export const collectZones = async (db: Db, me: string): Promise<Record<string, unknown>> => {
  const zones = await db.selectFrom('zones').where('account_id', '=', me).selectAll().execute()
  const exceptions = await db
    .selectFrom('zone_exceptions as x')
    .innerJoin('accounts as a', 'a.id', 'x.with_account_id')
    .where('x.account_id', '=', me)
    .select('a.handle')
    .execute()
  return {
    zones: {
      communes: zones.map((z) => ({
        commune: z.city,
        rayon_km: z.radius_km,
        depuis: new Date(z.created_at).toISOString(),
      })),
      exceptions: exceptions.map((e) => e.handle),
    },
  }
}
