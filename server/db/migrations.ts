import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import * as m0001 from './migrations/0001-0025/0001-foundation'
import * as m0002 from './migrations/0001-0025/0002-discussions'
import * as m0003 from './migrations/0001-0025/0003-profiles'
import * as m0004 from './migrations/0001-0025/0004-events'
import * as m0005 from './migrations/0001-0025/0005-push'
import * as m0006 from './migrations/0001-0025/0006-privacy'
import * as m0007 from './migrations/0001-0025/0007-passkeys'
import * as m0008 from './migrations/0001-0025/0008-work'
import * as m0009 from './migrations/0001-0025/0009-indexes'
import * as m0010 from './migrations/0001-0025/0010-new-address'
import * as m0011 from './migrations/0001-0025/0011-own-word'
import * as m0012 from './migrations/0001-0025/0012-photoless'
import * as m0013 from './migrations/0001-0025/0013-changed'
import * as m0014 from './migrations/0001-0025/0014-event-codes'
import * as m0015 from './migrations/0001-0025/0015-sharing-indexes'
import * as m0016 from './migrations/0001-0025/0016-edited-messages'
import * as m0017 from './migrations/0001-0025/0017-lists'
import * as m0018 from './migrations/0001-0025/0018-moderation'
import * as m0019 from './migrations/0001-0025/0019-lists-order'
import * as m0020 from './migrations/0001-0025/0020-partner'
import * as m0021 from './migrations/0001-0025/0021-signals'
import * as m0022 from './migrations/0001-0025/0022-album-requests'
import * as m0023 from './migrations/0001-0025/0023-community'
import * as m0024 from './migrations/0001-0025/0024-unused-accounts'
import * as m0025 from './migrations/0001-0025/0025-verification'
import * as m0032 from './migrations/0026-0050/0032-zones'
import * as m0033 from './migrations/0026-0050/0033-wishes'
import * as m0037 from './migrations/0026-0050/0037-case-work'
import * as m0038 from './migrations/0026-0050/0038-case-work-indexes'
import * as m0040 from './migrations/0026-0050/0040-event-balance'
import * as m0041 from './migrations/0026-0050/0041-reminders-rides'
import * as m0042 from './migrations/0026-0050/0042-ending-address'
import * as m0043 from './migrations/0026-0050/0043-event-ends'
import * as m0051 from './migrations/0051-0075/0051-agreements'
import * as m0056 from './migrations/0051-0075/0056-held'
import * as m0057 from './migrations/0051-0075/0057-photo-marks'
import * as m0059 from './migrations/0051-0075/0059-brief-photos'
import * as m0062 from './migrations/0051-0075/0062-reconsidered'
import * as m0063 from './migrations/0051-0075/0063-left-out'
import * as m0064 from './migrations/0051-0075/0064-after'
import * as m0065 from './migrations/0051-0075/0065-talk-end'
import * as m0066 from './migrations/0051-0075/0066-search-pages'
import * as m0067 from './migrations/0051-0075/0067-looked-at'
import * as m0068 from './migrations/0051-0075/0068-one-identity'
import * as m0069 from './migrations/0051-0075/0069-case-rank'
import * as m0070 from './migrations/0051-0075/0070-address-point'
import * as m0071 from './migrations/0051-0075/0071-forgotten-code'
import * as m0072 from './migrations/0051-0075/0072-profiles'
import * as m0073 from './migrations/0051-0075/0073-file-names'
import * as m0074 from './migrations/0051-0075/0074-parting'
import * as m0075 from './migrations/0051-0075/0075-account-keys'
import * as m0076 from './migrations/0076-0100/0076-named-by-mistake'
import * as m0078 from './migrations/0076-0100/0078-identity-passkeys'
import * as m0080 from './migrations/0076-0100/0080-answers-by-code'
import * as m0081 from './migrations/0076-0100/0081-audiences'
import * as m0082 from './migrations/0076-0100/0082-ride-kinds'
import * as m0083 from './migrations/0076-0100/0083-share-reminders'
import * as m0084 from './migrations/0076-0100/0084-verified-only'
import * as m0085 from './migrations/0076-0100/0085-holds-answered'
import * as m0086 from './migrations/0076-0100/0086-case-tags'
import * as m0089 from './migrations/0076-0100/0089-desk-session'
import * as m0090 from './migrations/0076-0100/0090-staff-links'
import * as m0091 from './migrations/0076-0100/0091-holds'
import * as m0092 from './migrations/0076-0100/0092-emergency'
import * as m0093 from './migrations/0076-0100/0093-contested-refusal'
import * as m0095 from './migrations/0076-0100/0095-met-codes'
import * as m0096 from './migrations/0076-0100/0096-case-outcome'
import * as m0097 from './migrations/0076-0100/0097-photo-claims'
import * as m0098 from './migrations/0076-0100/0098-who-said-yes'
import * as m0100 from './migrations/0076-0100/0100-reconfirm'
import * as m0101 from './migrations/0101-0125/0101-impressions'
import * as m0103 from './migrations/0101-0125/0103-left-at'
import * as m0107 from './migrations/0101-0125/0107-who-proposed'
import * as m0108 from './migrations/0101-0125/0108-titles-of-deleted-events'
import * as m0110 from './migrations/0101-0125/0110-given-back'
import * as m0111 from './migrations/0101-0125/0111-titles-without-author'
import * as m0112 from './migrations/0101-0125/0112-offers-end'
import * as m0113 from './migrations/0101-0125/0113-links-to-follow'
import * as m0114 from './migrations/0101-0125/0114-held-photos'
import * as m0115 from './migrations/0101-0125/0115-conversations-created'
import * as m0116 from './migrations/0101-0125/0116-system-messages-about'
import * as m0117 from './migrations/0101-0125/0117-same-texts'
import * as m0118 from './migrations/0101-0125/0118-refused-participants'
import type { Tables } from './tables'

