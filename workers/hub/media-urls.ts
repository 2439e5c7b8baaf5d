import type { LinkVariant, SignedLink } from '#contract/workers/tabs'

export interface LinksDeps {
  /** A call of the product API; 401 is already taken care of. */
  call(path: string, init: { method: string; body?: unknown }): Promise<Response>
}
export interface HubLinks {
  link(id: string, variant: LinkVariant, fresh?: boolean | number): Promise<SignedLink | null>
  drop(ids: readonly string[]): void
  clear(): void
}
interface Wanted {
  readonly id: string
  readonly variant: LinkVariant
  done(link: SignedLink | null): void
  failed(error: unknown): void
}
interface Cached extends SignedLink {
  readonly fetchedAt: number
}

const WINDOW_MS = 10
const BATCH_MAX = 100
const CACHE_MAX = 2_000
/** Lifetime of a link whose answer gives none (CORE-192), and the least that one is taken to live. */
export const DEFAULT_LIFETIME_MS = 30 * 60_000
export const MIN_LIFETIME_MS = 30_000
/** The picture itself must still be asked for within the life of the link. */
const MARGIN_MS = 1_000
/** Several tabs that ask for a fresh link at the same moment get the same one. */
const FRESH_MS = 5_000

const lifetimeMs = (expiresInS: unknown): number =>
  Math.max(
    MIN_LIFETIME_MS,
    typeof expiresInS === 'number' && expiresInS > 0 ? expiresInS * 1000 : DEFAULT_LIFETIME_MS,
  )
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const keyOf = (id: string, variant: LinkVariant): string => `${id}:${variant}`
const refused = (status: number): boolean => status === 401 || status === 403 || status === 404

/**
 * Signed links, shared by all tabs. What is asked within 10 ms goes in one call (POST /media/urls, 100 at most); a single
 * one by its own path (GET /media/{id}/url or /thumbnail). null: not visible to this member. Rejects when the server fails.
 */
export const createLinks = ({ call }: LinksDeps): HubLinks => {
  const cache = new Map<string, Cached>()
  const flights = new Map<string, Promise<SignedLink | null>>()
  let queue: Wanted[] = []
  /** Raised when the cache is emptied: answers of before are not kept. */
  let epoch = 0

  const keep = (id: string, variant: LinkVariant, url: string, expiresInS: unknown): SignedLink => {
    const fetchedAt = Date.now()
    const link = { url, expiresAt: fetchedAt + lifetimeMs(expiresInS), fetchedAt }
    const key = keyOf(id, variant)
    cache.delete(key)
    cache.set(key, link)
    const oldest = cache.size > CACHE_MAX ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    return link
  }
  const one = async ({ id, variant }: Wanted, at: number): Promise<SignedLink | null> => {
    const answer = await call(
      `/media/${encodeURIComponent(id)}/${variant === 'full' ? 'url' : 'thumbnail'}`,
      { method: 'GET' },
    )
    if (refused(answer.status)) return null
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const body = (await answer.json()) as {
      signed_url?: string
      url?: string
      signedUrl?: string
      thumbnail_url?: string
      thumbnailUrl?: string
      expires_in?: number
    }
    const url =
      variant === 'full'
        ? (body.signed_url ?? body.url ?? body.signedUrl)
        : (body.thumbnail_url ?? body.url ?? body.thumbnailUrl)
    if (!url)
      throw new Error(variant === 'full' ? 'URL signée manquante' : 'URL vignette manquante')
    return at === epoch ? keep(id, variant, url, body.expires_in) : { url, expiresAt: 0 }
  }
  const many = async (wanted: readonly Wanted[], at: number): Promise<Map<string, SignedLink>> => {
    const found = new Map<string, SignedLink>()
    const answer = await call('/media/urls', {
      method: 'POST',
      body: { items: wanted.map(({ id, variant }) => ({ id, variant })) },
    })
    if (refused(answer.status)) return found
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const { links } = (await answer.json()) as {
      links: readonly { id: string; variant: LinkVariant; url: string; expires_in: number }[]
    }
    for (const l of links)
      found.set(
        keyOf(l.id, l.variant),
        at === epoch ? keep(l.id, l.variant, l.url, l.expires_in) : { url: l.url, expiresAt: 0 },
      )
    return found
  }
  const send = async (wanted: readonly Wanted[]): Promise<void> => {
    try {
      const first = wanted[0]
      if (wanted.length === 1 && first) return first.done(await one(first, epoch))
      const found = await many(wanted, epoch)
      for (const w of wanted) w.done(found.get(keyOf(w.id, w.variant)) ?? null)
    } catch (error) {
      for (const w of wanted) w.failed(error)
    }
  }
  const flush = (): void => {
    const all = queue
    queue = []
    for (let i = 0; i < all.length; i += BATCH_MAX) void send(all.slice(i, i + BATCH_MAX))
  }

  return {
    link: (id, variant, fresh = false) => {
      // one bad id would have the whole batch refused
      if (!UUID.test(id)) return Promise.resolve(null)
      const key = keyOf(id, variant)
      const known = cache.get(key)
      const now = Date.now()
      const newer = typeof fresh === 'number' ? (known?.expiresAt ?? 0) > fresh : !fresh
      if (
        known &&
        known.expiresAt - MARGIN_MS > now &&
        (newer || now - known.fetchedAt <= FRESH_MS)
      ) {
        return Promise.resolve({ url: known.url, expiresAt: known.expiresAt })
      }
      const flight = flights.get(key)
      if (flight) return flight
      const asked = new Promise<SignedLink | null>((done, failed) => {
        if (queue.length === 0) setTimeout(flush, WINDOW_MS)
        queue.push({ id, variant, done, failed })
      }).finally(() => {
        if (flights.get(key) === asked) flights.delete(key)
      })
      flights.set(key, asked)
      return asked
    },
    drop: (ids) => {
      for (const id of ids)
        for (const variant of ['full', 'thumbnail'] as const) cache.delete(keyOf(id, variant))
    },
    clear: () => {
      epoch += 1
      cache.clear()
      flights.clear()
    },
  }
}
