import { CompiledQuery, type Kysely } from 'kysely'

/** Indexes for the plans of frequent queries. */
const STATEMENTS = [
  `create index accounts_avatar on accounts (avatar_media_id)`,
  `create index identities_avatar on identities (avatar_media_id)`,
  `create index conversations_avatar on conversations (avatar_media_id)`,
  `create index event_participants_offers on event_participants (status, offer_until, event_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
