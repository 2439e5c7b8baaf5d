import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { LinkVariant, SignedLink } from '#contract/workers/tabs'
import { hub, onLinksDropped } from '../hub/hub'
import { readMedia } from './media-path'
import { onReachable } from '../hub/reachable'
import { onSessionChange } from '../session/state'
import {
  createSignedUrl,
  firstState,
  type LinkSource,
  type SignedUrl,
  type SignedUrlOptions,
  type SignedUrlState,
} from './signed-url'

export { mediaPath } from './media-path'
export type { SignedUrlOptions } from './signed-url'

/** Links that this page has had, so that a row that scrolls back shows its picture at once. The hub's cache is the real one. */
const known = new Map<string, SignedLink>()
const KNOWN_MAX = 1_000
/** The picture still has to be asked for within the life of its link. */
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

/** The link of a picture when the page has a good one; null when it must be asked for. Nothing follows it: see `useSignedUrl`. */
export const linkNow = (ref: string, variant: LinkVariant): string | null =>
  firstState(ref, variant, source).url
/** Says that the link of a picture is no good. */
export const dropLink = (ref: string): void => {
  const target = readMedia(ref)
  if (target?.kind === 'media') source.drop(target.id)
}
export { onLinksDropped } from '../hub/hub'

/** The link of a picture that comes next, asked for when it is not there; null where there is none. Rejects when the server fails: who shows the picture tells that. */
export const linkAhead = async (ref: string, variant: LinkVariant): Promise<string | null> => {
  const target = readMedia(ref, variant)
  if (target?.kind !== 'media') return target?.url ?? null
  return (
    (
      source.known(target.id, target.variant) ??
      (await source.link(target.id, target.variant, false))
    )?.url ?? null
  )
}

/**
 * The signed link of a media, from the hub's shared cache. `media`: bare id, /api/media/{id}/url|thumbnail, legacy
 * /media/…, or an absolute http(s) address that is used as it is; null stays `loading`.
 */
export const useSignedUrl = (
  media: string | null,
  options: SignedUrlOptions = {},
): SignedUrlState & { retry(): void; invalidate(): void } => {
  const { variant, retries, delayMs, lifetimeS, autoRefresh, refetchOnFocus } = options
  /** The link that is followed, with the subscription that follows it: a row that is used again never shows the last one's picture. */
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
  const first = useMemo(() => firstState(media, variant ?? 'full', source), [media, variant])
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
    // the same object while it says the same: another one renders every picture a second time, at once
    return now.url === first.url && now.state === first.state ? first : now
  })
  const retry = useCallback(() => current.current?.link.retry(), [])
  const invalidate = useCallback(() => current.current?.link.invalidate(), [])
  return { ...state, retry, invalidate }
}
