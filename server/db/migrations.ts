import { Migrator, type Kysely } from 'kysely'
import * as m0001 from './migrations/0001-foundation'
import * as m0002 from './migrations/0002-discussions'
import * as m0003 from './migrations/0003-profiles'
import * as m0004 from './migrations/0004-events'
import * as m0005 from './migrations/0005-push'
import * as m0006 from './migrations/0006-privacy'
import * as m0007 from './migrations/0007-passkeys'
import type { Tables } from './tables'

/** In order; a migration that has landed is never edited. Names are what the database remembers. */
const MIGRATIONS = { '0001-foundation': m0001, '0002-discussions': m0002, '0003-profiles': m0003, '0004-events': m0004, '0005-push': m0005, '0006-privacy': m0006, '0007-passkeys': m0007 }

/** Brings the schema up to date; throws the first failure. Runs on both engines, under Kysely's own migration lock. */
export const migrate = async (db: Kysely<Tables>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
