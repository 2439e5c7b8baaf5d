import { TOKEN_EXPIRING_S } from '#contract/limits'
import type { EndReason, HubSession } from '#contract/workers/tabs'
import { requestToken, sendRequest, type ApiRequest } from './api'
import { createTokenClock, readClaims } from './claims'
import { createTokenRenewal } from './renewal'

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
  /**
   * Ends the session on the server and here, unless another one has begun in the meantime. False:
   * the server has not ended it.
   */
  logout(): Promise<boolean>
  /** Whether this hub renews the token before it expires. */
  keepAlive(on: boolean): void
}

const userOf = (token: string | null | undefined): string | undefined => readClaims(token)?.sub

/** `next` with `held` instead of its token, if that is a later one of the same user. */
const withLater = (next: HubSession | null, held: string | null): HubSession | null => {
  const known = readClaims(held)
  const given = readClaims(next?.token)
  const isLater = known && given && known.sub === given.sub && known.expMs > given.expMs
  return next && held && isLater ? { ...next, token: held } : next
}

/** Whether the server itself confirms: an intermediary's page has a good status too. */
const succeeds = (answer: Promise<Response>): Promise<boolean> =>
  answer
    .then(
      async (reply) => reply.ok && ((await reply.json()) as { success?: unknown }).success === true,
    )
    .catch(() => false)

export const createSession = ({ fetch, locks, onToken, onEnded }: SessionDeps): HubSessions => {
  let session: HubSession | null = null
  /** The last token received, even before a tab made it its session: saves a second refresh. */
  let latest: string | null = null
  let pending: Promise<string | null> | null = null
  let epoch = 0
  /** Whether another session has begun since: an earlier request must not act on it. */
  const isReplaced = (sentIn: number): boolean => session !== null && sentIn !== epoch
  const clock = createTokenClock()
  const renewal = createTokenRenewal({
    leftMs: () => (session ? clock.leftMs(session.token) : Number.POSITIVE_INFINITY),
    renew: () => refresh(session?.token ?? null, 'expired'),
  })

  const replace = (next: HubSession | null): HubSession | null => {
    if (userOf(next?.token) !== userOf(session?.token)) {
      epoch += 1
      pending = null
    }
    session = next
    latest = next?.token ?? null
    renewal.plan()
    return next
  }
  const end = (reason: EndReason): void => {
    const had = session !== null
    replace(null)
    if (had || reason === 'logout') onEnded(reason)
  }
  const requestNew = async (reason: EndReason): Promise<string | null> => {
    const sentIn = epoch
    const token = await requestToken(fetch, locks)
    // another session has begun, or this one has ended: neither gets the token of an earlier one
    if (sentIn !== epoch && userOf(token) !== userOf(session?.token)) return session?.token ?? null
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
    const request = (pending ??= requestNew(reason).finally(() => {
      if (pending === request) pending = null
    }))
    return request
  }
  const call: HubSessions['call'] = async (path, init) => {
    const [sentAs, sentIn] = [session, epoch]
    const response = await sendRequest(fetch, sentAs, path, init)
    if (response.status !== 401 || !sentAs) return response
    const token = await refresh(sentAs.token, 'expired')
    if (token === null || isReplaced(sentIn)) return response
    return sendRequest(fetch, { ...sentAs, token }, path, init)
  }

  return {
    current: () => session,
    set: (next) => replace(withLater(next, session?.token ?? latest)),
    refresh,
    check: async () =>
      session !== null &&
      (clock.leftMs(session.token) >= TOKEN_EXPIRING_S * 1000 ||
        (await refresh(session.token, 'expired')) !== null),
    call,
    logout: () => {
      const sentIn = epoch
      const leave = (): void => (isReplaced(sentIn) ? undefined : end('logout'))
      return succeeds(call('/auth/logout', { method: 'POST' })).finally(leave)
    },
    keepAlive: renewal.enable,
  }
}
