/**
 * The timer renews this long before expiry: late enough for one refresh per token, early enough for
 * a slow network.
 */
const RENEW_AHEAD_MS = 45_000
const RETRY_MIN_MS = 5_000
const RETRY_MAX_MS = 60_000

interface RenewalDeps {
  /** Time left of the session's token; Infinity: it never expires, or there is no session. */
  leftMs(): number
  renew(): Promise<unknown>
}
interface Renewal {
  enable(on: boolean): void
  /** The token has changed, or there is none. */
  plan(): void
  /** A renewal has succeeded. */
  succeeded(): void
}

/** Renews the token before it expires, and retries with a growing delay. */
export const createTokenRenewal = ({ leftMs, renew }: RenewalDeps): Renewal => {
  let enabled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = RETRY_MIN_MS

  const plan = (delayMs?: number): void => {
    clearTimeout(timer)
    const left = leftMs()
    if (!enabled || left === Number.POSITIVE_INFINITY) return
    timer = setTimeout(run, delayMs ?? Math.max(1_000, left - RENEW_AHEAD_MS))
  }
  const run = (): void => {
    renew().catch(() => {
      plan(retryMs)
      retryMs = Math.min(RETRY_MAX_MS, retryMs * 2)
    })
  }
  return {
    enable: (on) => {
      enabled = on
      plan()
    },
    plan: () => plan(),
    succeeded: () => {
      retryMs = RETRY_MIN_MS
      plan()
    },
  }
}
