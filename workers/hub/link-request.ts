import type { LinkVariant } from '#contract/workers/tabs'
import type { ApiRequest } from './api'

/** A call of the product API; 401 is already handled. */
export type ApiCall = (path: string, init: ApiRequest) => Promise<Response>
export interface LinkKey {
  readonly id: string
  readonly variant: LinkVariant
}
export interface ReceivedLink extends LinkKey {
  readonly url: string
  readonly expires_in?: number | undefined
}
export const LINKS_MAX = 100

const isRefused = (status: number): boolean => status === 401 || status === 403 || status === 404

/** GET /media/{id}/url or /thumbnail; empty: not visible to this member. */
const requestOne = async (call: ApiCall, { id, variant }: LinkKey): Promise<ReceivedLink[]> => {
  const response = await call(
    `/media/${encodeURIComponent(id)}/${variant === 'full' ? 'url' : 'thumbnail'}`,
    { method: 'GET' },
  )
  if (isRefused(response.status)) return []
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const body = (await response.json()) as {
    signed_url?: string
    url?: string
    signedUrl?: string
    thumbnail_url?: string
    thumbnailUrl?: string
    expires_in?: number
  }
  const url =
    variant === 'full'
      ? (body.signed_url ?? body.url ?? body.signedUrl)
      : (body.thumbnail_url ?? body.url ?? body.thumbnailUrl)
  if (!url) throw new Error(variant === 'full' ? 'URL signée manquante' : 'URL vignette manquante')
  return [{ id, variant, url, expires_in: body.expires_in }]
}

const requestMany = async (call: ApiCall, keys: readonly LinkKey[]): Promise<ReceivedLink[]> => {
  const response = await call('/media/urls', {
    method: 'POST',
    body: { items: keys.map(({ id, variant }) => ({ id, variant })) },
  })
  if (isRefused(response.status)) return []
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return ((await response.json()) as { links: ReceivedLink[] }).links
}

/**
 * Links of the media that this member may see, at most `LINKS_MAX` at once. Rejects when the server
 * fails.
 */
export const requestLinks = (call: ApiCall, keys: readonly LinkKey[]): Promise<ReceivedLink[]> => {
  const [first] = keys
  return keys.length === 1 && first ? requestOne(call, first) : requestMany(call, keys)
}
