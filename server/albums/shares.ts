import { sql } from 'kysely'
import { ALBUM_ACCESS_MS, type AccessFor } from '#contract/albums/requests'
import type { listAlbumShares } from '#contract/albums/shares'
import { ALBUM_SHARES_SHOWN } from '#contract/limits'
import type { ParsedInput, Reply } from '#contract/route'
import { lockRelations } from '../access/accounts'
import { areSeparated, notSeparated, lockUnseparated } from '../access/blocks'
import { albumIsOpen, shareIsOpen } from '../access/predicates'
import { countOpenAlbumsOf, requireOwnAlbum } from '../access/albums'
import { requireUnrestricted } from '../access/sanctions'
import { mayShareWith } from '../access/sharing'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { notifySharingChange } from '../relations/service'
import { newId } from '../tokens'
import { remindedFor, withdrawReminder } from './reminders'

type Share = Reply<typeof listAlbumShares>['shares'][number]
interface GivenEnd {
  for?: AccessFor | undefined
  expires_at?: string | null | undefined
}
type Direction = 'incoming' | 'outgoing'

/** `account_id`: the other account, in either direction. */
const present = (row: Row<'album_shares'>, direction: Direction): Share => ({
  id: row.id,
  album_id: row.album_id,
  account_id: direction === 'outgoing' ? row.with_account_id : row.account_id,
  expires_at: iso(row.expires_at),
})

/** When a share ends; `for` counts from now, so that the clock of a device decides nothing. */
export const shareEnd = (given: GivenEnd, now: number): number | null => {
  if (given.for === undefined) return given.expires_at ? Date.parse(given.expires_at) : null
  const lasts = ALBUM_ACCESS_MS[given.for]
  return lasts === null ? null : now + lasts
}

/** Single-album shares; incoming ones only while they open an album. */
export const listShares = async (
  ctx: Ctx,
  viewer: Viewer,
  {
    type: direction,
    includeExpired,
    album_id,
    account_id,
  }: ParsedInput<typeof listAlbumShares>['query'],
): Promise<Share[]> => {
  const [column, other] =
    direction === 'outgoing'
      ? (['s.account_id', 's.with_account_id'] as const)
      : (['s.with_account_id', 's.account_id'] as const)
  const now = ctx.now()
  let query = ctx.db
    .selectFrom('album_shares as s')
    .innerJoin('albums as al', 'al.id', 's.album_id')
    .where(column, '=', viewer.accountId)
    .selectAll('s')
  if (direction === 'outgoing')
    query = query.where(notSeparated('s.with_account_id', viewer.accountId))
  if (!includeExpired) query = query.where(shareIsOpen(now))
  if (direction === 'incoming')
    query = query.where('al.is_public', '=', 0).where(albumIsOpen(viewer.accountId, now))
  if (album_id !== undefined) query = query.where('s.album_id', '=', album_id)
  if (account_id !== undefined) query = query.where(other, '=', account_id)
  const rows = await query
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(ALBUM_SHARES_SHOWN)
    .execute()
  return rows.reverse().map((row) => present(row, direction))
}

/** `notifySharingBoth`, unless they are apart: then the owner alone, as the other must not notice. */
export const notifyShareParties = async (
  ctx: Ctx,
  ownerId: string,
  otherId: string,
): Promise<void> => {
  notifySharingChange(ctx, ownerId, otherId)
  if (!(await areSeparated(ctx.db, ownerId, otherId))) notifySharingChange(ctx, otherId, ownerId)
}

/**
 * Opens an own album to a member, in the caller's transaction; a request for it is thereby
 * answered.
 */
