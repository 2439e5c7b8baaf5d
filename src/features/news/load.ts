import { NEWS_PAGE } from '#contract/limits'
import { listNews } from '#contract/news'
import { call } from '../../data/http/api'
import { session } from '../../data/session/session'
import { setFirstPage, news, appendPage } from './store'

let lastRequest = 0
/**
 * Loads the first page, which marks all items as read on the server. A failure keeps the items
 * shown.
 */
export const loadNews = async (): Promise<void> => {
  const request = (lastRequest += 1)
  const of = session.accountId
  if (news.state !== 'ready') news.state = 'loading'
  try {
    const answer = await call(listNews, { query: { limit: NEWS_PAGE } })
    if (request === lastRequest && session.accountId === of) setFirstPage(answer)
  } catch {
    if (request === lastRequest && session.accountId === of && news.state !== 'ready')
      news.state = 'error'
  }
}

/** Loads the next page; one request at a time. */
export const loadMoreNews = async (): Promise<void> => {
  if (news.state !== 'ready' || news.more === 'loading') return
  const { cursor } = news
  const of = session.accountId
  if (cursor === null) {
    // only items that live ones pushed out are left
    if (news.held.length > 0) appendPage({ items: [], actors: [], nextCursor: null, unread: 0 })
    return
  }
  news.more = 'loading'
  try {
    const answer = await call(listNews, { query: { limit: NEWS_PAGE, cursor } })
    // the first page was reloaded meanwhile: this page no longer follows it
    if (session.accountId !== of) return
    if (news.cursor === cursor) appendPage(answer)
    else news.more = 'idle'
  } catch {
    if (session.accountId === of) news.more = 'error'
  }
}
