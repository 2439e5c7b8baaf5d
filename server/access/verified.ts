import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { DAY_MS } from '#contract/limits'
import type { Badge } from '#contract/profile/badge'
import { MEETINGS_NEEDED, VERIFIED_DAYS } from '#contract/verification'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Tables } from '../db/tables'
import { iso } from '../iso'
import { areRelations } from './accounts'
import { isAgreed } from './agreements'
import { countIndependent } from './inviters'

/** SQL, on `verifications as v`: a photo that was compared is still on the profile, for others too. */
const isOnProfile = sql<SqlBool>`exists (
  select 1 from verification_photos as vp where vp.account_id = v.account_id
    and ${isAgreed('vp.media_id')} and (
    exists (select 1 from profile_photos as pp where pp.account_id = v.account_id and pp.media_id = vp.media_id)
    or exists (select 1 from accounts as va where va.id = v.account_id and va.avatar_media_id = vp.media_id)
    or exists (select 1 from identities as vi where vi.account_id = v.account_id and vi.avatar_media_id = vp.media_id)))`

/**
 * The accounts among these whose verification holds, with its day (ms): not older than 24 months, a
 * compared photo still on the profile, the same persons. `hidden`: one that counts while suspended.
 */
export const verificationDates = async (
  db: Conn,
  ids: readonly string[],
  now: number,
  hidden = '',
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('verifications as v')
    .innerJoin('accounts as a', 'a.id', 'v.account_id')
    .where('v.account_id', 'in', [...ids])
    .where('v.verified_on', '>', now - VERIFIED_DAYS * DAY_MS)
    .where((eb) =>
      eb.or([
        eb('a.id', '=', hidden),
        eb.and([
          eb('a.deleted_at', 'is', null),
          eb.or([eb('a.suspended_until', 'is', null), eb('a.suspended_until', '<=', now)]),
        ]),
      ]),
    )
    .where(isOnProfile)
    .select(['v.account_id', 'v.verified_on', 'v.identities'])
    .execute()
  if (rows.length === 0) return new Map()
  const persons = await db
    .selectFrom('identities')
    .where(
      'account_id',
      'in',
      rows.map((r) => r.account_id),
    )
    .select(['account_id', 'id'])
    .execute()
  const isSame = (row: (typeof rows)[number]): boolean => {
    const present = persons.filter((p) => p.account_id === row.account_id).map((p) => p.id)
    return JSON.stringify(present.toSorted()) === row.identities
  }
  return new Map(rows.filter(isSame).map((r) => [r.account_id, r.verified_on]))
}

/** Only between relations: a member who ended the relation, or blocks, no longer vouches. */
const meetings = (db: Conn) =>
  db
    .selectFrom('meetings as m')
    .innerJoin('relations as r', (j) =>
      j
        .onRef('r.account_id', '=', 'm.account_id')
        .onRef('r.with_account_id', '=', 'm.with_account_id'),
    )

/**
 * By account, how many independent relations verified by photo say that they have met it (see
 * `countIndependent`); none: absent. `hidden` as above.
 */
export const meetingCounts = async (
  db: Conn,
  ids: readonly string[],
  now: number,
  hidden = '',
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map()
  const said = await meetings(db)
    .where('m.with_account_id', 'in', [...ids])
    .select(['m.account_id', 'm.with_account_id'])
    .execute()
  const sayers = await verificationDates(
    db,
    [...new Set(said.map((m) => m.account_id))],
    now,
    hidden,
  )
  const voices = new Map<string, string[]>()
  for (const { account_id: by, with_account_id: of } of said)
    if (sayers.has(by)) voices.set(of, [...(voices.get(of) ?? []), by])
  return countIndependent(db, voices)
}

/** How many verified members, independent of each other, say to have met the account. */
export const countMeetings = async (db: Conn, accountId: string, now: number): Promise<number> =>
  (await meetingCounts(db, [accountId], now)).get(accountId) ?? 0

/**
 * Relations that this account says it has met and whose profiles show such meetings, or would show
 * them if this account were not suspended.
 */
export const shownMetBy = async (db: Conn, accountId: string, now: number): Promise<string[]> => {
  const said = await meetings(db)
    .where('m.account_id', '=', accountId)
    .select('m.with_account_id as id')
    .execute()
  const met = await meetingCounts(
    db,
    said.map((m) => m.id),
    now,
    accountId,
  )
  return [...met].flatMap(([id, count]) => (count >= MEETINGS_NEEDED ? [id] : []))
}

/** Verified by photo, or met by two independent members who are. */
export const isVerified = async (db: Conn, accountId: string, now: number): Promise<boolean> =>
  (await verifiedAmong(db, [accountId], now)).has(accountId)

/** The same for many at once. */
export const verifiedAmong = async (
  db: Conn,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> => {
  const byPhoto = new Set((await verificationDates(db, ids, now)).keys())
  const others = ids.filter((id) => !byPhoto.has(id))
  const met = await meetingCounts(db, others, now)
  return new Set([...byPhoto, ...others.filter((id) => (met.get(id) ?? 0) >= MEETINGS_NEEDED)])
}

/** The verified among the creators of these events. */
export const verifiedCreators = async (
  db: Conn,
  events: SelectQueryBuilder<{ e: Tables['events'] }, 'e', unknown>,
  now: number,
): Promise<ReadonlySet<string>> => {
  const rows = await events.select('e.creator_account_id as id').distinct().execute()
  return verifiedAmong(
    db,
    rows.map((r) => r.id),
    now,
  )
}

/** Rows that belong to verified accounts, and to the viewer's own. */
export const keepVerified = async <T>(
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  rows: readonly T[],
  accountOf: (row: T) => string,
  now: number,
): Promise<T[]> => {
  const verified = await verifiedAmong(db, [...new Set(rows.map(accountOf))], now)
  return rows.filter((r) => accountOf(r) === viewer.accountId || verified.has(accountOf(r)))
}

/** Those of two relations who may say that they have met the other: verified by photo. */
export const meetingConfirmers = async (
  db: Conn,
  accountId: string,
  otherId: string,
  now: number,
): Promise<string[]> =>
  accountId !== otherId && (await areRelations(db, accountId, otherId))
    ? [...(await verificationDates(db, [accountId, otherId], now)).keys()]
    : []

/** What the viewer sees of a member's verification. */
export const badgeOf = async (
  db: Conn,
  accountId: string,
  otherId: string,
  now: number,
): Promise<Badge> => {
  const verifiedOn = (await verificationDates(db, [otherId], now)).get(otherId)
  const met = await countMeetings(db, otherId, now)
  const said = await db
    .selectFrom('meetings')
    .where('account_id', '=', accountId)
    .where('with_account_id', '=', otherId)
    .select('account_id')
    .executeTakeFirst()
  const sayers = await meetingConfirmers(db, accountId, otherId, now)
  return {
    verifiedOn: iso(verifiedOn ?? null),
    met: met >= MEETINGS_NEEDED ? met : 0,
    metByMe: said !== undefined,
    // not by whether the other has said it, which is disclosed to no one
    mayMeet: sayers.includes(otherId) || (sayers.length > 0 && said === undefined),
  }
}
