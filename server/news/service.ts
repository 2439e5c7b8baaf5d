import { sql } from 'kysely'
import type { NewsActor, NewsItem, NewsType } from '#contract/news'
import { eventIsRead } from '../access/predicates'
import { blockedWith } from '../access/blocks'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { presentAccounts } from '../profile/service'
import { newId } from '../tokens'

/**
 * A news item for one member. `payload` holds what its sentence needs (title, handle), never an
 * address.
 */
export interface NewNews {
  readonly accountId: string
  readonly actorAccountId: string | null
  readonly eventId: string | null
  readonly type: NewsType
  readonly payload: Readonly<Record<string, unknown>>
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
interface NewsWithEvent extends Row<'news'> {
  /** The event's current title. */
  title: string | null
  start_at: number | null
  /** Whether the reader may read the event; otherwise it only gets the stored wording. */
  is_read: number | boolean | null
  actor_deleted_at: number | null
}

/**
 * The data that the sentence needs, without the name of a deleted account, even while its deletion
 * can be undone.
 */
const payloadOf = (row: NewsWithEvent): Record<string, unknown> => {
  const payload = JSON.parse(row.payload) as Record<string, unknown>
  return row.actor_deleted_at !== null && 'handle' in payload
    ? { ...payload, handle: 'Compte supprimé' }
    : payload
}

const present = (row: NewsWithEvent): NewsItem => ({
  id: row.id,
  eventId: row.event_id,
  accountId: row.account_id,
  actorAccountId: row.actor_account_id,
  newsType: row.news_type,
  payload: payloadOf(row),
  createdAt: new Date(row.created_at).toISOString(),
  readAt: iso(row.read_at),
  deletedAt: iso(row.deleted_at),
  event:
    row.event_id && row.title !== null && row.is_read
      ? { id: row.event_id, title: row.title, startDate: iso(row.start_at) }
      : null,
})
const joined = (db: Conn) =>
  db
    .selectFrom('news as n')
    .leftJoin('events as e', 'e.id', 'n.event_id')
    .leftJoin('accounts as actor', 'actor.id', 'n.actor_account_id')
    .selectAll('n')
    .select([
      'e.title',
      'e.start_at',
      'actor.deleted_at as actor_deleted_at',
      eventIsRead(sql.ref('n.account_id')).as('is_read'),
    ])

const PUBLICATION = ['event_published', 'event_unpublished'] as const
/**
 * Kinds that can be toggled at will, with the kinds that each one invalidates: only the last one is
 * kept per member and event.
 */
const REPLACED: Partial<Record<NewsType, readonly NewsType[]>> = {
  event_published: PUBLICATION,
  event_unpublished: PUBLICATION,
  location_revealed: ['location_revealed'],
  event_changed: ['event_changed'],
}
const replacedBy = (type: string): readonly NewsType[] | undefined => REPLACED[type as NewsType]
/** Toggled again within this time, it does not send a push. */
const AGAIN_MS = 3_600_000

const fieldsOf = (payload: string | Readonly<Record<string, unknown>>): readonly unknown[] => {
  const { fields } =
    typeof payload === 'string' ? (JSON.parse(payload) as Record<string, unknown>) : payload
  return Array.isArray(fields) ? fields : []
}
const named = (item: NewNews, former: readonly unknown[]): NewNews =>
  former.length === 0
    ? item
    : {
        ...item,
        payload: { ...item.payload, fields: [...new Set([...former, ...fieldsOf(item.payload)])] },
      }

/**
 * Removes the items that these invalidate or repeat; items already removed before are left out.
 * Returns the removed ids and the items to send.
 */
const replace = async (
  trx: Conn,
  items: readonly NewNews[],
  now: number,
): Promise<{ readonly gone: readonly string[]; readonly told: readonly NewNews[] }> => {
  const gone: string[] = []
  const former = new Map<string, readonly unknown[]>()
  for (const { eventId, type, actorAccountId } of new Map(
    items.map((i) => [`${i.eventId} ${i.type}`, i]),
  ).values()) {
    const kinds = replacedBy(type)
    if (!kinds || !eventId) continue
    const accounts = items
      .filter((i) => i.eventId === eventId && i.type === type)
      .map((i) => i.accountId)
    for (let i = 0; i < accounts.length; i += 500) {
      const some = accounts.slice(i, i + 500)
      await trx
        .deleteFrom('news')
        .where('event_id', '=', eventId)
        .where('news_type', 'in', kinds)
        .where('deleted_at', 'is not', null)
        .where('account_id', 'in', some)
        .execute()
      let query = standing(trx, eventId, kinds).where('account_id', 'in', some)
      // changes of one event within an hour merge into one item of each actor (a reader blocked by
      // one organizer still reads the other's)
      if (type === 'event_changed')
        query = query
          .where('created_at', '>', now - AGAIN_MS)
          .where('actor_account_id', '=', actorAccountId)
      const rows = await query.execute()
      for (const row of rows)
        former.set(`${row.account_id} ${eventId} ${type}`, fieldsOf(row.payload))
      gone.push(...(await takeBack(trx, rows, now)))
    }
  }
  return {
    gone,
    told: items.map((i) => named(i, former.get(`${i.accountId} ${i.eventId} ${i.type}`) ?? [])),
  }
}

/** Stores the items in the caller's transaction; call `tellNews` after the commit. */
export const addNews = async (
  trx: Conn,
  items: readonly NewNews[],
  now: number,
): Promise<readonly string[]> => {
  const { gone, told } = await replace(trx, items, now)
  const rows = told.map((i) => ({
    id: newId(),
    account_id: i.accountId,
    actor_account_id: i.actorAccountId,
    event_id: i.eventId,
    news_type: i.type,
    payload: JSON.stringify(i.payload),
    created_at: now,
    read_at: null,
    deleted_at: null,
  }))
  // PostgreSQL takes at most 65,535 values per statement
  for (let i = 0; i < rows.length; i += 500)
    await trx
      .insertInto('news')
      .values(rows.slice(i, i + 500))
      .execute()
  return [...gone, ...rows.map((r) => r.id)]
}

/**
 * Ids of items that toggle something already toggled within the last hour (the replaced item is
 * still stored).
 */
const toggledAgain = async (
  db: Conn,
  rows: readonly Row<'news'>[],
): Promise<ReadonlySet<string>> => {
  const turning = rows.filter(
    (r) => r.event_id !== null && r.deleted_at === null && replacedBy(r.news_type),
  )
  if (turning.length === 0) return new Set()
  const former = await db
    .selectFrom('news')
    .where('event_id', 'in', [...new Set(turning.flatMap((r) => r.event_id ?? []))])
    .where('account_id', 'in', [...new Set(turning.map((r) => r.account_id))])
    .where('deleted_at', 'is not', null)
    .select(['account_id', 'event_id', 'news_type', 'created_at'])
    .execute()
  const last = new Map(
    former.map((f) => [
      `${f.account_id} ${f.event_id} ${replacedBy(f.news_type)?.[0] ?? ''}`,
      Number(f.created_at),
    ]),
  )
  return new Set(
    turning
      .filter(
        (r) =>
          Number(r.created_at) -
            (last.get(`${r.account_id} ${r.event_id} ${replacedBy(r.news_type)?.[0] ?? ''}`) ??
              -Infinity) <
          AGAIN_MS,
      )
      .map((r) => r.id),
  )
}

/**
 * Sends these items to their owners over realtime and emits them on the bus (push), except actions
 * of an account separated from the owner by a block.
 */
export const tellNews = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const parted = new Map<string, ReadonlySet<string>>()
  for (let i = 0; i < ids.length; i += 500) {
    const rows = await joined(ctx.db)
      .where('n.id', 'in', ids.slice(i, i + 500))
      .orderBy('n.created_at')
      .orderBy('n.id')
      .execute()
    const again = await toggledAgain(ctx.db, rows)
    for (const row of rows) {
      const actor = row.actor_account_id
      if (actor && !parted.has(actor)) parted.set(actor, await blockedWith(ctx.db, actor))
      if (actor && parted.get(actor)?.has(row.account_id)) continue
      const item = present(row)
      ctx.realtime.publish('account.event.news.created', item, { accounts: [row.account_id] })
      if (row.deleted_at === null)
        ctx.bus.emit('news.created', {
          newsId: row.id,
          accountId: row.account_id,
          type: row.news_type,
          eventId: row.event_id,
          again: again.has(row.id),
        })
    }
  }
}