/** In order; a released migration is never edited. The database stores these names; folders hold 25 each. */
const MIGRATIONS = {
  '0001-foundation': m0001,
  '0002-discussions': m0002,
  '0003-profiles': m0003,
  '0004-events': m0004,
  '0005-push': m0005,
  '0006-privacy': m0006,
  '0007-passkeys': m0007,
  '0008-work': m0008,
  '0009-indexes': m0009,
  '0010-new-address': m0010,
  '0011-own-word': m0011,
  '0012-photoless': m0012,
  '0013-changed': m0013,
  '0014-event-codes': m0014,
  '0015-sharing-indexes': m0015,
  '0016-edited-messages': m0016,
  '0017-lists': m0017,
  '0018-moderation': m0018,
  '0019-lists-order': m0019,
  '0020-partner': m0020,
  '0021-signals': m0021,
  '0022-album-requests': m0022,
  '0023-community': m0023,
  '0024-unused-accounts': m0024,
  '0025-verification': m0025,
  '0032-zones': m0032,
  '0033-wishes': m0033,
  '0037-case-work': m0037,
  '0038-case-work-indexes': m0038,
  '0040-event-balance': m0040,
  '0041-reminders-rides': m0041,
  '0042-ending-address': m0042,
  '0043-event-ends': m0043,
  '0051-agreements': m0051,
  '0056-held': m0056,
  '0057-photo-marks': m0057,
  '0059-brief-photos': m0059,
  '0062-reconsidered': m0062,
  '0063-left-out': m0063,
  '0064-after': m0064,
  '0065-talk-end': m0065,
  '0066-search-pages': m0066,
  '0067-looked-at': m0067,
  '0068-one-identity': m0068,
  '0069-case-rank': m0069,
  '0070-address-point': m0070,
  '0071-forgotten-code': m0071,
  '0072-profiles': m0072,
  '0073-file-names': m0073,
  '0074-parting': m0074,
  '0075-account-keys': m0075,
  '0076-named-by-mistake': m0076,
  '0078-identity-passkeys': m0078,
  '0080-answers-by-code': m0080,
  '0081-audiences': m0081,
  '0082-ride-kinds': m0082,
  '0083-share-reminders': m0083,
  '0084-verified-only': m0084,
  '0085-holds-answered': m0085,
  '0086-case-tags': m0086,
  '0089-desk-session': m0089,
  '0090-staff-links': m0090,
  '0091-holds': m0091,
  '0092-emergency': m0092,
  '0093-contested-refusal': m0093,
  '0095-met-codes': m0095,
  '0096-case-outcome': m0096,
  '0097-photo-claims': m0097,
  '0098-who-said-yes': m0098,
  '0100-reconfirm': m0100,
  '0101-impressions': m0101,
  '0103-left-at': m0103,
  '0107-who-proposed': m0107,
  '0108-titles-of-deleted-events': m0108,
  '0110-given-back': m0110,
  '0111-titles-without-author': m0111,
  '0112-offers-end': m0112,
  '0113-links-to-follow': m0113,
  '0114-held-photos': m0114,
  '0115-conversations-created': m0115,
  '0116-system-messages-about': m0116,
  '0117-same-texts': m0117,
  '0118-refused-participants': m0118,
}

/** The database is new. */
const isMissingTable = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '42P01' ||
  /no such table/.test(String((error as { message?: unknown } | null)?.message))

/** Placeholder for a migration of a newer server. */
const UNKNOWN: Migration = { up: () => Promise.resolve() }

/**
 * Brings the schema up to date; throws the first failure. Runs on both engines, under Kysely's
 * migration lock: of several servers that start together one migrates. A database migrated by a
 * newer server is used as it is: migrations only add, so that old and new servers run side by side
 * during a deployment.
 */
export const migrate = async (db: Kysely<Tables>): Promise<void> => {
  const known: Record<string, Migration> = MIGRATIONS
  // before the migrator takes the connection: the embedded engine has only one
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
    (r) => r.rows,
    // any other failure would make a newer server's migrations look like missing ones
    (error: unknown) => (isMissingTable(error) ? [] : Promise.reject(error)),
  )
  const all = {
    ...Object.fromEntries(applied.filter((m) => !(m.name in known)).map((m) => [m.name, UNKNOWN])),
    ...known,
  }
  const migrator = new Migrator({
    db,
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve(all) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
