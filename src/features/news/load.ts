import { NEWS_PAGE } from '#contract/limits'
import { listNews } from '#contract/news'
import { call } from '../../data/http/api'
import { session } from '../../data/session/session'
import { firstPage, news, nextPage } from './store'

let asked = 0
/** Reads the first page, which tells the server that everything has been read. A failure leaves what is shown. */
export const loadNews = async (): Promise<void> => {
  const turn = (asked += 1)
  const of = session.accountId
  if (news.state !== 'ready') news.state = 'loading'
  try {
    const answer = await call(listNews, { query: { limit: NEWS_PAGE } })
    if (turn === asked && session.accountId === of) firstPage(answer)
  } catch {
    if (turn === asked && session.accountId === of && news.state !== 'ready') news.state = 'error'
  }
}

/** Reads the next page; one at a time. */
export const loadMoreNews = async (): Promise<void> => {
  if (news.state !== 'ready' || news.more === 'loading') return
  const { cursor } = news
  const of = session.accountId
  if (cursor === null) {
    // all that is left are items that live ones pushed out
    if (news.held.length > 0) nextPage({ items: [], actors: [], nextCursor: null, unread: 0 })
    return
  }
  news.more = 'loading'
  try {
    const answer = await call(listNews, { query: { limit: NEWS_PAGE, cursor } })
    // the first page was read anew meanwhile: this page no longer follows
    if (session.accountId !== of) return
    if (news.cursor === cursor) nextPage(answer)
    else news.more = 'idle'
  } catch {
    if (session.accountId === of) news.more = 'error'
  }
}
