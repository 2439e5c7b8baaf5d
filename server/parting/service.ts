import { DAY_MS } from '#contract/limits'
import { PARTING_DAYS, type Parting, type startParting } from '#contract/profile/parting'
import type { Parsed } from '#contract/route'
import { lockAccount } from '../access/accounts'
import { openPartingOf } from '../access/parting'
import { prove } from '../agreements/service'
import type { Ctx, Viewer } from '../context'
import { fold, isUniqueViolation, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { eachDue } from '../each-due'
import { fail } from '../fail'
import { queueLetters, sendQueued } from '../mail/queue'
import { iso } from '../iso'
import { addNews, announceNews } from '../news/service'
import { presentAccounts, takenHandles } from '../profile/service'
import { loginsOf, requirePassword } from '../session/service'
import { announceClosed } from '../subjects/service'
import { newId } from '../tokens'
import { chosenOf, openEvents } from './choices'
import { finish } from './finish'
import { actorOf, requireOpen, speakerOf } from './people'
import { divide } from './photos'
import { split, withdraw } from './split'

const relationsFor = async (ctx: Ctx, viewer: Viewer, parting: Row<'partings'>) => {
  const chosen = await chosenOf(ctx.db, parting, 'relation')
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

/** The state of the viewer's account; a choice of the other person is never told. */
export const partingOf = async (ctx: Ctx, viewer: Viewer): Promise<Parting> => {
  const { ownId, isAlone } = await speakerOf(ctx.db, viewer)
  const isCouple = viewer.identityIds.length > 1
  const may = { part: isCouple && !isAlone && ownId !== null, leave: isCouple }
  const row = await openPartingOf(ctx.db, viewer.accountId)
  if (!row) return { may, identity_id: ownId, open: null }
  const isOwn = row.user_id === viewer.userId
  const cancelled = await chosenOf(ctx.db, row, 'event')
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
      handle: isLeaver ? row.handle : null,
      relations: isLeaver ? await relationsFor(ctx, viewer, row) : null,
      photo_count: (await divide(ctx.db, row.account_id, row.identity_id)).both.length,
      events: (await openEvents(ctx.db, row.account_id, ctx.now())).map((e) => ({
        id: e.id,
        title: e.title,
        start_date: iso(e.start_at),
        cancelled: cancelled.has(e.id),
      })),
    },
  }
}

/** Stores a letter to all logins of the account, and a news item. */
const storeNotice = async (
  trx: Conn,
  accountId: string,
  type: 'parting_asked' | 'parting_cancelled',
  now: number,
): Promise<readonly string[]> => {
  const letters = (await loginsOf(trx, accountId)).map(
    ({ id }) => ({ to: { userId: id }, what: type }) as const,
  )
  await queueLetters(trx, letters, now)
  const item = { accountId, actorAccountId: null, eventId: null, type, payload: {} }
  return addNews(trx, [item], now)
}
const sendNotice = async (ctx: Ctx, news: readonly string[]): Promise<void> => {
  ctx.bus.later('letters', () => sendQueued(ctx))
  await announceNews(ctx, news)
}

/**
 * Asks to leave the account. Fails with `wrong_password`, `not_found` for a single person,
 * `parting_login`, `handle_taken`, `parting_open`, and as `prove`.
 */
export const ask = async (
  ctx: Ctx,
  viewer: Viewer,
  body: Parsed<typeof startParting>['body'],
): Promise<void> => {
  await requirePassword(ctx, viewer, body.password)
  if (viewer.identityIds.length < 2) fail('not_found')
  const { ownId, isAlone } = await speakerOf(ctx.db, viewer)
  if (!isAlone && ownId === null) fail('parting_login')
  if (body.kind === 'part' && isAlone) fail('parting_login')
  if (body.kind === 'part' && body.handle === undefined)
    fail('invalid_payload', [{ path: 'body.handle', message: 'Choisissez un pseudo.' }])
  const actorId = await actorOf(ctx.db, viewer)
  if (isAlone) await prove(ctx, viewer, actorId, body.code)
  if (body.handle !== undefined) await requireFreeHandle(ctx.db, body.handle, actorId)
  const now = ctx.now()
  let news: readonly string[]
  try {
    news = await ctx.db.transaction().execute(async (trx) => {
      // the lock of `joinAsPartner` and `endAccountLogin`: whose login it is may have changed
      await lockAccount(trx, viewer.accountId)
      const speaker = await speakerOf(trx, viewer)
      if (speaker.isAlone !== isAlone || speaker.ownId !== ownId) fail('conflict')
      await trx
        .insertInto('partings')
        .values({
          id: newId(),
          account_id: viewer.accountId,
          identity_id: actorId,
          user_id: viewer.userId,
          kind: body.kind,
          state: 'asked',
          handle: body.kind === 'part' ? (body.handle ?? null) : null,
          apart: body.apart ? 1 : 0,
          asked_at: now,
          due_at: now + PARTING_DAYS * DAY_MS,
        })
        .execute()
      return storeNotice(trx, viewer.accountId, 'parting_asked', now)
    })
  } catch (error) {
    // the unique index: a request of the same moment
    if (isUniqueViolation(error)) fail('parting_open')
    throw error
  }
  ctx.bus.later('photos-closed', () => announceClosed(ctx, viewer.accountId))
  await sendNotice(ctx, news)
}

/** Free, or the person's own: it leaves with them. */
const requireFreeHandle = async (db: Conn, handle: string, identityId: string): Promise<void> => {
  const key = fold(handle)
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
export const cancel = async (ctx: Ctx, viewer: Viewer): Promise<void> => {
  const row = await requireOpen(ctx.db, viewer)
  const { isAlone } = await speakerOf(ctx.db, viewer)
  if (row.user_id !== viewer.userId && !isAlone) fail('parting_other')
  const news = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    if (!(await withdraw(trx, row.id, 'asked', now))) fail('parting_none')
    return storeNotice(trx, viewer.accountId, 'parting_cancelled', now)
  })
  await sendNotice(ctx, news)
}

/** The other person agrees; fails with `wrong_password`, `parting_none`, `forbidden`. */
export const agree = async (ctx: Ctx, viewer: Viewer, password: string): Promise<void> => {
  await requirePassword(ctx, viewer, password)
  const row = await requireOpen(ctx.db, viewer)
  if (row.user_id === viewer.userId) fail('forbidden')
  if (!(await split(ctx, row.id))) fail('parting_none')
  await finish(ctx, row.id)
}

/** Divides the accounts whose seven days have passed, and completes interrupted divisions. */
export const partDue = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.db
    .selectFrom('partings as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where((eb) =>
      eb.or([
        eb('p.state', '=', 'split'),
        eb.and([
          eb('p.state', '=', 'asked'),
          eb('p.due_at', '<=', ctx.now()),
          // who leaves a suspended account waits for its end: a new one would not be suspended
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
  await eachDue(ctx, due, async ({ id, state }) => {
    if (state === 'split' || (await split(ctx, id))) await finish(ctx, id)
  })
}
