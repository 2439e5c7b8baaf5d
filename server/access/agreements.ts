import { sql, type SqlBool } from 'kysely'
import type { Voice } from '#contract/agreements'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'

/**
 * SQL, on a column with a media id: others may see the photo. All its subjects agree; it is not a
 * photo of both persons while one of them asks to leave the account; and no member of another
 * account claims to be on it.
 */
export const isAgreed = (mediaId: `${string}.${string}`) =>
  sql<SqlBool>`(not exists (select 1 from media_subjects as sub
    where sub.media_id = ${sql.ref(mediaId)} and sub.state <> 'yes')
    and not exists (select 1 from photo_claims as claim where claim.media_id = ${sql.ref(mediaId)})
    and not exists (select 1 from media_subjects as one
      inner join media_subjects as two
        on two.media_id = one.media_id and two.identity_id > one.identity_id
      inner join partings as pt on pt.account_id = one.account_id and pt.state = 'asked'
      where one.media_id = ${sql.ref(mediaId)}))`

/** Photos of both persons, in accounts that one of the two has asked to leave. */
const partingPhotos = (db: Conn) =>
  db
    .selectFrom('media_subjects as one')
    .innerJoin('media_subjects as two', (j) =>
      j.onRef('two.media_id', '=', 'one.media_id').onRef('two.identity_id', '>', 'one.identity_id'),
    )
    .innerJoin('partings as pt', (j) =>
      j.onRef('pt.account_id', '=', 'one.account_id').on('pt.state', '=', 'asked'),
    )
    .select('one.media_id')

/** Photos of both that the request to leave this account hides; not those that wait in any case. */
export const photosClosedByParting = async (
  db: Conn,
  accountId: string,
): Promise<readonly string[]> =>
  (
    await partingPhotos(db)
      .where('one.account_id', '=', accountId)
      .where('one.state', '=', 'yes')
      .where('two.state', '=', 'yes')
      .execute()
  ).map((r) => r.media_id)

/** Hashes of the photos of both that the request to leave this account closes. */
export const hashesClosedByParting = async (
  db: Conn,
  accountId: string,
): Promise<readonly string[]> =>
  (
    await partingPhotos(db)
      .innerJoin('media as m', 'm.id', 'one.media_id')
      .where('one.account_id', '=', accountId)
      .where('m.hash', 'is not', null)
      .select('m.hash')
      .execute()
  ).flatMap((r) => r.hash ?? [])

/** Photos among these that a member of another account says to be on. */
export const claimedPhotos = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('photo_claims')
        .where('media_id', 'in', [...ids])
        .select('media_id')
        .execute()
    ).map((r) => r.media_id),
  )

/** Photos among these that others may not see: the rule of `isAgreed`. */
export const mediaAwaitingAgreement = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('media_subjects')
    .where('media_id', 'in', [...ids])
    .where('state', '!=', 'yes')
    .select('media_id')
    .unionAll(partingPhotos(db).where('one.media_id', 'in', [...ids]))
    .unionAll(
      db
        .selectFrom('photo_claims')
        .where('media_id', 'in', [...ids])
        .select('media_id'),
    )
    .execute()
  return new Set(rows.map((r) => r.media_id))
}

/**
 * Locks photos until the transaction ends: what shows, moves or deletes them, and a withdrawn
 * agreement, wait for each other.
 */
export const lockPhotos = async (trx: Conn, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await trx
      .selectFrom('media')
      .where('id', 'in', [...ids])
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
}

/**
 * Subjects of these photos that have not agreed; in the transaction that shows them. Fails with
 * `parting_open` for a photo of both that a request to leave closes, and with `photo_claimed`.
 */
export const missingAgreements = async (trx: Conn, ids: readonly string[]) => {
  if (ids.length === 0) return []
  await lockPhotos(trx, ids)
  if (
    await partingPhotos(trx)
      .where('one.media_id', 'in', [...ids])
      .executeTakeFirst()
  )
    fail('parting_open')
  if ((await claimedPhotos(trx, ids)).size > 0) fail('photo_claimed')
  return trx
    .selectFrom('media_subjects as s')
    .innerJoin('identities as i', 'i.id', 's.identity_id')
    .where('s.media_id', 'in', [...ids])
    .where('s.state', '!=', 'yes')
    .select(['s.identity_id', 's.state', 'i.handle'])
    .execute()
}

/**
 * Fails with `photo_waiting` when a subject of these photos has not agreed; in the transaction that
 * shows them.
 */
export const requireAgreed = async (trx: Conn, ids: readonly string[]): Promise<void> => {
  const handles = new Set((await missingAgreements(trx, ids)).map((s) => s.handle))
  if (handles.size === 0) return
  const [handle] = handles
  fail(
    'photo_waiting',
    undefined,
    undefined,
    handles.size === 1 ? `${handle} doit d’abord donner son accord` : undefined,
  )
}

/** Whether a person has a code or a passkey. */
export const hasCodeOrPasskey = async (db: Conn, identityId: string): Promise<boolean> =>
  (await db
    .selectFrom('identity_codes')
    .where('identity_id', '=', identityId)
    .select('identity_id')
    .unionAll(
      db
        .selectFrom('identity_passkeys')
        .where('identity_id', '=', identityId)
        .select('identity_id'),
    )
    .executeTakeFirst()) !== undefined

/**
 * How the viewer may speak for a person of its account: by the person's own login, else with their
 * code or passkey, else without any proof if the person has no login.
 */
export const voiceOfIdentity = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId' | 'userId'>,
  identityId: string,
): Promise<Voice> => {
  const owners = await db
    .selectFrom('users')
    .where('account_id', '=', viewer.accountId)
    .where('identity_id', '=', identityId)
    .select('id')
    .execute()
  if (owners.some((u) => u.id === viewer.userId)) return 'own'
  if (await hasCodeOrPasskey(db, identityId)) return 'code'
  return owners.length > 0 ? 'none' : 'weak'
}

/**
 * Whether an act of the viewer (adding a photo of this person, changing a text, answering) counts
 * as the person’s agreement; null: the person must agree separately. In both mode only the owner of
 * the login agrees.
 */
export const immediateAgreement = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId' | 'userId' | 'identityId'>,
  identityId: string,
): Promise<'strong' | 'weak' | null> => {
  const voice = await voiceOfIdentity(db, viewer, identityId)
  if (viewer.identityId !== null && viewer.identityId !== identityId) return null
  if (voice === 'own') return 'strong'
  return voice === 'weak' && viewer.identityId === identityId ? 'weak' : null
}
