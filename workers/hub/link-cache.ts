import type { LinkVariant, SignedLink } from '#contract/workers/tabs'
import type { LinkKey, ReceivedLink } from './link-request'

interface CachedLink extends SignedLink {
  readonly fetchedAt: number
}
const CACHE_MAX = 2_000
/** Lifetime of a link whose reply has none (CORE-192), and the shortest one that is assumed. */
const DEFAULT_LIFETIME_MS = 30 * 60_000
const MIN_LIFETIME_MS = 30_000
/** The picture itself must still be requested within the lifetime of its link. */
const MARGIN_MS = 1_000
/** Tabs that request a fresh link within this time get the same one. */
const FRESH_MS = 5_000

const lifetimeMs = (expiresInS: unknown): number =>
  Math.max(
    MIN_LIFETIME_MS,
    typeof expiresInS === 'number' && expiresInS > 0 ? expiresInS * 1000 : DEFAULT_LIFETIME_MS,
  )
export const linkKeyOf = ({ id, variant }: LinkKey): string => `${id}:${variant}`
const VARIANTS: readonly LinkVariant[] = ['full', 'thumbnail']

interface LinkCache {
  /**
   * A link that is still valid. `fresh`: true for one fetched just now; a time (ms) for one that
   * expires later.
   */
  get(key: LinkKey, fresh: boolean | number): SignedLink | null
  add(received: ReceivedLink): SignedLink
  drop(ids: readonly string[]): void
  clear(): void
}
/** The last links by media and variant; the oldest one is evicted first. */
export const createLinkCache = (): LinkCache => {
  const cache = new Map<string, CachedLink>()
  return {
    get: (key, fresh) => {
      const known = cache.get(linkKeyOf(key))
      const now = Date.now()
      if (!known || known.expiresAt - MARGIN_MS <= now) return null
      const isNewer = typeof fresh === 'number' ? known.expiresAt > fresh : !fresh
      return isNewer || now - known.fetchedAt <= FRESH_MS ? known : null
    },
    add: (received) => {
      const fetchedAt = Date.now()
      const expiresAt = fetchedAt + lifetimeMs(received.expires_in)
      const link = { url: received.url, expiresAt, fetchedAt }
      const key = linkKeyOf(received)
      cache.delete(key)
      cache.set(key, link)
      if (cache.size > CACHE_MAX) cache.delete(cache.keys().next().value as string)
      return link
    },
    drop: (ids) => {
      for (const id of ids) for (const variant of VARIANTS) cache.delete(linkKeyOf({ id, variant }))
    },
    clear: () => cache.clear(),
  }
}
