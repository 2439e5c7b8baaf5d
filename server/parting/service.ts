import { DAY_MS } from '#contract/limits'
import { PARTING_DAYS, type Parting, type startParting } from '#contract/profile/parting'
import type { ParsedInput } from '#contract/route'
import { lockAccount } from '../access/accounts'
import { photosClosedByParting } from '../access/agreements'
import { heldPartingOf, openPartingOf } from '../access/parting'
import { proveIdentity } from '../agreements/service'
import type { Ctx, Viewer } from '../context'
import { foldText, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { forEachDueRow } from '../each-due'
import { fail } from '../fail'
import { iso } from '../iso'
import { presentAccounts, takenHandles } from '../profile/service'
import { requirePassword } from '../session/service'
import { announceChanged, announcePictures } from '../subjects/service'
import { chosenIds, upcomingOwnEvents } from './choices'
import { finishParting } from './finish'
import {
  announceParting,
  deleteHeldParting,
  insertHeldParting,
  openParting,
  openHeldPartings,
} from './held'
import { sendPartingLetters, storePartingLetters } from './notice'
import { requireActingPerson, requireOpenParting, representedPerson } from './people'
import { dividePhotos } from './photos'
import { divideAccount, endPartingRequest } from './split'

const relationsFor = async (ctx: Ctx, viewer: Viewer, parting: Row<'partings'>) => {
  const chosen = await chosenIds(ctx.db, parting, 'relation')
  const rows = await ctx.db
    .selectFrom('relations')
    .where('account_id', '=', viewer.accountId)
    .select('with_account_id')
    .execute()
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.with_account_id),
  )
  return [...accounts.values()]
    .filter((a) => !a.deleted)
    .map((a) => ({
      account_id: a.id,
      account_handle: a.account_handle,
      avatar_url: a.avatar_url,
      chosen: chosen.has(a.id),
    }))
    .sort((a, b) => a.account_handle.localeCompare(b.account_handle, 'fr'))
}

/**
 * The held request, for the person who made it; nothing can be chosen before the other is notified.
 */
const heldOf = async (db: Conn, viewer: Viewer): Promise<Parting['open']> => {
  const row = await heldPartingOf(db, viewer)
  if (!row) return null
  return {
    kind: row.kind,
    identity_id: row.identity_id,
    is_own: true,
    may_cancel: true,
    asked_at: iso(row.asked_at),
    due_at: iso(row.due_at + PARTING_DAYS * DAY_MS),
    told_at: iso(row.due_at),
    handle: row.handle,
    relations: null,
    photo_count: 0,
    events: [],
  }
}

/** The state of the viewer's account; the other person's choices are never part of it. */
export const readParting = async (ctx: Ctx, viewer: Viewer): Promise<Parting> => {
  const { ownId, isAlone } = await representedPerson(ctx.db, viewer)
  const isCouple = viewer.identityIds.length > 1
  const may = { part: isCouple && !isAlone && ownId !== null, leave: isCouple }
  const row = await openPartingOf(ctx.db, viewer.accountId)
  if (!row) return { may, identity_id: ownId, open: await heldOf(ctx.db, viewer) }
  const isOwn = row.user_id === viewer.userId
  const cancelled = await chosenIds(ctx.db, row, 'event')
  const isLeaver = isOwn && row.kind === 'part'
  return {
    may,
    identity_id: ownId,
    open: {
      kind: row.kind,
      identity_id: row.identity_id,
      is_own: isOwn,
      may_cancel: isOwn || isAlone,
      asked_at: iso(row.asked_at),
      due_at: iso(row.due_at),
      told_at: null,
      handle: isLeaver ? row.handle : null,
      relations: isLeaver ? await relationsFor(ctx, viewer, row) : null,
      photo_count: (await dividePhotos(ctx.db, row.account_id, row.identity_id)).both.length,
      events: (await upcomingOwnEvents(ctx.db, row.account_id, ctx.now())).map((e) => ({
        id: e.id,
        title: e.title,
        start_date: iso(e.start_at),
        cancelled: cancelled.has(e.id),
      })),
    },
  }
}

/**
 * Asks to leave the account. Fails with `wrong_password`, `not_found` for a single person,
 * `parting_login`, `handle_taken`, `parting_open`, and as `proveIdentity`.
 */
