import { PRIVATE_LINK_S, PUBLIC_LINK_S } from '#contract/limits'
import type { LinkVariant } from '#contract/workers/tabs'
import { equalsTimingSafe, sign } from '../tokens'

/** The member and session that a link was made for. */
interface LinkOwner {
  readonly accountId: string
  readonly sessionId: string
}
/** `expires`: seconds since epoch. */
interface LinkParts extends LinkOwner {
  readonly mediaId: string
  readonly variant: LinkVariant
  readonly expires: number
}

const signature = (secret: Uint8Array, p: LinkParts): string =>
  sign(secret, 'media-link', p.mediaId, p.variant, p.accountId, p.sessionId, String(p.expires))

/**
 * A link bound to photo, variant, member, session and time. `open`: an avatar, valid for 30
 * minutes; else 60 s.
 */
export const signMediaLink = (
  secret: Uint8Array,
  nowMs: number,
  mediaId: string,
  variant: LinkVariant,
  { accountId, sessionId }: LinkOwner,
  open: boolean,
): { url: string; expires_in: number } => {
  const expires_in = open ? PUBLIC_LINK_S : PRIVATE_LINK_S
  const expires = Math.floor(nowMs / 1000) + expires_in
  const query = new URLSearchParams({
    v: variant,
    a: accountId,
    n: sessionId,
    e: String(expires),
    s: signature(secret, { mediaId, variant, accountId, sessionId, expires }),
  })
  return { url: `/api/media/${mediaId}/bytes?${query.toString()}`, expires_in }
}

/** The parts of a link with a valid signature; the caller checks expiry and permission. */
export const verifyMediaLink = (
  secret: Uint8Array,
  mediaId: string,
  query: Readonly<Record<string, unknown>>,
): LinkParts | null => {
  const { v, a, n, e, s } = query
  if (
    (v !== 'full' && v !== 'thumbnail') ||
    typeof a !== 'string' ||
    typeof n !== 'string' ||
    typeof e !== 'string' ||
    typeof s !== 'string' ||
    !/^\d{1,12}$/.test(e)
  )
    return null
  const parts: LinkParts = { mediaId, variant: v, accountId: a, sessionId: n, expires: Number(e) }
  return equalsTimingSafe(s, signature(secret, parts)) ? parts : null
}
