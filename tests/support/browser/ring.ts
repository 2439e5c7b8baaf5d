import type { Locator, Page } from 'playwright'
import sharp from 'sharp'

/** Within 12 px of the edge: as far as the rings go, inside (both and a frame) or outside. */
const AWAY_PX = 12

const luminance = (pixel: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = pixel.map((value) => {
    const x = value / 255
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/**
 * WCAG contrast of the focus indicator of a focused element with what lies beside it: read from a
 * picture of the page, along one line across the middle of the left edge.
 */
export const ringContrast = async (
  page: Page,
  at: Locator,
  side: 'inside' | 'outside',
): Promise<number> => {
  const box = await at.boundingBox()
  if (!box) throw new Error('not on the screen')
  const picture = await page.screenshot({
    clip: {
      x: Math.round(box.x) - (side === 'outside' ? AWAY_PX : 0),
      y: Math.round(box.y + box.height / 2),
      width: AWAY_PX,
      height: 1,
    },
  })
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const line = Array.from({ length: AWAY_PX }, (_, x) =>
    luminance([...data.subarray(x * 3, x * 3 + 3)]),
  )
  const ring = side === 'inside' ? line.slice(0, -1) : line.slice(1)
  const beside = (side === 'inside' ? line.at(-1) : line[0]) ?? 0
  return Math.max(
    ...ring.map((one) => (Math.max(one, beside) + 0.05) / (Math.min(one, beside) + 0.05)),
  )
}
