import type { LinkVariant, SignedLink } from '#contract/workers/tabs'
import { parseMediaRef, type MediaTarget } from './media-path'

export interface SignedUrlOptions {
  variant?: LinkVariant
  /** Retries after a failure; 2 by default, 3 for avatars. */
  retries?: number
  /** Delay between retries: fixed, or 400 ms doubling. */
  delayMs?: number | 'backoff'
  /** How long a link is used, in seconds; its own lifetime by default. */
  lifetimeS?: number
  /** Requests a new link before it expires. */
  autoRefresh?: boolean
  /** Requests a new link when the window gets focus or the page becomes visible. */
  refetchOnFocus?: boolean
}
export type SignedUrlState =
  | { readonly state: 'loading'; readonly url: null }
  | { readonly state: 'ready'; readonly url: string }
  /** `refused`: the server gives no link to it, or no longer. */
  | { readonly state: 'error'; readonly url: null; readonly refused?: true }

/** Source of links and of their invalidation; in the app, the hub. */
export interface LinkSource {
  /** A cached link that is still valid. */
  known(id: string, variant: LinkVariant): SignedLink | null
  link(id: string, variant: LinkVariant, fresh: boolean | number): Promise<SignedLink | null>
  drop(id: string): void
  onToken(fn: () => void): () => void
  onDropped(fn: (ids: readonly string[]) => void): () => void
  /** The server is reachable again. */
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
const REFUSED: SignedUrlState = { state: 'error', url: null, refused: true }

/**
 * Delay before requesting a new link, ms after the reply: 10 % of the lifetime before expiry, at
 * most 60 s before, never within 30 s (CORE-196).
 */
export const refreshDelayMs = (lifetimeMs: number): number =>
  Math.max(FLOOR_MS, lifetimeMs - Math.min(60_000, lifetimeMs / 10))
/** Delay before retry n (0, 1, 2 …): 400, 800, 1600 ms (CORE-195). */
export const backoffMs = (n: number): number => BACKOFF_MS * 2 ** n

const targetOf = (ref: string | null, variant: LinkVariant): MediaTarget | 'none' | 'bad' => {
  try {
    return parseMediaRef(ref, variant) ?? 'none'
  } catch {
    return 'bad'
  }
}
/** State before any request. */
export const initialUrlState = (
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

const NOTHING_TO_FOLLOW = {
  retry: () => undefined,
  invalidate: () => undefined,
  stop: () => undefined,
}

interface Loading {
  readonly lifetimeS: number | undefined
  readonly retries: number
  readonly delayMs: number | 'backoff'
  readonly autoRefresh: boolean
  readonly request: (fresh: boolean | number) => Promise<SignedLink | null>
  readonly onReachable: (fn: () => void) => (() => void) | undefined
  readonly put: (state: SignedUrlState) => void
}

/** Requests links of one media with retries, and again before they expire; a newer request replaces an older one. */
const createLoader = ({
  retries,
  delayMs,
  lifetimeS,
  autoRefresh,
  request,
  onReachable,
  put,
}: Loading) => {
  let run = 0
  /** After a network failure: waits until the server is reachable. */
  let recovery: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: (() => void) | undefined

  /** Nothing is requested for a hidden page. */
  const refresh = (expiresAt: number): void => {
    if (document.visibilityState !== 'hidden') return void load(expiresAt)
    shown?.()
    shown = onFocus(() => void load(expiresAt))
  }
  const accept = (link: SignedLink): void => {
    put({ state: 'ready', url: link.url })
    clearTimeout(timer)
    if (!autoRefresh) return
    const life = Math.max(
      FLOOR_MS,
      lifetimeS === undefined ? link.expiresAt - Date.now() : lifetimeS * 1000,
    )
    timer = setTimeout(() => refresh(link.expiresAt), refreshDelayMs(life))
  }
  const load = async (fresh: boolean | number): Promise<void> => {
    clearTimeout(timer)
    shown?.()
    shown = undefined
    const mine = (run += 1)
    recovery?.()
    recovery = undefined
    for (let n = 0; ; n += 1) {
      try {
        const link = await request(fresh)
        if (mine !== run) return
        // refused (401, 403, 404): a retry would not help
        return link ? accept(link) : put(REFUSED)
      } catch {
        if (mine !== run) return
        if (n >= retries) {
          recovery = onReachable(() => void load(false))
          return put(FAILED)
        }
        await new Promise((resolve) => {
          timer = setTimeout(resolve, delayMs === 'backoff' ? backoffMs(n) : delayMs)
        })
        if (mine !== run) return
      }
    }
  }
  const stop = (): void => {
    run += 1
    clearTimeout(timer)
    shown?.()
    recovery?.()
  }
  return { accept, load, stop }
}

/** Calls `fn` when the window gets focus or the page becomes visible. */
const onFocus = (fn: () => void): (() => void) => {
  const focus = (): void => {
    if (document.visibilityState !== 'hidden') fn()
  }
  addEventListener('focus', focus)
  document.addEventListener('visibilitychange', focus)
  return () => {
    removeEventListener('focus', focus)
    document.removeEventListener('visibilitychange', focus)
  }
}

/**
 * Follows the signed link of one media: loading → ready or error. `changed` is called after each
 * change of `get()`.
 */
export const createSignedUrl = (
  ref: string | null,
  options: SignedUrlOptions,
  source: LinkSource,
  changed: () => void,
): SignedUrl => {
  const { variant = 'full', refetchOnFocus = false } = options
  let state = initialUrlState(ref, variant, source)
  const get = (): SignedUrlState => state
  const put = (next: SignedUrlState): void => {
    if (next === state || (next.url !== null && next.url === state.url)) return
    state = next
    changed()
  }
  const target = targetOf(ref, variant)
  if (typeof target === 'string' || target.kind === 'absolute') return { get, ...NOTHING_TO_FOLLOW }
  const { id, variant: wanted } = target

  const loader = createLoader({
    retries: options.retries ?? RETRIES,
    delayMs: options.delayMs ?? 'backoff',
    lifetimeS: options.lifetimeS,
    autoRefresh: options.autoRefresh ?? false,
    request: (fresh) => source.link(id, wanted, fresh),
    onReachable: (fn) => source.onReachable?.(fn),
    put,
  })
  const again = (fresh: boolean): void => {
    put(LOADING)
    void loader.load(fresh)
  }
  const stops = [
    source.onToken(() => void loader.load(false)),
    source.onDropped((ids) => {
      if (ids.includes(id)) again(false)
    }),
  ]
  if (refetchOnFocus) stops.push(onFocus(() => void loader.load(true)))
  const known = source.known(id, wanted)
  if (known) loader.accept(known)
  else void loader.load(false)

  return {
    get,
    retry: () => again(true),
    invalidate: () => {
      source.drop(id)
      again(true)
    },
    stop: () => {
      loader.stop()
      for (const stop of stops) stop()
    },
  }
}
