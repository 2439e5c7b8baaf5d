import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { LinkVariant, SignedLink } from '#contract/workers/tabs'
import { hub, onLinksDropped } from '../hub/hub'
import { parseMediaRef } from './media-path'
import { onReachable } from '../hub/reachable'
import { onSessionChange } from '../session/state'
import {
  createSignedUrl,
  initialUrlState,
  type LinkSource,
  type SignedUrl,
  type SignedUrlOptions,
  type SignedUrlState,
} from './signed-url'

export type { SignedUrlOptions } from './signed-url'

/**
 * Links already used by this page, so that a row that scrolls back shows its photo at once. The hub
 * holds the authoritative cache.
 */
const known = new Map<string, SignedLink>()
const KNOWN_MAX = 1_000
/** Margin before expiry: the image request must start while the link is valid. */
const MARGIN_MS = 1_000
const keyOf = (id: string, variant: LinkVariant): string => `${id}:${variant}`
const forget = (id: string): void => {
  known.delete(keyOf(id, 'full'))
  known.delete(keyOf(id, 'thumbnail'))
}
onSessionChange((what) => {
  if (what !== 'identity') known.clear()
})
onLinksDropped((ids) => ids.forEach(forget))

const source: LinkSource = {
  known: (id, variant) => {
    const link = known.get(keyOf(id, variant))
    return link && link.expiresAt - MARGIN_MS > Date.now() ? link : null
  },
  link: async (id, variant, fresh) => {
    const link = await hub().link(id, variant, fresh)
    const oldest = known.size >= KNOWN_MAX ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    if (link) known.set(keyOf(id, variant), link)
    return link
  },
  drop: (id) => {
    forget(id)
    void hub().dropLinks([id])
  },
  onToken: (fn) =>
    onSessionChange((what) => {
      if (what === 'token') fn()
    }),
  onDropped: onLinksDropped,
  onReachable,
}

/**
 * The cached link of a photo; null when it must be requested. Not refreshed: see `useSignedUrl`.
 */
export const cachedLink = (ref: string, variant: LinkVariant): string | null =>
  initialUrlState(ref, variant, source).url
/** Reports that the link of a photo does not work. */
export const reportBrokenLink = (ref: string): void => {
  const target = parseMediaRef(ref)
  if (target?.kind === 'media') source.drop(target.id)
}
export { onLinksDropped } from '../hub/hub'

/**
 * The link of an upcoming photo, requested when missing; null where there is none. Rejects when the
 * server fails; the component that shows the photo reports that.
 */
export const prefetchLink = async (ref: string, variant: LinkVariant): Promise<string | null> => {
  const target = parseMediaRef(ref, variant)
  if (target?.kind !== 'media') return target?.url ?? null
  return (
    (
      source.known(target.id, target.variant) ??
      (await source.link(target.id, target.variant, false))
    )?.url ?? null
  )
}

/**
 * The signed link of a media, from the hub's shared cache. `media`: bare id,
 * /api/media/{id}/url|thumbnail, legacy /media/…, or an absolute http(s) address that is used as it
 * is; null stays `loading`.
 */
export const useSignedUrl = (
  media: string | null,
  options: SignedUrlOptions = {},
): SignedUrlState & { retry(): void; invalidate(): void } => {
  const { variant, retries, delayMs, lifetimeS, autoRefresh, refetchOnFocus } = options
  /** A link with its subscription: a reused row never shows the previous photo. */
  const current = useRef<{ readonly of: unknown; readonly link: SignedUrl } | null>(null)
  const settings = useMemo<SignedUrlOptions>(
    () => ({
      ...(variant ? { variant } : {}),
      ...(retries === undefined ? {} : { retries }),
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(lifetimeS === undefined ? {} : { lifetimeS }),
      ...(autoRefresh ? { autoRefresh } : {}),
      ...(refetchOnFocus ? { refetchOnFocus } : {}),
    }),
    [variant, retries, delayMs, lifetimeS, autoRefresh, refetchOnFocus],
  )
  const first = useMemo(() => initialUrlState(media, variant ?? 'full', source), [media, variant])
  const subscribe = useCallback(
    function follow(changed: () => void) {
      const link = createSignedUrl(media, settings, source, changed)
      current.current = { of: follow, link }
      return () => {
        link.stop()
        if (current.current?.link === link) current.current = null
      }
    },
    [media, settings],
  )
  const state = useSyncExternalStore(subscribe, () => {
    const now = current.current?.of === subscribe ? current.current.link.get() : first
    // reuse the object while its fields are equal: a new one would render every photo twice
    return now.url === first.url && now.state === first.state ? first : now
  })
  const retry = useCallback(() => current.current?.link.retry(), [])
  const invalidate = useCallback(() => current.current?.link.invalidate(), [])
  return { ...state, retry, invalidate }
}
