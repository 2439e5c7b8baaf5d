import { expect, test } from 'vitest'
import {
  clampCrop,
  CROP_MAX,
  CROP_START,
  sourceSquare,
  zoomCrop,
} from '../../../../src/features/profile/edit/crop'

const wide = { width: 1600, height: 1000 }
const tall = { width: 900, height: 1200 }

test('the first crop is the middle square of the picture', () => {
  const rounded = ({ x, y, side }: { x: number; y: number; side: number }): number[] =>
    [x, y, side].map((v) => Math.round(v) + 0)
  expect(rounded(sourceSquare(CROP_START, wide))).toEqual([300, 0, 1000])
  expect(rounded(sourceSquare(CROP_START, tall))).toEqual([0, 150, 900])
})
test('the window never leaves the picture, at any zoom', () => {
  for (const size of [wide, tall])
    for (const scale of [1, 1.7, 6])
      for (const x of [-9, 0, 9])
        for (const y of [-9, 9]) {
          const { x: left, y: top, side } = sourceSquare(clampCrop({ scale, x, y }, size), size)
          expect(left).toBeGreaterThanOrEqual(-1e-6)
          expect(top).toBeGreaterThanOrEqual(-1e-6)
          expect(left + side).toBeLessThanOrEqual(size.width + 1e-6)
          expect(top + side).toBeLessThanOrEqual(size.height + 1e-6)
        }
})
test('zoom stays within 1 and 6 and keeps the middle of the window', () => {
  expect([zoomCrop(CROP_START, 0.2, wide).scale, zoomCrop(CROP_START, 99, wide).scale]).toEqual([
    1,
    CROP_MAX,
  ])
  const middle = ({ x, y, side }: { x: number; y: number; side: number }): number[] => [
    x + side / 2,
    y + side / 2,
  ]
  const moved = clampCrop({ scale: 2, x: 0.4, y: -0.3 }, wide)
  expect(middle(sourceSquare(zoomCrop(moved, 4, wide), wide)).map(Math.round)).toEqual(
    middle(sourceSquare(moved, wide)).map(Math.round),
  )
})
