import { config } from './start/config'
import { storage } from './device/storage'

/** Words of our paths. Anything else in one is an id, a handle or a code, and stays on the device. */
const WORDS: ReadonlySet<string> = new Set([
  'albums',
  'connection',
  'conversations',
  'demandes',
  'edit',
  'events',
  'feedback',
  'new',
  'news',
  'profile',
  'radar',
  'settings',
  'share',
  'subscribers',
])
/** The `txor` of the page's address goes along if it is one word: a link may carry anything in it. */
const TXOR = /^[\w-]{1,64}$/

/** One per loaded page; stored nowhere. */
const sessionId = crypto.randomUUID()

/** A path without what it leads to: `/conversations/:id`. */
export const anonymousPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (part === '' || WORDS.has(part) ? part : ':id'))
    .join('/')

/** A page of another site that led here: its origin only. */
const referrer = (): string => {
  if (!URL.canParse(document.referrer)) return ''
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? '' : origin
}

/** Whether this installation counts visits at all. */
export const countsVisits = (): boolean => Boolean(config()?.visits)

/**
 * Reports an opened page to the configured endpoint (MSG-167): only with the member's consent on
 * this device, without account, ids or query. Failures are ignored.
 */
export const reportVisit = (path: string): void => {
  const visits = config()?.visits
  if (!visits || storage.get('visits') !== 'true') return
  const txor = new URLSearchParams(location.search).get('txor')
  void fetch(`${visits.url}/event`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      session_id: sessionId,
      page_url: location.origin + anonymousPath(path),
      referrer: referrer(),
      timestamp: new Date().toISOString(),
      screen_size: `${screen.width}x${screen.height}`,
      viewport_size: `${innerWidth}x${innerHeight}`,
      pixel_ratio: devicePixelRatio,
      txor: txor !== null && TXOR.test(txor) ? txor : null,
      site_id: visits.siteId,
    }),
  }).catch(() => undefined)
}
