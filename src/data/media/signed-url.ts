import type { LinkVariant, SignedLink } from '#contract/workers/tabs'
import { readMedia, type MediaTarget } from './media-path'

export interface SignedUrlOptions {
  variant?: LinkVariant
  /** Tries after a failed one; 2 by default, 3 for avatars. */
  retries?: number
  /** Between tries: fixed, or 400 ms doubling. */
  delayMs?: number | 'backoff'
  /** How long this place trusts a link, in seconds; the link's own life by default. */
  lifetimeS?: number
  /** Asks again before the link ends. */
  autoRefresh?: boolean
  /** Asks again when the window gets focus and when the page becomes visible. */
  refetchOnFocus?: boolean
}
export type SignedUrlState =
  | { readonly state: 'loading'; readonly url: null }
  | { readonly state: 'ready'; readonly url: string }
  | { readonly state: 'error'; readonly url: null }

/** Where links come from and what makes them go; the page gives the hub's. */
export interface LinkSource {
  /** A link this page already has, when it is still good. */
  known(id: string, variant: LinkVariant): SignedLink | null
  link(id: string, variant: LinkVariant, fresh: boolean | number): Promise<SignedLink | null>
  drop(id: string): void
  onToken(fn: () => void): () => void
  onDropped(fn: (ids: readonly string[]) => void): () => void
  /** The server can be reached (again). */
  onReachable?(fn: () => void): () => void
}
export interface SignedUrl {
  get(): SignedUrlState
  retry(): void
  invalidate(): void
  stop(): void
}

const RETRIES = 2
const BACKOFF_MS = 400
const FLOOR_MS = 30_000
const LOADING: SignedUrlState = { state: 'loading', url: null }
const FAILED: SignedUrlState = { state: 'error', url: null }

/** When to ask again, in ms after the answer: 10 % of the life before its end, at most 60 s before, never within 30 s (CORE-196). */
export const refreshDelayMs = (lifetimeMs: number): number =>
  Math.max(FLOOR_MS, lifetimeMs - Math.min(60_000, lifetimeMs / 10))
/** Before retry n (0, 1, 2 …): 400, 800, 1600 ms (CORE-195). */
export const backoffMs = (n: number): number => BACKOFF_MS * 2 ** n

const targetOf = (ref: string | null, variant: LinkVariant): MediaTarget | 'none' | 'bad' => {
  try {
    return readMedia(ref, variant) ?? 'none'
  } catch {
    return 'bad'
  }
}
/** What can be shown before anything is asked. */
export const firstState = (
  ref: string | null,
  variant: LinkVariant,
  source: Pick<LinkSource, 'known'>,
): SignedUrlState => {
  const target = targetOf(ref, variant)
  if (target === 'none') return LOADING
  if (target === 'bad') return FAILED
  if (target.kind === 'absolute') return { state: 'ready', url: target.url }
  const link = source.known(target.id, target.variant)
  return link ? { state: 'ready', url: link.url } : LOADING
}

/** Follows the signed link of one media: loading → ready or error. `changed` is called after each change of `get()`. */
export const createSignedUrl = (
  ref: string | null,
  options: SignedUrlOptions,
  source: LinkSource,
  changed: () => void,
): SignedUrl => {
  const {
    variant = 'full',
    retries = RETRIES,
    delayMs = 'backoff',
    lifetimeS,
    autoRefresh = false,
    refetchOnFocus = false,
  } = options
  let state = firstState(ref, variant, source)
  let run = 0
  /** After a failure for want of an answer: waits for the server to be reached. */
  let recovery: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const put = (next: SignedUrlState): void => {
    if (next.state === state.state && next.url === state.url) return
    state = next
    changed()
  }
  const target = targetOf(ref, variant)
  if (typeof target === 'string' || target.kind === 'absolute') {
    return {
      get: () => state,
      retry: () => undefined,
      invalidate: () => undefined,
      stop: () => undefined,
    }
  }
  const { id, variant: wanted } = target

  const accept = (link: SignedLink): void => {
    put({ state: 'ready', url: link.url })
    clearTimeout(timer)
    if (!autoRefresh) return
    const life = Math.max(
      FLOOR_MS,
      lifetimeS === undefined ? link.expiresAt - Date.now() : lifetimeS * 1000,
    )
    timer = setTimeout(() => void load(link.expiresAt), refreshDelayMs(life))
  }
  const load = async (fresh: boolean | number): Promise<void> => {
    clearTimeout(timer)
    const mine = (run += 1)
    recovery?.()
    recovery = undefined
    for (let n = 0; ; n += 1) {
      try {
        const link = await source.link(id, wanted, fresh)
        if (mine !== run) return
        // refused (401, 403, 404): trying again would not help
        return link ? accept(link) : put(FAILED)
      } catch {
        if (mine !== run) return
        if (n >= retries) {
          recovery = source.onReachable?.(() => void load(false))
          return put(FAILED)
        }
        await new Promise((resolve) => {
          timer = setTimeout(resolve, delayMs === 'backoff' ? backoffMs(n) : delayMs)
        })
        if (mine !== run) return
      }
    }
  }
  const focus = (): void => {
    if (document.visibilityState !== 'hidden') void load(true)
  }
  const stops = [
    source.onToken(() => void load(false)),
    source.onDropped((ids) => {
      if (!ids.includes(id)) return
      put(LOADING)
      void load(false)
    }),
  ]
  if (refetchOnFocus) {
    addEventListener('focus', focus)
    document.addEventListener('visibilitychange', focus)
    stops.push(
      () => removeEventListener('focus', focus),
      () => document.removeEventListener('visibilitychange', focus),
    )
  }
  const known = source.known(id, wanted)
  if (known) accept(known)
  else void load(false)

  return {
    get: () => state,
    retry: () => {
      put(LOADING)
      void load(true)
    },
    invalidate: () => {
      source.drop(id)
      put(LOADING)
      void load(true)
    },
    stop: () => {
      run += 1
      clearTimeout(timer)
      recovery?.()
      for (const stop of stops) stop()
    },
  }
}
