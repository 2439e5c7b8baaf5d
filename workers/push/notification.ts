/**
 * What a notification shows: neither sender nor content, unless the member chose it (the
 * server then sends the text). A newer one with the same `tag` replaces it. `quiet`: not while a
 * window of the app is in front.
 */
interface NotificationContent {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
  readonly quiet: boolean
}
/** What the Beams client knows a push by; absent from plain subscriptions. */
export const beamsPayload = (payload: unknown): unknown =>
  (payload as { data?: { pusher?: unknown } | null } | null)?.data?.pusher

const DISCREET = 'Nouvelle activité'

/** A path inside the app: same origin, never the API. Anything else leads to the start. */
export const inAppUrl = (link: unknown, origin: string): string => {
  try {
    const url = new URL(typeof link === 'string' ? link : '/', origin)
    return url.origin === origin && !url.pathname.startsWith('/api/') ? url.href : `${origin}/`
  } catch {
    return `${origin}/`
  }
}

const text = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.slice(0, max) : ''

/**
 * Reads a push payload ({notification: {title, body, deep_link}, data: {url, tag}}); whatever is
 * missing or odd becomes discreet.
 */
export const readPush = (payload: unknown, origin: string): NotificationContent => {
  const part = (name: 'notification' | 'data'): Record<string, unknown> => {
    const found =
      typeof payload === 'object' && payload !== null
        ? (payload as Record<string, unknown>)[name]
        : null
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
  }
  const {
    title,
    body,
    deep_link: link,
    hide_notification_if_site_has_focus: quiet,
  } = part('notification')
  const data = part('data')
  const url = inAppUrl(data['url'] ?? link, origin)
  return {
    title: text(title, 80) || DISCREET,
    body: text(body, 200),
    url,
    tag: text(data['tag'], 64) || url,
    quiet: quiet === true,
  }
}
