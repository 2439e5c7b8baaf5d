import { CompiledQuery, type Kysely } from 'kysely'

/** News of an offered place lasted for ever: they end with the 24 hours of the offer. */
export const OFFERS = `update news set ends_at = created_at + 86400000
  where news_type = 'waitlist_offer' and ends_at is null`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw(OFFERS))
}
