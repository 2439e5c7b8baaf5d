import { proxy } from 'valtio'
import { NEWS_PAGE } from '#contract/limits'
import { listNews, type NewsActor, type NewsItem } from '#contract/news'
import type { Reply } from '#contract/route'

type NewsPage = Reply<typeof listNews>
interface Feed {
  state: 'idle' | 'loading' | 'ready' | 'error'
  /** Newest first. */
  items: NewsItem[]
  /** Items that live ones pushed out of the first page; they begin the second. */
  held: NewsItem[]
  pages: number
  cursor: string | null
  more: 'idle' | 'loading' | 'error'
  actors: Record<string, NewsActor>
  /** Unread before this visit. */
  fresh: Record<string, true>
  /** The screen is open. */
  watching: boolean
}
const empty = (): Feed => ({
  state: 'idle',
  items: [],
  held: [],
  pages: 0,
  cursor: null,
  more: 'idle',
  actors: {},
  fresh: {},
  watching: false,
})

/** The loaded part of this account's news feed. */
export const news = proxy<Feed>(empty())
export const resetNews = (): void => void Object.assign(news, empty(), { watching: news.watching })

export const isRemoved = (item: Pick<NewsItem, 'deletedAt' | 'payload'>): boolean =>
  item.deletedAt !== null || Boolean(item.payload['removedAt'])
const without = (list: readonly NewsItem[], ids: ReadonlySet<string>): NewsItem[] =>
  list.filter((i) => !ids.has(i.id))
const idsOf = (list: readonly NewsItem[]): Set<string> => new Set(list.map((i) => i.id))
const isOlder = (a: NewsItem, b: NewsItem): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
const noteActors = (reply: NewsPage): void => {
  for (const actor of reply.actors) news.actors[actor.id] = actor
  for (const item of reply.items) if (item.readAt === null) news.fresh[item.id] = true
}

/** Replaces the first page. Later pages stay where they follow it directly. */
export const setFirstPage = (reply: NewsPage): void => {
  noteActors(reply)
  const page = reply.items
  const last = page.at(-1)
  const known = idsOf(news.items)
  if (news.pages <= 1 || !last || !page.some((i) => known.has(i.id))) {
    Object.assign(news, {
      items: page,
      held: [],
      pages: 1,
      cursor: reply.nextCursor,
      more: 'idle',
    })
  } else news.items = [...page, ...news.items.filter((i) => isOlder(i, last))]
  news.state = 'ready'
}

/** Appends the next page. */
export const appendPage = (reply: NewsPage): void => {
  noteActors(reply)
  const before = [...news.items, ...news.held]
  Object.assign(news, {
    items: [...before, ...without(reply.items, idsOf(before))],
    held: [],
    pages: news.pages + 1,
    cursor: reply.nextCursor,
    more: 'idle',
  })
}

/**
 * Prepends a live item to the first page, which keeps its 25 items, and removes items that are no
 * longer true.
 */
export const receiveItem = (item: NewsItem): void => {
  const same = new Set([item.id])
  if (isRemoved(item)) {
    news.items = without(news.items, same)
    news.held = without(news.held, same)
    return
  }
  if (news.state !== 'ready') return
  const at = news.items.findIndex((i) => i.id === item.id)
  if (at >= 0) {
    news.items[at] = item
    return
  }
  if (item.readAt === null) news.fresh[item.id] = true
  const items = [item, ...news.items]
  const over = news.pages <= 1 ? items.splice(NEWS_PAGE) : []
  news.items = items
  if (over.length > 0) news.held = [...over, ...news.held]
}
export const hasMore = (
  feed: Pick<Feed, 'cursor'> & { readonly held: readonly unknown[] },
): boolean => feed.cursor !== null || feed.held.length > 0