/**
 * Marks items that are no longer true (an address hidden again) as removed, in the caller's
 * transaction.
 */
export const withdrawNews = async (
  trx: Conn,
  eventId: string,
  type: NewsType,
  now: number,
): Promise<readonly string[]> => takeBack(trx, await standing(trx, eventId, [type]).execute(), now)

const standing = (trx: Conn, eventId: string, types: readonly NewsType[]) =>
  trx
    .selectFrom('news')
    .where('event_id', '=', eventId)
    .where('news_type', 'in', types)
    .where('deleted_at', 'is', null)
    .select(['id', 'account_id', 'payload'])
const takeBack = async (
  trx: Conn,
  rows: readonly Pick<Row<'news'>, 'id' | 'payload'>[],
  now: number,
): Promise<readonly string[]> => {
  // one statement per distinct payload, as the event's lock is held
  for (const payload of new Set(rows.map((r) => r.payload))) {
    const ids = rows.filter((r) => r.payload === payload).map((r) => r.id)
    const removed = JSON.stringify({
      ...(JSON.parse(payload) as object),
      removedAt: new Date(now).toISOString(),
    })
    for (let i = 0; i < ids.length; i += 500)
      await trx
        .updateTable('news')
        .set({ deleted_at: now, payload: removed })
        .where('id', 'in', ids.slice(i, i + 500))
        .execute()
  }
  return rows.map((r) => r.id)
}

