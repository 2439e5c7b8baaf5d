import { countNews } from '#contract/news'
import { call } from '../../data/http/api'
import { badges, setBadge } from '../../data/state/badges'
import { onEvent, onResync } from '../../data/hub/hub'
import { onSessionChange, session } from '../../data/session/session'
import { loadNews } from './load'
import { receiveItem, isRemoved, news, resetNews } from './store'

/** Several events within this time make one request, ms. */
const GAP_MS = 500
let timer: ReturnType<typeof setTimeout> | undefined
let waits = false

/**
 * Reloads the first page soon, once the screen is visible: marks the items as read on the server
 * and gets the actors' names.
 */
const readSoon = (): void => {
  waits = true
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (!waits || !news.watching || document.visibilityState === 'hidden') return
    waits = false
    void loadNews()
  }, GAP_MS)
}

/**
 * Items that arrived while the page was not running: the badge never shows less than the server's
 * count, and nothing once all was read elsewhere, unless an item came meanwhile.
 */
const countUnread = async (): Promise<void> => {
  if (session.phase !== 'signed-in') return
  const of = session.accountId
  const shown = badges.news
  const { unread } = await call(countNews, {})
  if (session.accountId !== of || news.watching) return
  if (unread > badges.news || (unread === 0 && badges.news === shown)) setBadge('news', unread)
}
const recount = (): void => void countUnread().catch(() => undefined)

let started = false
/** Keeps the feed up to date with live items; the badge starts at the server's count. */
export const startNews = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    // an album that was closed again takes its item along
    if (
      event.name === 'account.relation.updated' &&
      news.watching &&
      news.items.some((i) => i.newsType === 'album_shared' || i.newsType === 'album_share_ends')
    )
      return readSoon()
    if (
      event.name !== 'account.event.news.created' ||
      event.payload.accountId !== session.accountId
    )
      return
    receiveItem(event.payload)
    if (news.watching && !isRemoved(event.payload)) readSoon()
  })
  onResync(() => (news.watching ? readSoon() : recount()))
  onSessionChange((what) => {
    if (what !== 'account' && what !== 'ended') return
    resetNews()
    if (what === 'account') recount()
  })
  document.addEventListener('visibilitychange', () => waits && readSoon())
  recount()
}
