import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { HOUR_MS } from '#contract/limits'
import type { NewsActor, NewsItem, NewsType } from '#contract/news'
import { eventIsRead } from '../access/predicates'
import { openRequests } from '../access/album-requests'
import { blockedWith } from '../access/blocks'
import { isClosedShare, openAlbumsOf } from '../access/albums'
import type { Ctx, Viewer } from '../context'
import { countRows } from '../db/count'
import type { Conn } from '../db/dialect'
import type { Row, Tables } from '../db/tables'
import { fail } from '../fail'
import { DELETED_HANDLE, presentAccounts } from '../profile/service'
import { newId } from '../tokens'
import { iso } from '../iso'
import { runningShares } from './share-ends'
import { activeItems, markRemoved, replaceItems, toggledAgain, type NewNews } from './replace'

export type { NewNews }
export { withdrawShareEnd } from './share-ends'

interface NewsWithEvent extends Row<'news'> {
  /** The event's current title. */
  title: string | null
  start_at: number | null
  /** Whether the reader may read the event; otherwise it only gets the stored wording. */
  is_read: number | boolean | null
  actor_deleted_at: number | null
  pending_id: string | null
}

/** By id, what the owner is shown of a request for an album that waits for the answer. */
type Requests = ReadonlyMap<string, { requestId: string; album: string; words: string }>
const requestsOf = async (ctx: Ctx, rows: readonly NewsWithEvent[]): Promise<Requests> => {
  const ids = rows
    .filter((r) => r.news_type === 'album_requested')
    .map((r) => String((JSON.parse(r.payload) as { request?: unknown }).request))
  if (ids.length === 0) return new Map()
  const open = await openRequests(ctx.db, ctx.now()).where('q.id', 'in', ids).execute()
  return new Map(open.map(({ id, album, words }) => [id, { requestId: id, album, words }]))
}

/** What is read when an item is shown, and stored nowhere. */
interface Current {
  readonly requests: Requests
  /** Open private albums, by reader and owner. */
  readonly albums: ReadonlyMap<string, number>
  /** Names of albums whose share ends soon, by the share. */
  readonly shares: ReadonlyMap<string, string>
}
const currentOf = async (ctx: Ctx, rows: readonly NewsWithEvent[]): Promise<Current> => {
  const shares = rows.filter((r) => r.news_type === 'album_shared')
  const albums = new Map<string, number>()
  for (const reader of new Set(shares.map((r) => r.account_id))) {
    const owners = shares.flatMap((r) =>
      r.account_id === reader && r.actor_account_id ? [r.actor_account_id] : [],
    )
    for (const [owner, n] of await openAlbumsOf(ctx.db, owners, reader, ctx.now()))
      albums.set(`${reader} ${owner}`, n)
  }
  const ending = rows.filter((r) => r.news_type === 'album_share_ends').map((r) => r.payload)
  return {
    requests: await requestsOf(ctx, rows),
    albums,
    shares: await runningShares(ctx.db, ending, ctx.now()),
  }
}

/**
 * The data that the sentence needs, without the name of a deleted account, even while its deletion
 * can be undone.
 */
const payloadOf = (
  row: NewsWithEvent,
  { requests, albums, shares }: Current,
): Record<string, unknown> => {
  const { accounts, request, share, ...stored } = JSON.parse(row.payload) as Record<string, unknown>
  const open = albums.get(`${row.account_id} ${row.actor_account_id}`)
  return {
    ...stored,
    ...(row.actor_deleted_at !== null && 'handle' in stored ? { handle: DELETED_HANDLE } : {}),
    // a number only: one of them may have blocked the reader since
    ...(Array.isArray(accounts) ? { others: accounts.length - 1 } : {}),
    // the participant of a request that waits for this organizer's decision
    ...(row.pending_id === null ? {} : { pendingId: row.pending_id }),
    ...requests.get(String(request)),
    ...(typeof share === 'string' && shares.has(share)
      ? { shareId: share, album: shares.get(share) }
      : {}),
    ...(row.news_type === 'album_shared' && open !== undefined ? { albums: open } : {}),
  }
}