export const requestParting = async (
  ctx: Ctx,
  viewer: Viewer,
  body: ParsedInput<typeof startParting>['body'],
): Promise<void> => {
  await requirePassword(ctx, viewer, body.password)
  if (viewer.identityIds.length < 2) fail('not_found')
  const { ownId, isAlone } = await representedPerson(ctx.db, viewer)
  if (!isAlone && ownId === null) fail('parting_login')
  // at one login of both, the other would read of a held request
  if ((body.kind === 'part' || body.held) && isAlone) fail('parting_login')
  if (body.kind === 'part' && body.handle === undefined)
    fail('invalid_payload', [{ path: 'body.handle', message: 'Choisissez un pseudo.' }])
  const actorId = await requireActingPerson(ctx.db, viewer)
  if (isAlone) await proveIdentity(ctx, viewer, actorId, body.code)
  if (body.handle !== undefined) await requireFreeHandle(ctx.db, body.handle, actorId)
  const now = ctx.now()
  const wanted = {
    account_id: viewer.accountId,
    identity_id: actorId,
    user_id: viewer.userId,
    kind: body.kind,
    handle: body.kind === 'part' ? (body.handle ?? null) : null,
    apart: body.apart ? (1 as const) : (0 as const),
  }
  const news = await ctx.db.transaction().execute(async (trx) => {
    // the lock of `joinAsPartner` and `endAccountLogin`: whose login it is may have changed
    await lockAccount(trx, viewer.accountId)
    const speaker = await representedPerson(trx, viewer)
    if (speaker.isAlone !== isAlone || speaker.ownId !== ownId) fail('conflict')
    if ((await openPartingOf(trx, viewer.accountId)) ?? (await heldPartingOf(trx, viewer)))
      fail('parting_open')
    if (!body.held) return openParting(trx, wanted, now)
    await insertHeldParting(trx, wanted, now)
    return null
  })
  if (news) await announceParting(ctx, viewer.accountId, news)
}

/** Free, or the person's own: it leaves with them. */
const requireFreeHandle = async (db: Conn, handle: string, identityId: string): Promise<void> => {
  const key = foldText(handle)
  const own = await db
    .selectFrom('identities')
    .where('id', '=', identityId)
    .where('handle_key', '=', key)
    .select('id')
    .executeTakeFirst()
  if (!own && (await takenHandles(db, [key])).has(key))
    fail('handle_taken', [{ path: 'body.handle', message: 'Ce pseudo est déjà pris.' }])
}

/** Fails with `parting_none`, `parting_other`. */
export const cancelOwnParting = async (ctx: Ctx, viewer: Viewer): Promise<void> => {
  const held = await heldPartingOf(ctx.db, viewer)
  if (held && (await deleteHeldParting(ctx.db, held.id))) return
  const row = await requireOpenParting(ctx.db, viewer)
  const { isAlone } = await representedPerson(ctx.db, viewer)
  if (row.user_id !== viewer.userId && !isAlone) fail('parting_other')
  const { news, closed, places } = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    const ids = await photosClosedByParting(trx, viewer.accountId)
    const shown = (await endPartingRequest(trx, row.id, 'asked', now)) ?? fail('parting_none')
    const told = await storePartingLetters(trx, viewer.accountId, 'parting_cancelled', now)
    return { news: told, closed: ids, places: shown }
  })
  announcePictures(ctx, places)
  ctx.bus.later('photos-closed', () => announceChanged(ctx, viewer.accountId, closed))
  await sendPartingLetters(ctx, news)
}

/** The other person agrees; fails with `wrong_password`, `parting_none`, `forbidden`. */
export const confirmParting = async (ctx: Ctx, viewer: Viewer, password: string): Promise<void> => {
  await requirePassword(ctx, viewer, password)
  const row = await requireOpenParting(ctx.db, viewer)
  if (row.user_id === viewer.userId) fail('forbidden')
  if (!(await divideAccount(ctx, row.id))) fail('parting_none')
  await finishParting(ctx, row.id)
}

/**
 * Opens held requests, divides the accounts whose seven days have passed, and completes interrupted
 * divisions.
 */
export const processDuePartings = async (ctx: Ctx): Promise<void> => {
  await openHeldPartings(ctx)
  const due = await ctx.db
    .selectFrom('partings as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where((eb) =>
      eb.or([
        eb('p.state', '=', 'split'),
        eb.and([
          eb('p.state', '=', 'asked'),
          eb('p.due_at', '<=', ctx.now()),
          // a member who leaves a suspended account waits for the end of the suspension: a new one
          // would not be suspended
          eb.or([
            eb('p.kind', '=', 'part'),
            eb('a.suspended_until', 'is', null),
            eb('a.suspended_until', '<=', ctx.now()),
          ]),
        ]),
      ]),
    )
    .select(['p.id', 'p.state'])
    .execute()
  await forEachDueRow(ctx, due, async ({ id, state }) => {
    if (state === 'split' || (await divideAccount(ctx, id))) await finishParting(ctx, id)
  })
}
