import { PRIVATE_LINK_S, PUBLIC_LINK_S } from '#contract/limits'
import type { LinkVariant } from '#contract/workers'
import { sameText, sign } from '../tokens'

export interface LinkParts { readonly mediaId: string; readonly variant: LinkVariant; readonly accountId: string; readonly expires: number }

const signature = (secret: Uint8Array, p: LinkParts): string => sign(secret, 'media-link', p.mediaId, p.variant, p.accountId, String(p.expires))

/** A link bound to picture, variant, member and time. `open`: an avatar, good for 30 minutes; else 60 s. */
export const makeLink = (secret: Uint8Array, nowMs: number, mediaId: string, variant: LinkVariant, accountId: string, open: boolean): { url: string; expires_in: number } => {
  const expires_in = open ? PUBLIC_LINK_S : PRIVATE_LINK_S
  const expires = Math.floor(nowMs / 1000) + expires_in
  const query = new URLSearchParams({ v: variant, a: accountId, e: String(expires), s: signature(secret, { mediaId, variant, accountId, expires }) })
  return { url: `/api/media/${mediaId}/bytes?${query.toString()}`, expires_in }
}

/** What a link says, when its signature is right; whether it is still good is asked of the clock and of the rights. */
export const readLink = (secret: Uint8Array, mediaId: string, query: Readonly<Record<string, unknown>>): LinkParts | null => {
  const { v, a, e, s } = query
  if ((v !== 'full' && v !== 'thumbnail') || typeof a !== 'string' || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) return null
  const parts: LinkParts = { mediaId, variant: v, accountId: a, expires: Number(e) }
  return sameText(s, signature(secret, parts)) ? parts : null
}
