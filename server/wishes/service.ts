import { DAY_MS } from '#contract/limits'
import {
  WISH_DELAY_MS,
  WISH_HIGH,
  WISH_VERY_HIGH,
  WISHES,
  WISHES_CLOSED_DAYS,
  type saveWishes,
  type Wish,
  type WishRatings,
  type Wishes,
} from '#contract/wishes'
import type { Parsed } from '#contract/route'
import { areRelations, stayRelations, visibleMember } from '../access/accounts'
import type { Ctx, Viewer } from '../context'
import { lockPair, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { ownRatings } from '../profile/service'

/** A rating that counts, and the one that replaces it at `at`, ms. */
interface Rated {
  readonly value: number | null
  readonly next?: number | null
  readonly at?: number
}
type Stored = Readonly<Partial<Record<Wish, Rated>>>

const storedOf = (row: Pick<Row<'wishes'>, 'ratings'>): Stored => JSON.parse(row.ratings) as Stored

/** The rating that counts now. */
const counting = (rated: Rated | undefined, now: number): number | null => {
  if (!rated) return null
  return rated.at !== undefined && rated.at <= now ? (rated.next ?? null) : rated.value
}
/** The rating as its owner last set it. */
const latest = (rated: Rated): number | null =>
  rated.at === undefined ? rated.value : (rated.next ?? null)

/** A first rating counts at once, a changed one after the delay. */
const change = (before: Stored | null, wanted: WishRatings, now: number): Stored => {
  const after: Partial<Record<Wish, Rated>> = {}
  for (const key of WISHES) {
    const target = wanted[key] ?? null
    if (!before) after[key] = { value: target }
    else {
      const value = counting(before[key], now)
      const known = before[key]
      if (target === value) after[key] = { value }
      else if (known?.at !== undefined && known.at > now && known.next === target)
        after[key] = known
      else after[key] = { value, next: target, at: now + WISH_DELAY_MS }
    }
  }
  return after
}

const requireRelation = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<void> => {
  await visibleMember(ctx.db, viewer, otherId)
  if (!(await areRelations(ctx.db, viewer.accountId, otherId))) fail('not_found')
}

const ownRow = (db: Conn, identityId: string, otherId: string) =>
  db
    .selectFrom('wishes')
    .where('identity_id', '=', identityId)
    .where('with_account_id', '=', otherId)
    .selectAll()
    .executeTakeFirst()

/**
 * Wishes that both rate high. Identities of the other without one are left out: whether they have
 * opened theirs must not show.
 */
const commonWith = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
  mine: Stored,
): Promise<Wishes['common']> => {
  const now = ctx.now()
  const rows = await ctx.db
    .selectFrom('wishes as w')
    .innerJoin('identities as i', 'i.id', 'w.identity_id')
    .where('w.account_id', '=', otherId)
    .where('w.with_account_id', '=', viewer.accountId)
    .where('w.is_open', '=', 1)
    .select(['i.id', 'i.handle', 'w.ratings'])
    .orderBy('i.is_primary', 'desc')
    .execute()
  return rows
    .map((row) => {
      const theirs = storedOf(row)
      const least = (key: Wish): number =>
        Math.min(counting(mine[key], now) ?? 0, counting(theirs[key], now) ?? 0)
      return {
        identity_id: row.id,
        identity_handle: row.handle,
        wishes: WISHES.filter((key) => least(key) >= WISH_HIGH).map((key) => ({
          key,
          very: least(key) >= WISH_VERY_HIGH,
        })),
      }
    })
    .filter((one) => one.wishes.length > 0)
}

/** Fails with `not_found` when the two are no relation. */
export const read = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<Wishes> => {
  await requireRelation(ctx, viewer, otherId)
  const none = { identity_id: null, open: false, ratings: {}, pending: [], common: [] }
  const identityId = viewer.identityId
  if (identityId === null) return none
  const row = await ownRow(ctx.db, identityId, otherId)
  if (!row)
    return {
      ...none,
      identity_id: identityId,
      ratings: await ownRatings(ctx.db, viewer.accountId, identityId),
    }
  const stored = storedOf(row)
  const now = ctx.now()
  return {
    identity_id: identityId,
    open: row.is_open === 1,
    ratings: Object.fromEntries(
      WISHES.flatMap((key) => {
        const rated = stored[key]
        return rated ? [[key, latest(rated)]] : []
      }),
    ),
    pending: WISHES.filter((key) => (stored[key]?.at ?? 0) > now),
    common: row.is_open === 1 ? await commonWith(ctx, viewer, otherId, stored) : [],
  }
}

/** Fails with `not_found`, and with `foreign_identity` for both identities at once. */
export const write = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
  body: Parsed<typeof saveWishes>['body'],
): Promise<Wishes> => {
  await requireRelation(ctx, viewer, otherId)
  const identityId = viewer.identityId ?? fail('foreign_identity')
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    if ((await stayRelations(trx, viewer.accountId, [otherId])).length === 0) fail('not_found')
    await lockPair(trx, identityId, otherId, 'alone')
    const row = await ownRow(trx, identityId, otherId)
    const ratings = JSON.stringify(change(row ? storedOf(row) : null, body.ratings, now))
    const is_open = body.open ? 1 : 0
    await trx
      .insertInto('wishes')
      .values({
        identity_id: identityId,
        account_id: viewer.accountId,
        with_account_id: otherId,
        ratings,
        is_open,
        changed_at: now,
      })
      .onConflict((c) =>
        c
          .columns(['identity_id', 'with_account_id'])
          .doUpdateSet({ ratings, is_open, changed_at: now }),
      )
      .execute()
  })
  return read(ctx, viewer, otherId)
}

/** Deletes wishes that were closed some days ago; returns their number. */
export const tidyWishes = async (ctx: Ctx): Promise<number> => {
  const rows = await ctx.db
    .deleteFrom('wishes')
    .where('is_open', '=', 0)
    .where('changed_at', '<=', ctx.now() - WISHES_CLOSED_DAYS * DAY_MS)
    .returning('identity_id')
    .execute()
  return rows.length
}
