import { countNews } from '#contract/news'
import { call } from '../../data/http/api'
import { badges, setBadge } from '../../data/state/badges'
import { onEvent, onResync } from '../../data/hub/hub'
import { onSessionChange, session } from '../../data/session/session'
import { loadNews } from './load'
import { arrive, isRemoved, news, resetNews } from './store'

/** Twenty invitations at once are one reading. */
const GAP_MS = 500
let timer: ReturnType<typeof setTimeout> | undefined
let waits = false

/** Reads the first page soon, once the screen is really looked at: the server then knows that the items were read, and says who did what. */
const readSoon = (): void => {
  waits = true
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (!waits || !news.watching || document.visibilityState === 'hidden') return
    waits = false
    void loadNews()
  }, GAP_MS)
}

/** What came while nobody was here: the badge never says less than the server. */
const countUnread = async (): Promise<void> => {
  if (session.phase !== 'signed-in') return
  const of = session.accountId
  const { unread } = await call(countNews, {})
  if (session.accountId === of && !news.watching && unread > badges.news) setBadge('news', unread)
}
const recount = (): void => void countUnread().catch(() => undefined)

let started = false
/** The feed follows live items, and the badge begins with what the server counts. */
export const startNews = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (
      event.name !== 'account.event.news.created' ||
      event.payload.accountId !== session.accountId
    )
      return
    arrive(event.payload)
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
