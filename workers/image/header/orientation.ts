/** The eight orientations of EXIF (tag 274): what to do with stored pixels to see the picture. */

/** First the mirrors, on the stored picture, then the mirror on the diagonal. */
interface Orientation {
  readonly flipX: boolean
  readonly flipY: boolean
  readonly transpose: boolean
}

/** Anything but 2..8 leaves the picture as it is. */
export function transformOf(orientation: number): Orientation {
  return {
    flipX: [2, 3, 7, 8].includes(orientation),
    flipY: [3, 4, 6, 7].includes(orientation),
    transpose: orientation >= 5 && orientation <= 8,
  }
}

/**
 * The orientation that a WebCodecs frame tells: a clockwise turn in degrees, then a mirror left to
 * right.
 */
export function orientationOfFrame(rotation: number, flip: boolean): number {
  const [plain, mirrored] = (
    { 90: [6, 5], 180: [3, 4], 270: [8, 7] } as Record<number, [number, number]>
  )[rotation] ?? [1, 2]
  return flip ? mirrored : plain
}

/**
 * Reads tag 274 of a TIFF structure (a TIFF file, or EXIF behind its `Exif\0\0`); 1 when absent or
 * senseless.
 */
export function tiffOrientation(tiff: DataView): number {
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  const entries = tiff.getUint16(directory, little)
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12
    if (tiff.getUint16(entry, little) !== 274) continue
    const value = tiff.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