export const grantAlbum = async (
  trx: Conn,
  viewer: Viewer,
  given: { album_id: string; account_id: string; expires_at: number | null; now: number },
): Promise<Row<'album_shares'>> => {
  const { album_id, account_id: withId, expires_at, now } = given
  const reminded_for = remindedFor(expires_at, now)
  const isOpen = await lockUnseparated(trx, viewer.accountId, withId)
  await lockRelations(trx, viewer.accountId, [withId])
  if (!isOpen || !(await mayShareWith(trx, viewer.accountId, withId))) fail('no_conversation')
  await trx
    .deleteFrom('album_requests')
    .where('album_id', '=', album_id)
    .where('with_account_id', '=', withId)
    .execute()
  return trx
    .insertInto('album_shares')
    .values({
      id: newId(),
      album_id,
      account_id: viewer.accountId,
      with_account_id: withId,
      expires_at,
      created_at: now,
      reminded_for,
    })
    .onConflict((c) =>
      c.columns(['album_id', 'with_account_id']).doUpdateSet({ expires_at, reminded_for }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Fails with `not_found` (another account's album), `no_conversation`, `restricted`. */
export const shareAlbum = async (
  ctx: Ctx,
  viewer: Viewer,
  body: { album_id: string; account_id: string } & GivenEnd,
): Promise<Share> => {
  await requireOwnAlbum(ctx.db, viewer, body.album_id)
  await requireUnrestricted(ctx.db, viewer, 'photos', ctx.now())
  const { album_id, account_id } = body
  const now = ctx.now()
  const expires_at = shareEnd(body, now)
  const before = await countOpenAlbumsOf(ctx.db, viewer.accountId, account_id, now)
  const row = await ctx.db
    .transaction()
    .execute((trx) => grantAlbum(trx, viewer, { album_id, account_id, expires_at, now }))
  await withdrawReminder(ctx, row)
  await notifyShareParties(ctx, viewer.accountId, account_id)
  ctx.bus.emit('albums.opened', { ownerId: viewer.accountId, readerId: account_id, before })
  return present(row, 'outgoing')
}
/**
 * A later end may open what had expired: the reader is notified as of a new share. Fails with
 * `not_found`, `restricted` (where it opens what had expired).
 */
export const changeShare = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  given: GivenEnd,
): Promise<Share> => {
  const own = await ctx.db
    .selectFrom('album_shares')
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .select(['with_account_id', 'expires_at'])
    .executeTakeFirst()
  if (!own) return fail('not_found')
  const now = ctx.now()
  const before = await countOpenAlbumsOf(ctx.db, viewer.accountId, own.with_account_id, now)
  const end = shareEnd(given, now)
  const isOver = own.expires_at !== null && own.expires_at <= now
  if (isOver && (end === null || end > now))
    await requireUnrestricted(ctx.db, viewer, 'photos', now)
  const row = await ctx.db
    .updateTable('album_shares')
    .set({ expires_at: end, reminded_for: remindedFor(end, now) })
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  await withdrawReminder(ctx, row)
  await notifyShareParties(ctx, viewer.accountId, row.with_account_id)
  ctx.bus.emit('albums.opened', {
    ownerId: viewer.accountId,
    readerId: row.with_account_id,
    before,
  })
  return present(row, 'outgoing')
}
export const endShare = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const row = await ctx.db
    .deleteFrom('album_shares')
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  await withdrawReminder(ctx, row)
  await notifyShareParties(ctx, viewer.accountId, row.with_account_id)
}

/** Lookback of `announceExpiredShares`, ms: it runs every minute, and a repeated hint does no harm. */
const RECENTLY_MS = 2 * 60_000

/**
 * Tells both sides of the shares that have just run out, so that open screens close. A hint: every
 * read checks the end itself, and pages know it in advance (`openUntil`).
 */
export const announceExpiredShares = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const rows = await ctx.db
    .selectFrom('album_shares as s')
    .where('s.expires_at', '>', now - RECENTLY_MS)
    .where('s.expires_at', '<=', now)
    .select(['s.account_id', 's.with_account_id'])
    .select(notSeparated('s.with_account_id', sql.ref('s.account_id')).as('is_open'))
    .execute()
  for (const r of rows) {
    notifySharingChange(ctx, r.account_id, r.with_account_id)
    if (r.is_open) notifySharingChange(ctx, r.with_account_id, r.account_id)
  }
}
