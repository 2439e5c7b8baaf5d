import {
  WISH_DELAY_MS,
  WISH_HIGH,
  WISH_VERY_HIGH,
  WISHES,
  type saveWishes,
  type Wish,
  type WishRatings,
  type Wishes,
} from '#contract/wishes'
import type { ParsedInput } from '#contract/route'
import { areRelations, lockRelations, requireVisibleMember } from '../access/accounts'
import type { Ctx, Viewer } from '../context'
import { flag, lockPair, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { ownRatings } from '../profile/service'

/**
 * `value` counts for the other until `at` (ms), then `next` does if the wishes are open, and nothing
 * if they are closed. Without `at`, `value` is all there is.
 */
interface Rated {
  readonly value: number | null
  readonly next?: number | null
  readonly at?: number
}
type Stored = Readonly<Partial<Record<Wish, Rated>>>
interface Side {
  readonly isOpen: boolean
  readonly stored: Stored
}

const sideOf = (row: Pick<Row<'wishes'>, 'ratings' | 'is_open'> | undefined): Side => ({
  isOpen: row?.is_open === 1,
  stored: row ? (JSON.parse(row.ratings) as Stored) : {},
})

/** The rating as its owner last set it. */
const latest = (rated: Rated): number | null =>
  rated.at === undefined ? rated.value : (rated.next ?? null)
/** The rating that counts now; null: none does. */
const counting = ({ isOpen, stored }: Side, key: Wish, now: number): number | null => {
  const rated = stored[key]
  if (!rated) return null
  if (rated.at !== undefined && rated.at > now) return rated.value
  return isOpen ? latest(rated) : null
}

/**
 * What is opened counts after the delay, like what is changed: no member learns the ratings of the
 * other by rating everything high for a moment.
 */
const opened = (before: Side, wanted: WishRatings, now: number): Stored => {
  const after: Partial<Record<Wish, Rated>> = {}
  for (const key of WISHES) {
    const next = wanted[key] ?? null
    const value = counting(before, key, now)
    const known = before.isOpen ? before.stored[key] : undefined
    if (next === value) after[key] = { value }
    else if (known?.at !== undefined && known.at > now && known.next === next) after[key] = known
    else after[key] = { value, next, at: now + WISH_DELAY_MS }
  }
  return after
}
/** A mutual wish that is closed stays readable for the delay; no other becomes mutual. */
const closed = (
  before: Side,
  wanted: WishRatings,
  mutual: ReadonlySet<Wish>,
  now: number,
): Stored => {
  const after: Partial<Record<Wish, Rated>> = {}
  for (const key of WISHES) {
    const next = wanted[key] ?? null
    const until = before.isOpen ? now + WISH_DELAY_MS : (before.stored[key]?.at ?? now)
    after[key] = mutual.has(key)
      ? { value: counting(before, key, now), next, at: until }
      : { value: null, next, at: now }
  }
  return after
}

const requireRelation = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<void> => {
  await requireVisibleMember(ctx.db, viewer, otherId)
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
  db: Conn,
  accountId: string,
  otherId: string,
  mine: Side,
  now: number,
): Promise<Wishes['common']> => {
  const rows = await db
    .selectFrom('wishes as w')
    .innerJoin('identities as i', 'i.id', 'w.identity_id')
    .where('w.account_id', '=', otherId)
    .where('w.with_account_id', '=', accountId)
    .select(['i.id', 'i.handle', 'w.ratings', 'w.is_open'])
    .orderBy('i.is_primary', 'desc')
    .execute()
  return rows
    .map((row) => {
      const theirs = sideOf(row)
      const least = (key: Wish): number =>
        Math.min(counting(mine, key, now) ?? 0, counting(theirs, key, now) ?? 0)
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

/** The ratings as their owner last set them. */
export const ratingsOf = (row: Pick<Row<'wishes'>, 'ratings' | 'is_open'>): WishRatings => {
  const { stored } = sideOf(row)
  return Object.fromEntries(
    WISHES.flatMap((key) => {
      const rated = stored[key]
      return rated ? [[key, latest(rated)]] : []
    }),
  )
}

/** Fails with `not_found` when the two are no relation. */
export const readWishes = async (ctx: Ctx, viewer: Viewer, otherId: string): Promise<Wishes> => {
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
  const now = ctx.now()
  const mine = sideOf(row)
  return {
    identity_id: identityId,
    open: mine.isOpen,
    ratings: ratingsOf(row),
    pending: mine.isOpen ? WISHES.filter((key) => (mine.stored[key]?.at ?? 0) > now) : [],
    common: await commonWith(ctx.db, viewer.accountId, otherId, mine, now),
  }
}

/** Fails with `not_found`, and with `foreign_identity` for both identities at once. */
export const writeWishes = async (
  ctx: Ctx,
  viewer: Viewer,
  otherId: string,
  body: ParsedInput<typeof saveWishes>['body'],
): Promise<Wishes> => {
  await requireRelation(ctx, viewer, otherId)
  const identityId = viewer.identityId ?? fail('foreign_identity')
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    if ((await lockRelations(trx, viewer.accountId, [otherId])).length === 0) fail('not_found')
    await lockPair(trx, identityId, otherId, 'alone')
    const row = await ownRow(trx, identityId, otherId)
    const before = sideOf(row)
    const isOpen = body.open ?? before.isOpen
    const common = await commonWith(trx, viewer.accountId, otherId, before, now)
    const mutual = new Set(common.flatMap((one) => one.wishes.map((wish) => wish.key)))
    const ratings = JSON.stringify(
      isOpen ? opened(before, body.ratings, now) : closed(before, body.ratings, mutual, now),
    )
    const is_open = flag(isOpen)
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
  return readWishes(ctx, viewer, otherId)
}
