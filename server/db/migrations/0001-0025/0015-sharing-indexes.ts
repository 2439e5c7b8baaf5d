import { CompiledQuery, type Kysely } from 'kysely'

/** Indexes for shares by owner, visits by account, links of an event, and handles of identities. */
const STATEMENTS = [
  `create index album_shares_owner on album_shares (account_id, with_account_id)`,
  `create index album_accesses_account on album_accesses (account_id)`,
  `create index join_links_event on join_links (event_id)`,
  `create index identities_handle on identities (handle_key)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
