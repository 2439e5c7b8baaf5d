import type { LinkVariant } from '#contract/workers/tabs'

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const BARE = new RegExp(`^${UUID}$`, 'i')
const PATH = new RegExp(`^(?:/api)?/media/(${UUID})(?:/(url|thumbnail))?$`, 'i')

/** Target of a media reference: a signed link to request, or an address used as is. */
export type MediaTarget =
  | { readonly kind: 'media'; readonly id: string; readonly variant: LinkVariant }
  | { readonly kind: 'absolute'; readonly url: string }

/**
 * Reads a bare id, `/api/media/{id}/url|thumbnail`, a legacy `/media/…` path or an absolute
 * http(s) address. null for an empty reference. A path that names its form keeps it; otherwise
 * `variant` decides. Throws for any other path.
 */
export const parseMediaRef = (
  ref: string | null,
  variant: LinkVariant = 'full',
): MediaTarget | null => {
  const text = ref?.trim() ?? ''
  if (text === '') return null
  if (/^https?:\/\//i.test(text)) return { kind: 'absolute', url: text }
  if (BARE.test(text)) return { kind: 'media', id: text, variant }
  const m = PATH.exec(text)
  if (!m?.[1]) throw new Error('Chemin de média non pris en charge')
  return {
    kind: 'media',
    id: m[1],
    variant: m[2] ? (m[2].toLowerCase() === 'url' ? 'full' : 'thumbnail') : variant,
  }
}
