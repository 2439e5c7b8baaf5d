import sharp from 'sharp'

/** Share of the inverted tile that is blended over the night ground. */
const SHARE = 0.6
/** The dark theme's plum, as background. sRGB, 0 to 255. */
const GROUND = [72, 50, 70] as const
const SATURATION = 0.75

/**
 * Inverts a day tile for the dark theme: light ground becomes dark, colours keep their hue. WebP;
 * rejects when the input is no image.
 */
export const nightTile = async (day: Buffer): Promise<Buffer> => {
  const { data, info } = await sharp(day, { limitInputPixels: 1024 * 1024 })
    .removeAlpha()
    .toColourspace('srgb')
    .negate()
    .modulate({ hue: 180, saturation: SATURATION })
    .raw()
    .toBuffer({ resolveWithObject: true })
  // a second pass: within one, sharp would blend before it inverts
  return sharp(data, { raw: info })
    .linear(
      [SHARE, SHARE, SHARE],
      GROUND.map((tone) => tone * (1 - SHARE)),
    )
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}
