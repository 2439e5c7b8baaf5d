import { onForget } from '../session/state'

/** Reply to a request that was sent before the bundle ran; its body is already read. */
interface PrefetchedReply {
  readonly status: number
  readonly ok: boolean
  readonly retryAfter: string | null
  readonly text: string
}

/** What `src/app/early` leaves on the window for the bundle. */
export interface Prefetched {
  token: string | null
  identity: string | null
  /** By path below the API base. */
  replies: Record<string, Promise<PrefetchedReply> | undefined>
  /** Settles when the expired token has been renewed; null: nothing to renew. */
  renewed: Promise<unknown> | null
  /** A request found no network. */
  offline: boolean
}

const page = globalThis as { prefetched?: Prefetched }
onForget(() => delete page.prefetched)

/** Older replies are not used, ms since navigation. */
const USABLE_MS = 20_000
const current = (): Prefetched | undefined =>
  performance.now() > USABLE_MS ? undefined : page.prefetched

/**
 * The reply to this GET if it was requested early with the same token and identity, once. Rejects as
 * the call itself would; undefined: send the request.
 */
export const takePrefetched = (
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<PrefetchedReply> | undefined => {
  const prefetched = current()
  const reply = prefetched?.replies[path]
  if (!prefetched || !reply) return undefined
  delete prefetched.replies[path]
  const identity = headers['x-active-identity'] ?? null
  // only the lists depend on the identity
  const isSame =
    headers['authorization'] === `Bearer ${prefetched.token ?? ''}` &&
    (path === '/auth/me' || path === '/accounts/check' || identity === prefetched.identity)
  return isSame ? reply : undefined
}

/** Waits for the early renewal of the token, which ends up in storage. False: there was no network. */
export const waitForEarlyRenewal = async (): Promise<boolean> => {
  try {
    await current()?.renewed
    return true
  } catch {
    return false
  }
}

/** Whether the early requests found no network. */
export const startedOffline = (): boolean => current()?.offline ?? false