const present = (row: NewsWithEvent, current: Current): NewsItem => ({
  id: row.id,
  eventId: row.event_id,
  accountId: row.account_id,
  actorAccountId: row.actor_account_id,
  newsType: row.news_type,
  payload: payloadOf(row, current),
  createdAt: iso(row.created_at),
  readAt: iso(row.read_at),
  deletedAt: iso(row.deleted_at),
  event:
    row.event_id && row.title !== null && row.is_read
      ? { id: row.event_id, title: row.title, startDate: iso(row.start_at) }
      : null,
})
const newsWithEvent = (db: Conn) =>
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
      // for its organizers only, as long as the request is open
      sql<string | null>`(select asked.id from event_participants as asked
        where n.news_type = 'participation_requested' and asked.event_id = n.event_id
          and asked.account_id = n.actor_account_id and asked.status = 'pending_approval'
          and (e.creator_account_id = n.account_id or exists (select 1 from event_participants as lead
            where lead.event_id = n.event_id and lead.account_id = n.account_id
              and lead.is_co_organizer = 1)))`.as('pending_id'),
    ])

/** Stores the items in the caller's transaction; call `announceNews` after the commit. */
export const addNews = async (
  trx: Conn,
  items: readonly NewNews[],
  now: number,
): Promise<readonly string[]> => {
  const { removed, toSend } = await replaceItems(trx, items, now)
  const rows = toSend.map((i) => ({
    id: newId(),
    account_id: i.accountId,
    actor_account_id: i.actorAccountId,
    event_id: i.eventId,
    news_type: i.type,
    payload: JSON.stringify(i.payload),
    created_at: now,
    read_at: null,
    deleted_at: null,
    ends_at: i.endsAt ?? null,
  }))
  // PostgreSQL takes at most 65,535 values per statement
  for (let i = 0; i < rows.length; i += 500)
    await trx
      .insertInto('news')
      .values(rows.slice(i, i + 500))
      .execute()
  return [...removed, ...rows.map((r) => r.id)]
}

/**
 * Sends these items to their owners over realtime and emits them on the bus (push), except actions
 * of an account separated from the owner by a block.
 */
export const announceNews = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const blockedByActor = new Map<string, ReadonlySet<string>>()
  for (let i = 0; i < ids.length; i += 500) {
    const rows = await newsWithEvent(ctx.db)
      .where('n.id', 'in', ids.slice(i, i + 500))
      .orderBy('n.created_at')
      .orderBy('n.id')
      .execute()
    const again = await toggledAgain(ctx.db, rows)
    const current = await currentOf(ctx, rows)
    for (const row of rows) {
      const actor = row.actor_account_id
      if (actor && !blockedByActor.has(actor))
        blockedByActor.set(actor, await blockedWith(ctx.db, actor))
      if (actor && blockedByActor.get(actor)?.has(row.account_id)) continue
      const item = present(row, current)
      ctx.realtime.publish('account.event.news.created', item, { accounts: [row.account_id] })
      if (row.deleted_at === null)
        ctx.bus.emit('news.created', {
          newsId: row.id,
          accountId: row.account_id,
          type: row.news_type,
          eventId: row.event_id,
          // a share may be taken back at once
          again: again.has(row.id) || row.news_type === 'album_shared',
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
): Promise<readonly string[]> =>
  markRemoved(trx, await activeItems(trx, eventId, [type]).execute(), now)

/** The same for one member. */
export const withdrawNewsOf = async (
  trx: Conn,
  eventId: string,
  type: NewsType,
  accountId: string,
  now: number,
): Promise<readonly string[]> =>
  markRemoved(
    trx,
    await activeItems(trx, eventId, [type]).where('account_id', '=', accountId).execute(),
    now,
  )

/** Every minute: removes ended items from open screens; lists leave them out at once. */
export const endNews = async (ctx: Ctx): Promise<void> => {
  for (;;) {
    const ids = await ctx.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('news')
        .where('ends_at', '<=', ctx.now())
        .where('deleted_at', 'is', null)
        .select(['id', 'payload'])
        .limit(500)
        .execute()
      return markRemoved(trx, rows, ctx.now())
    })
    if (ids.length === 0) return
    await announceNews(ctx, ids)
  }
}

/** `{createdAt ms}.{id}` of the last item of a page. */
const readCursor = (cursor: string): { at: number; id: string } => {
  const m = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor)
  return m ? { at: Number(m[1]), id: m[2] as string } : fail('invalid_payload')
}

