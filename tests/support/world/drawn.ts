import sharp from 'sharp'

/** A drawn picture unlike those of other seeds, with smooth, fine and dark parts; JPEG. */
export const drawn = (seed: number, width = 1400, height = 1000): Promise<Buffer> => {
  let state = seed * 2_654_435_761 + 7
  const next = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % n
  }
  const shapes = Array.from({ length: 60 }, () => {
    const [x, y, r] = [next(width), next(height), 15 + next(150)]
    const fill = `fill="hsl(${next(360)},${20 + next(50)}%,${15 + next(70)}%)" fill-opacity="${0.3 + next(70) / 100}"`
    return next(2) === 0
      ? `<circle cx="${x}" cy="${y}" r="${r}" ${fill}/>`
      : `<rect x="${x}" y="${y}" width="${r}" height="${r * 2}" transform="rotate(${next(90)} ${x} ${y})" ${fill}/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${next(360)},50%,75%)"/><stop offset="1" stop-color="hsl(${next(360)},40%,15%)"/></linearGradient><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 4h9M4 0v9" stroke="#fff" stroke-opacity=".25"/></pattern></defs><rect width="100%" height="100%" fill="url(#g)"/>${shapes.join('')}<rect y="70%" width="60%" height="30%" fill="url(#p)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
}

/** What happens to a picture that goes round: cropped to 70 %, halved, and encoded at quality 60. */
export const passedOn = async (
  jpeg: Buffer,
  { crop, half, quality }: { crop?: readonly [number, number]; half?: boolean; quality: number },
): Promise<Buffer> => {
  const { width, height } = await sharp(jpeg).metadata()
  const cut = crop
    ? await sharp(jpeg)
        .extract({
          left: Math.round(width * 0.3 * crop[0]),
          top: Math.round(height * 0.3 * crop[1]),
          width: Math.round(width * 0.7),
          height: Math.round(height * 0.7),
        })
        .png()
        .toBuffer()
    : jpeg
  const image = sharp(cut)
  const { width: w } = await image.metadata()
  return (half ? image.resize(Math.round(w / 2)) : image).jpeg({ quality }).toBuffer()
}
