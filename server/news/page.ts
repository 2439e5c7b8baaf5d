import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { NewsActor, NewsItem } from '#contract/news'
import { isClosedShare } from '../access/albums'
import { separatedAccounts } from '../access/blocks'
import type { Ctx, Viewer } from '../context'
import { countRows } from '../db/count'
import { chunksOf, type Conn } from '../db/dialect'
import type { Tables } from '../db/tables'
import { fail } from '../fail'
import { presentAccounts } from '../profile/service'
import { loadCurrent, newsWithEvent, presentNewsItem, type NewsWithEvent } from './present'

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
const unreadIds = async (db: Conn, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('news')
      .where('account_id', '=', accountId)
      .where('read_at', 'is', null)
      .select('id')
      .execute()
  ).map((row) => row.id)
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
export const readNewsPage = async (
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
  const blocked = await separatedAccounts(ctx.db, viewer.accountId)
  // read before the page: what is stored meanwhile may not be on it, and is not marked
  const opened = cursor ? [] : await unreadIds(ctx.db, viewer.accountId)
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
  const current = await loadCurrent(ctx, page)
  for (const some of chunksOf(opened))
    await ctx.db
      .updateTable('news')
      .set({ read_at: ctx.now() })
      .where('id', 'in', some)
      .where('read_at', 'is', null)
      .execute()
  return {
    items: page.map((row) => presentNewsItem(row, current)),
    actors: await actorsOf(ctx, viewer, page),
    nextCursor: rows.length > limit && last ? `${last.created_at}.${last.id}` : null,
    unread,
  }
}
export const countUnreadNews = async (ctx: Ctx, viewer: Viewer): Promise<number> =>
  countUnread(
    ctx.db,
    viewer.accountId,
    await separatedAccounts(ctx.db, viewer.accountId),
    ctx.now(),
  )