/** SQL, on `news as n`: still to be shown. */
const isCurrent = (now: number) => sql<SqlBool>`(n.ends_at is null or n.ends_at > ${now})`

/** SQL, on `news as n`: the items that the account may be shown. */
const isListed = (accountId: string, blocked: ReadonlySet<string>, now: number) => {
  const { eb } = expressionBuilder<Tables & { n: Tables['news'] }, 'n'>()
  return eb.and([
    eb('n.account_id', '=', accountId),
    eb('n.deleted_at', 'is', null),
    isCurrent(now),
    eb.not(isClosedShare(now)),
    ...(blocked.size > 0
      ? [
          eb.or([
            eb('n.actor_account_id', 'is', null),
            eb('n.actor_account_id', 'not in', [...blocked]),
          ]),
        ]
      : []),
  ])
}

const countUnread = (
  db: Conn,
  accountId: string,
  blocked: ReadonlySet<string>,
  now: number,
): Promise<number> =>
  countRows(
    db
      .selectFrom('news as n')
      .where(isListed(accountId, blocked, now))
      .where('n.read_at', 'is', null),
  )

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
  let query = newsWithEvent(ctx.db).where(isListed(viewer.accountId, blocked, ctx.now()))
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
  const unread = await countUnread(ctx.db, viewer.accountId, blocked, ctx.now())
  const current = await currentOf(ctx, page)
  if (!cursor && unread > 0)
    await ctx.db
      .updateTable('news')
      .set({ read_at: ctx.now() })
      .where('account_id', '=', viewer.accountId)
      .where('read_at', 'is', null)
      .execute()
  return {
    items: page.map((row) => present(row, current)),
    actors: await actorsOf(ctx, viewer, page),
    nextCursor: rows.length > limit && last ? `${last.created_at}.${last.id}` : null,
    unread,
  }
}
export const unreadNews = async (ctx: Ctx, viewer: Viewer): Promise<number> =>
  countUnread(ctx.db, viewer.accountId, await blockedWith(ctx.db, viewer.accountId), ctx.now())

/** An item covers what is shared again within this time, ms. */
const SHARED_AGAIN_MS = HOUR_MS
const sharesOf = (trx: Conn, ownerId: string, readerId: string) =>
  trx
    .selectFrom('news')
    .where('account_id', '=', readerId)
    .where('actor_account_id', '=', ownerId)
    .where('news_type', '=', 'album_shared')

/**
 * Notifies a member, after the commit, that private albums were opened to them (`before`: how many
 * were open): one item per owner, which says how many are open when it is read, and is hidden while
 * none is. An unread or recent one is kept.
 */
export const tellShared = async (
  ctx: Ctx,
  { ownerId, readerId, before }: { ownerId: string; readerId: string; before: number },
): Promise<void> => {
  const now = ctx.now()
  const open = await openAlbumsOf(ctx.db, [ownerId], readerId, now)
  if ((open.get(ownerId) ?? 0) <= before) return
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const standing = await sharesOf(trx, ownerId, readerId)
      .where((eb) =>
        eb.or([eb('read_at', 'is', null), eb('created_at', '>', now - SHARED_AGAIN_MS)]),
      )
      .select('id')
      .executeTakeFirst()
    if (standing) return []
    const former = await sharesOf(trx, ownerId, readerId).select('id').execute()
    if (former.length > 0)
      await trx
        .deleteFrom('news')
        .where(
          'id',
          'in',
          former.map((f) => f.id),
        )
        .execute()
    const item = { accountId: readerId, actorAccountId: ownerId, eventId: null, payload: {} }
    return addNews(trx, [{ ...item, type: 'album_shared' }], now)
  })
  await announceNews(ctx, ids)
}
