/** What a notification shows: nothing that tells who or what, unless the sender chose the words (part of the member's settings). */
export interface Shown { readonly title: string; readonly body: string; readonly url: string }

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

const text = (value: unknown, max: number): string => (typeof value === 'string' ? value.slice(0, max) : '')

/** Reads a push payload ({notification: {title, body, deep_link}}); whatever is missing or odd becomes discreet. */
export const readPush = (payload: unknown, origin: string): Shown => {
  const given = typeof payload === 'object' && payload !== null && 'notification' in payload ? payload.notification : null
  const { title, body, deep_link: link } = (typeof given === 'object' && given !== null ? given : {}) as { title?: unknown; body?: unknown; deep_link?: unknown }
  return { title: text(title, 80) || DISCREET, body: text(body, 200), url: inAppUrl(link, origin) }
}
