import type { LinkVariant } from '#contract/workers/tabs'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { readWhole } from '../storage'
import { createTurns } from '../turns'
import { drawMarked } from './draw'
import { markSigns } from './pattern'

/** What a photo is marked with for one viewer. */
interface MarkRule {
  readonly accountId: string
  /** The pattern that is not seen. */
  readonly pattern: boolean
  /** Written over the photo; null: nothing is. */
  readonly pseudonym: string | null
}

/**
 * The mark of a photo for a viewer who is not its owner: what any marked album that holds it asks
 * for, also where the viewer sees it in a message; null: none does.
 */
export const markRuleFor = async (
  db: Conn,
  accountId: string,
  mediaId: string,
): Promise<MarkRule | null> => {
  const albums = await db
    .selectFrom('album_media as am')
    .innerJoin('albums as al', 'al.id', 'am.album_id')
    .where('am.media_id', '=', mediaId)
    .where('al.account_id', '!=', accountId)
    .where((eb) => eb.or([eb('al.mark_pattern', '=', 1), eb('al.mark_pseudonym', '=', 1)]))
    .select(['al.mark_pattern', 'al.mark_pseudonym'])
    .execute()
  if (albums.length === 0) return null
  const { handle } = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('handle')
    .executeTakeFirstOrThrow()
  return {
    accountId,
    pattern: albums.some((a) => a.mark_pattern === 1),
    pseudonym: albums.some((a) => a.mark_pseudonym === 1) ? handle : null,
  }
}

/** Marked pictures kept in memory, bytes: those of the last minutes, for all viewers. */
const KEPT_BYTES = 64 * 1024 * 1024
/** Pictures that may wait for one viewer: a page requests tens, and each keeps a request open. */
export const MARKS_WAITING_EACH = 300
/** Marks pictures in turn. */
const takeTurn = createTurns({
  atOnce: 2,
  atOnceEach: 2,
  waiting: 10 * MARKS_WAITING_EACH,
  waitingEach: MARKS_WAITING_EACH,
})

interface Kept {
  readonly pictures: Map<string, Buffer>
  readonly running: Map<string, Promise<Buffer>>
  bytes: number
}
const keptBy = new WeakMap<Ctx['storage'], Kept>()
const keptOf = (storage: Ctx['storage']): Kept => {
  const known = keptBy.get(storage)
  if (known) return known
  const made: Kept = {
    pictures: new Map(),
    running: new Map(),
    bytes: 0,
  }
  keptBy.set(storage, made)
  return made
}
const keep = (kept: Kept, key: string, picture: Buffer): void => {
  kept.pictures.set(key, picture)
  kept.bytes += picture.length
  for (const [oldest, { length }] of kept.pictures) {
    if (kept.bytes <= KEPT_BYTES || oldest === key) break
    kept.pictures.delete(oldest)
    kept.bytes -= length
  }
}
const inTurn = async <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
  const done = await takeTurn(accountId)
  try {
    return await work()
  } finally {
    done()
  }
}

const draw = async (
  ctx: Ctx,
  row: Row<'media'>,
  variant: LinkVariant,
  rule: MarkRule,
  day: string,
): Promise<Buffer> => {
  const key = variant === 'full' ? row.storage_key : row.thumbnail_key
  const jpeg = (await readWhole(ctx.storage, key)) ?? fail('not_found')
  const mark = { media_id: row.id, account_id: rule.accountId, day }
  // before the picture leaves: no mark goes round that could not be traced
  if (rule.pattern)
    await ctx.db
      .insertInto('photo_marks')
      .values(mark)
      .onConflict((c) => c.doNothing())
      .execute()
  const signs = rule.pattern
    ? markSigns(ctx.secret, { mediaId: row.id, accountId: rule.accountId, day })
    : null
  return drawMarked(jpeg, { signs, label: rule.pseudonym }, variant)
}

/** A photo with its mark for this viewer and day; concurrent calls share one drawing. */
export const markedPicture = async (
  ctx: Ctx,
  row: Row<'media'>,
  variant: LinkVariant,
  rule: MarkRule,
): Promise<Buffer> => {
  const kept = keptOf(ctx.storage)
  const day = new Date(ctx.now()).toISOString().slice(0, 10)
  const key = [row.id, variant, rule.accountId, rule.pattern, rule.pseudonym, day].join(' ')
  const known = kept.pictures.get(key)
  if (known) {
    // the last used are kept longest
    kept.pictures.delete(key)
    kept.pictures.set(key, known)
    return known
  }
  const running =
    kept.running.get(key) ??
    inTurn(rule.accountId, () => draw(ctx, row, variant, rule, day)).finally(() =>
      kept.running.delete(key),
    )
  kept.running.set(key, running)
  const picture = await running
  if (!kept.pictures.has(key)) keep(kept, key, picture)
  return picture
}