/** `{createdAt ms}.{id}` of the last item of a page. */
const readCursor = (cursor: string): { at: number; id: string } => {
  const m = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor)
  return m ? { at: Number(m[1]), id: m[2] as string } : fail('invalid_payload')
}

/** Counts what `newsPage` lists. */
const unreadOf = async (
  db: Conn,
  accountId: string,
  blocked: ReadonlySet<string>,
): Promise<number> => {
  let query = db
    .selectFrom('news as n')
    .where('n.account_id', '=', accountId)
    .where('n.read_at', 'is', null)
    .where('n.deleted_at', 'is', null)
  if (blocked.size > 0)
    query = query.where((eb) =>
      eb.or([
        eb('n.actor_account_id', 'is', null),
        eb('n.actor_account_id', 'not in', [...blocked]),
      ]),
    )
  return Number(
    (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst())?.n ?? 0,
  )
}

/** The distinct accounts that the page names. */
const actorsOf = async (
  ctx: Ctx,
  viewer: Viewer,
  rows: readonly NewsWithEvent[],
): Promise<NewsActor[]> =>
  [
    ...(
      await presentAccounts(
        ctx,
        viewer,
        rows.flatMap((r) => r.actor_account_id ?? []),
      )
    ).values(),
  ].map(({ id, account_handle, avatar_url, identities, deleted }) => ({
    id,
    account_handle,
    avatar_url,
    identities,
    deleted,
  }))

/**
 * A page, newest first, without removed items and actions of blocked members. Fetching the first
 * page marks it as read.
 */
export const newsPage = async (
  ctx: Ctx,
  viewer: Viewer,
  limit: number,
  cursor: string | undefined,
): Promise<{
  items: NewsItem[]
  actors: NewsActor[]
  nextCursor: string | null
  unread: number
}> => {
  const blocked = await blockedWith(ctx.db, viewer.accountId)
  let query = joined(ctx.db)
    .where('n.account_id', '=', viewer.accountId)
    .where('n.deleted_at', 'is', null)
  if (blocked.size > 0)
    query = query.where((eb) =>
      eb.or([
        eb('n.actor_account_id', 'is', null),
        eb('n.actor_account_id', 'not in', [...blocked]),
      ]),
    )
  if (cursor) {
    const { at, id } = readCursor(cursor)
    query = query.where((eb) =>
      eb.or([
        eb('n.created_at', '<', at),
        eb.and([eb('n.created_at', '=', at), eb('n.id', '<', id)]),
      ]),
    )
  }
  const rows = await query
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const unread = await unreadOf(ctx.db, viewer.accountId, blocked)
  if (!cursor && unread > 0)
    await ctx.db
      .updateTable('news')
      .set({ read_at: ctx.now() })
      .where('account_id', '=', viewer.accountId)
      .where('read_at', 'is', null)
      .execute()
  return {
    items: page.map(present),
    actors: await actorsOf(ctx, viewer, page),
    nextCursor: rows.length > limit && last ? `${last.created_at}.${last.id}` : null,
    unread,
  }
}
export const unreadNews = async (ctx: Ctx, viewer: Viewer): Promise<number> =>
  unreadOf(ctx.db, viewer.accountId, await blockedWith(ctx.db, viewer.accountId))
