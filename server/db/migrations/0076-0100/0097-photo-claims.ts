import { CompiledQuery, type Kysely } from 'kysely'

/** Photos that a member says to be on; see `PhotoClaims`. They outlast their photos and their cases. */
const STATEMENTS = [
  `create table photo_claims (
    media_id text not null,
    case_id text not null,
    account_id text not null references accounts(id) on delete cascade,
    hash text,
    created_at bigint not null,
    primary key (media_id, case_id)
  )`,
  `create index photo_claims_case on photo_claims (case_id)`,
  `create index photo_claims_account on photo_claims (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
