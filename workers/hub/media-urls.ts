import type { LinkVariant, SignedLink } from '#contract/workers/tabs'
import { createLinkCache, linkKeyOf } from './link-cache'
import { LINKS_MAX, requestLinks, type ApiCall, type LinkKey } from './link-request'

export interface HubLinks {
  link(id: string, variant: LinkVariant, fresh?: boolean | number): Promise<SignedLink | null>
  drop(ids: readonly string[]): void
  clear(): void
}
interface QueuedLink extends LinkKey {
  resolve(link: SignedLink | null): void
  reject(error: unknown): void
}

const WINDOW_MS = 10
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Signed links, shared by all tabs. Requests within 10 ms are one call (POST /media/urls); a single
 * one has its own path (GET /media/{id}/url or /thumbnail). null: not visible to this member.
 * Rejects when the server fails.
 */
export const createLinks = (call: ApiCall): HubLinks => {
  const cache = createLinkCache()
  const pending = new Map<string, Promise<SignedLink | null>>()
  let queue: QueuedLink[] = []
  /** Incremented when the cache is cleared: replies to earlier requests are not cached. */
  let epoch = 0

  const send = async (batch: readonly QueuedLink[]): Promise<void> => {
    const sentIn = epoch
    try {
      const links = new Map<string, SignedLink>()
      for (const received of await requestLinks(call, batch))
        links.set(
          linkKeyOf(received),
          sentIn === epoch ? cache.add(received) : { url: received.url, expiresAt: 0 },
        )
      for (const queued of batch) queued.resolve(links.get(linkKeyOf(queued)) ?? null)
    } catch (error) {
      for (const queued of batch) queued.reject(error)
    }
  }
  const flush = (): void => {
    const all = queue
    queue = []
    for (let i = 0; i < all.length; i += LINKS_MAX) void send(all.slice(i, i + LINKS_MAX))
  }
  const enqueue = (id: string, variant: LinkVariant): Promise<SignedLink | null> =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) setTimeout(flush, WINDOW_MS)
      queue.push({ id, variant, resolve, reject })
    })

  return {
    link: (id, variant, fresh = false) => {
      // the server would refuse the whole batch for one malformed id
      if (!UUID.test(id)) return Promise.resolve(null)
      const cached = cache.get({ id, variant }, fresh)
      if (cached) return Promise.resolve(cached)
      const key = linkKeyOf({ id, variant })
      const known = pending.get(key)
      if (known) return known
      const request = enqueue(id, variant).finally(() => {
        if (pending.get(key) === request) pending.delete(key)
      })
      pending.set(key, request)
      return request
    },
    drop: (ids) => {
      // a reply that is on its way was signed before
      epoch += 1
      pending.clear()
      cache.drop(ids)
    },
    clear: () => {
      epoch += 1
      cache.clear()
      pending.clear()
    },
  }
}
