import { createHmac } from 'node:crypto'

/** Cells of a mark along each side of a photo. */
export const CELLS = 48

/** Viewer and day of a photo that was served. */
export interface Mark {
  readonly mediaId: string
  readonly accountId: string
  /** `2026-11-25`, UTC. */
  readonly day: string
}

/**
 * Signs of the cells of a mark, row by row, +1 or −1. Without the key a mark can be neither read nor
 * forged.
 */
export const markSigns = (secret: Uint8Array, { mediaId, accountId, day }: Mark): Int8Array => {
  const signs = new Int8Array(CELLS * CELLS)
  const seed = createHmac('sha256', secret)
    .update(`photo-mark:${mediaId}:${accountId}:${day}`)
    .digest()
  for (let at = 0, block = 0; at < signs.length; block += 1)
    for (const byte of createHmac('sha256', seed).update(String(block)).digest())
      for (let bit = 0; bit < 8 && at < signs.length; bit += 1, at += 1)
        signs[at] = (byte >> bit) & 1 ? 1 : -1
  return signs
}
