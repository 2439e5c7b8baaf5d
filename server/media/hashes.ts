import sharp from 'sharp'

const SIDE = 16
/** Distance of two hashes of one photo after scaling and re-encoding; strangers are near 128. */
const ALIKE_BITS = 32

/**
 * Difference hash: 256 bits, hex; of a mirrored copy too. Recognises re-encoded, scaled and
 * brightened copies, not crops.
 */
export const photoHashes = async (bytes: Buffer): Promise<readonly string[]> => {
  const grey = sharp(bytes).greyscale()
  const hashOf = async (mirrored: boolean): Promise<string> => {
    const image = mirrored ? grey.clone().flop() : grey.clone()
    const px = await image
      .resize(SIDE + 1, SIDE, { fit: 'fill' })
      .raw()
      .toBuffer()
    let bits = ''
    for (let y = 0; y < SIDE; y += 1)
      for (let x = 0; x < SIDE; x += 1) {
        const at = y * (SIDE + 1) + x
        bits += (px[at] ?? 0) < (px[at + 1] ?? 0) ? '1' : '0'
      }
    return BigInt(`0b1${bits}`).toString(16)
  }
  return [await hashOf(false), await hashOf(true)]
}
export const hashDistance = (a: string, b: string): number => {
  let left = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; left > 0n; left &= left - 1n) bits += 1
  return bits
}
/** Whether one of the hashes of a picture is that of the other. */
export const isAlike = (hashes: readonly string[], other: string): boolean =>
  hashes.some((hash) => hashDistance(hash, other) <= ALIKE_BITS)
