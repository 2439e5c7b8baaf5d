import { TOKEN_EXPIRING_S } from '#contract/limits'
import type { HubSession } from '#contract/workers/tabs'
import { REFRESH_LOCK } from '#contract/workers/hub'

export type EndReason = 'expired' | 'lost' | 'logout'
export interface SessionDeps {
  readonly fetch: typeof fetch
  readonly locks: Pick<LockManager, 'request'>
  onToken(token: string): void
  onEnded(reason: EndReason): void
}
export interface HubSessions {
  current(): HubSession | null
  /** Takes what a tab says; of two tokens of one user the younger is kept. Answers the session that holds now. */
  set(session: HubSession | null): HubSession | null
  /** A new access token, once for everybody who asks. null: the session is over. Rejects when the server cannot be reached. */
  refresh(failedToken: string | null, reason: 'expired' | 'lost'): Promise<string | null>
  /** Refreshes when less than 300 s of the token are left (MSG-207). False: the session is over. */
  check(): Promise<boolean>
  /** A call of the product API with bearer and identity; a 401 is refreshed and tried again once. */
  call(
    path: string,
    init: { method: string; body?: unknown; keepalive?: boolean },
  ): Promise<Response>
  /** Whether this hub renews the token before it expires. */
  keepAlive(on: boolean): void
}

const REQUEST_MS = 15_000
/** The timer renews this long before the end of a token: late enough for one refresh per life, early enough for a slow network. */
const RENEW_AHEAD_MS = 45_000
const RETRY_MIN_MS = 5_000
const RETRY_MAX_MS = 60_000

interface Claims {
  readonly sub: string
  readonly iatMs: number
  readonly expMs: number
}
/** Reads a JWT without checking it (only the server can). Null when it is not one. */
export const readClaims = (token: string): Claims | null => {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const claims = JSON.parse(atob(part)) as { sub?: unknown; iat?: unknown; exp?: unknown }
    if (typeof claims.exp !== 'number') return null
    return {
      sub: String(claims.sub ?? ''),
      iatMs: (typeof claims.iat === 'number' ? claims.iat : 0) * 1000,
      expMs: claims.exp * 1000,
    }
  } catch {
    return null
  }
}

export const createSession = ({ fetch, locks, onToken, onEnded }: SessionDeps): HubSessions => {
  let session: HubSession | null = null
  /** The last token that was received, before any tab has made a session of it: ten tabs that wake up late need no second one. */
  let latest: string | null = null
  let flight: Promise<string | null> | null = null
  let keep = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = RETRY_MIN_MS
  /** Server clock minus this device's, learnt from each fresh token: a wrong clock must not refresh for ever. */
  let skewMs = 0

  const leftMs = (token: string): number => {
    const claims = readClaims(token)
    return claims ? claims.expMs - (Date.now() + skewMs) : Number.POSITIVE_INFINITY
  }
  const plan = (delayMs?: number): void => {
    clearTimeout(timer)
    if (!keep || !session) return
    const left = leftMs(session.token)
    if (left === Number.POSITIVE_INFINITY) return
    timer = setTimeout(renew, delayMs ?? Math.max(1_000, left - RENEW_AHEAD_MS))
  }
  const renew = (): void => {
    if (!session) return
    refresh(session.token, 'expired').then(
      () => undefined,
      () => {
        plan(retryMs)
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2)
      },
    )
  }

  const ask = async (reason: 'expired' | 'lost'): Promise<string | null> => {
    // the lock puts hubs of two versions one behind the other: the second rotates the cookie that the first received
    const answer = await locks.request(REFRESH_LOCK, () =>
      fetch('/api/auth/refresh', {
        method: 'POST',
        credentials: 'include',
        cache: 'no-store',
        signal: AbortSignal.timeout(REQUEST_MS),
      }),
    )
    const refused =
      answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429
    if (refused) {
      const had = session !== null
      session = latest = null
      clearTimeout(timer)
      if (had) onEnded(reason)
      return null
    }
    const body = answer.ok ? ((await answer.json()) as { token?: unknown }) : {}
    if (typeof body.token !== 'string') throw new Error(`HTTP ${answer.status}`)
    const claims = readClaims(body.token)
    if (claims && claims.iatMs > 0) skewMs = claims.iatMs - Date.now()
    retryMs = RETRY_MIN_MS
    latest = body.token
    if (session) session = { ...session, token: body.token }
    plan()
    onToken(body.token)
    return body.token
  }
  const refresh: HubSessions['refresh'] = (failedToken, reason) => {
    const token = session?.token ?? latest
    // somebody else was faster: the caller only has an old token
    if (token && token !== failedToken && leftMs(token) > 0) return Promise.resolve(token)
    flight ??= ask(reason).finally(() => {
      flight = null
    })
    return flight
  }

  const send = (
    path: string,
    { method, body, keepalive }: { method: string; body?: unknown; keepalive?: boolean },
  ): Promise<Response> =>
    fetch(`/api${path}`, {
      method,
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_MS),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session ? { authorization: `Bearer ${session.token}` } : {}),
        ...(session?.activeIdentityId ? { 'x-active-identity': session.activeIdentityId } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(keepalive ? { keepalive } : {}),
    })

  return {
    current: () => session,
    set: (next) => {
      const held = session?.token ?? latest
      const known = held === null ? null : readClaims(held)
      const given = next && readClaims(next.token)
      const older = known && given && known.sub === given.sub && known.expMs > given.expMs
      session = next && older && held !== null ? { ...next, token: held } : next
      latest = session?.token ?? null
      plan()
      return session
    },
    refresh,
    check: async () => {
      if (!session) return false
      if (leftMs(session.token) >= TOKEN_EXPIRING_S * 1000) return true
      return (await refresh(session.token, 'expired')) !== null
    },
    call: async (path, init) => {
      const token = session?.token ?? null
      const answer = await send(path, init)
      if (answer.status !== 401 || token === null) return answer
      return (await refresh(token, 'expired')) === null ? answer : send(path, init)
    },
    keepAlive: (on) => {
      keep = on
      plan()
    },
  }
}
