import {
  PARTING_PHOTOS_PAGE,
  type chooseInParting,
  type PartingPhoto,
} from '#contract/profile/parting'
import type { ParsedInput } from '#contract/route'
import { proveIdentity } from '../agreements/service'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { requireActingPerson, requireOpenParting } from './people'
import { dividePhotos } from './photos'

type Parting = Pick<Row<'partings'>, 'id'>
type Kind = Row<'parting_choices'>['kind']

const choicesOf = (db: Conn, parting: Parting, kind: Kind) =>
  db.selectFrom('parting_choices').where('parting_id', '=', parting.id).where('kind', '=', kind)

/** Chosen by either of the two. */
export const chosenIds = async (db: Conn, parting: Parting, kind: Kind): Promise<Set<string>> => {
  const rows = await choicesOf(db, parting, kind).select('target_id').execute()
  return new Set(rows.map((c) => c.target_id))
}

/** Photos of both that both would keep. */
export const photosKeptByBoth = async (db: Conn, parting: Parting): Promise<string[]> => {
  const rows = await choicesOf(db, parting, 'photo')
    .select('target_id')
    .groupBy('target_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  return rows.map((c) => c.target_id)
}

/** The account's events that have not begun. */
export const upcomingOwnEvents = (db: Conn, accountId: string, now: number) =>
  db
    .selectFrom('events')
    .where('creator_account_id', '=', accountId)
    .where('status', 'in', ['draft', 'published'])
    .where('start_at', '>', now)
    .select(['id', 'title', 'start_at'])
    .orderBy('start_at')
    .execute()

/** Photos of both, newest first, with the choice of one person. */
export const photosOfBothPage = async (
  db: Conn,
  parting: Row<'partings'>,
  actorId: string,
  before: string | undefined,
): Promise<{ photos: PartingPhoto[]; has_more: boolean }> => {
  const { both } = await dividePhotos(db, parting.account_id, parting.identity_id)
  // ids grow with time
  const left = both
    .filter((id) => before === undefined || id < before)
    .sort()
    .reverse()
  const page = left.slice(0, PARTING_PHOTOS_PAGE)
  if (page.length === 0) return { photos: [], has_more: false }
  const rows = await db
    .selectFrom('media')
    .where('id', 'in', page)
    .select(['id', 'width', 'height', 'blurhash'])
    .orderBy('id', 'desc')
    .execute()
  const chosen = await choicesOf(db, parting, 'photo')
    .where('identity_id', '=', actorId)
    .select('target_id')
    .execute()
  const kept = new Set(chosen.map((c) => c.target_id))
  return {
    photos: rows.map((r) => ({
      ...r,
      url: `/api/media/${r.id}/url`,
      thumbnail_url: `/api/media/${r.id}/thumbnail`,
      kept: kept.has(r.id),
    })),
    has_more: left.length > page.length,
  }
}

/**
 * Sets choices of the acting person. Ids that are not theirs to choose are ignored. Fails with
 * `parting_none`, `forbidden` for relations of the person who stays, and as `proveIdentity`.
 */
export const setPartingChoices = async (
  ctx: Ctx,
  viewer: Viewer,
  { kind, ids, on, code }: ParsedInput<typeof chooseInParting>['body'],
): Promise<void> => {
  const row = await requireOpenParting(ctx.db, viewer)
  const identity_id = await requireActingPerson(ctx.db, viewer)
  if (kind === 'relation' && (row.kind !== 'part' || identity_id !== row.identity_id))
    fail('forbidden')
  // on a shared login a wish to keep needs the person's own code, where there is one
  if (kind === 'photo' && on) await proveIdentity(ctx, viewer, identity_id, code)
  const own = await targetsOf(ctx, row, kind)
  await ctx.db.transaction().execute(async (trx) => {
    for (const target_id of new Set(ids.filter((id) => own.has(id)))) {
      if (on)
        await trx
          .insertInto('parting_choices')
          .values({
            parting_id: row.id,
            identity_id,
            account_id: row.account_id,
            kind,
            target_id,
          })
          .onConflict((c) => c.doNothing())
          .execute()
      else
        await trx
          .deleteFrom('parting_choices')
          .where('parting_id', '=', row.id)
          // an event is cancelled if either wishes it, and kept again by who wished it
          .where('identity_id', '=', identity_id)
          .where('kind', '=', kind)
          .where('target_id', '=', target_id)
          .execute()
    }
  })
}

const targetsOf = async (
  ctx: Ctx,
  row: Row<'partings'>,
  kind: Row<'parting_choices'>['kind'],
): Promise<ReadonlySet<string>> => {
  if (kind === 'photo')
    return new Set((await dividePhotos(ctx.db, row.account_id, row.identity_id)).both)
  if (kind === 'event')
    return new Set((await upcomingOwnEvents(ctx.db, row.account_id, ctx.now())).map((e) => e.id))
  return new Set(
    (
      await ctx.db
        .selectFrom('relations')
        .where('account_id', '=', row.account_id)
        .select('with_account_id')
        .execute()
    ).map((r) => r.with_account_id),
  )
}
