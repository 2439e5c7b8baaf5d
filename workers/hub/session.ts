import { TOKEN_EXPIRING_S } from '#contract/limits'
import type { HubSession } from '#contract/workers/tabs'
import { requestToken, sendRequest, type ApiRequest } from './api'
import { createTokenClock, readClaims } from './claims'
import { createRenewal } from './renewal'

export type EndReason = 'expired' | 'lost' | 'logout'
interface SessionDeps {
  readonly fetch: typeof fetch
  readonly locks: Pick<LockManager, 'request'> | undefined
  onToken(token: string): void
  onEnded(reason: EndReason): void
}
export interface HubSessions {
  current(): HubSession | null
  /**
   * Takes a tab's session; of two tokens of one user the later one is kept. Returns the resulting
   * session.
   */
  set(session: HubSession | null): HubSession | null
  /**
   * A new access token, one request for all callers. null: the session has ended. Rejects when the
   * server is unreachable.
   */
  refresh(failedToken: string | null, reason: 'expired' | 'lost'): Promise<string | null>
  /**
   * Refreshes when less than 300 s of the token are left (MSG-207). False: the session has ended.
   */
  check(): Promise<boolean>
  /**
   * A call of the product API with token and identity; after a 401 it refreshes and retries once.
   */
  call(path: string, init: ApiRequest): Promise<Response>
  /** Whether this hub renews the token before it expires. */
  keepAlive(on: boolean): void
}

export const createSession = ({ fetch, locks, onToken, onEnded }: SessionDeps): HubSessions => {
  let session: HubSession | null = null
  /**
   * The last token received, even before a tab made it its session: ten tabs that wake up late need
   * no second refresh.
   */
  let latest: string | null = null
  let pending: Promise<string | null> | null = null
  const clock = createTokenClock()
  const renewal = createRenewal({
    leftMs: () => session && clock.leftMs(session.token),
    renew: () => refresh(session?.token ?? null, 'expired'),
  })

  const end = (reason: EndReason): void => {
    const had = session !== null
    session = latest = null
    renewal.cancel()
    if (had) onEnded(reason)
  }
  const requestNew = async (reason: EndReason): Promise<string | null> => {
    const token = await requestToken(fetch, locks)
    if (token === null) {
      end(reason)
      return null
    }
    clock.learn(token)
    latest = token
    if (session) session = { ...session, token }
    renewal.succeeded()
    onToken(token)
    return token
  }
  const refresh: HubSessions['refresh'] = (failedToken, reason) => {
    const token = session?.token ?? latest
    // another caller has refreshed already: this one only has an old token
    if (token && token !== failedToken && clock.leftMs(token) > 0) return Promise.resolve(token)
    pending ??= requestNew(reason).finally(() => {
      pending = null
    })
    return pending
  }

  return {
    current: () => session,
    set: (next) => {
      const held = session?.token ?? latest
      const known = held === null ? null : readClaims(held)
      const given = next && readClaims(next.token)
      const older = known && given && known.sub === given.sub && known.expMs > given.expMs
      session = next && older && held !== null ? { ...next, token: held } : next
      latest = session?.token ?? null
      renewal.plan()
      return session
    },
    refresh,
    check: async () => {
      if (!session) return false
      if (clock.leftMs(session.token) >= TOKEN_EXPIRING_S * 1000) return true
      return (await refresh(session.token, 'expired')) !== null
    },
    call: async (path, init) => {
      const token = session?.token ?? null
      const response = await sendRequest(fetch, session, path, init)
      if (response.status !== 401 || token === null) return response
      return (await refresh(token, 'expired')) === null
        ? response
        : sendRequest(fetch, session, path, init)
    },
    keepAlive: (on) => renewal.enable(on),
  }
}
