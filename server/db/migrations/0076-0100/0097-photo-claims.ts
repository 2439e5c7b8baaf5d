import { CompiledQuery, type Kysely } from 'kysely'

/** Photos that a member says to be on; see `PhotoClaims`. */
const STATEMENTS = [
  `create table photo_claims (
    media_id text primary key,
    case_id text not null references cases(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    hash text,
    created_at bigint not null
  )`,
  `create index photo_claims_case on photo_claims (case_id)`,
  `create index photo_claims_account on photo_claims (account_id)`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of STATEMENTS) await db.executeQuery(CompiledQuery.raw(text))
}
