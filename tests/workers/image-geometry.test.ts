import { describe, expect, test } from 'vitest'
import { IMAGE_ERRORS, previewError, spotRadius, type BlurSpot } from '#contract/workers/image'
import { ImageFailure, toOutcome } from '../../workers/image/failure'
import {
  checkSpots,
  fitWithin,
  halveSpot,
  maxSide,
  scaleSpots,
} from '../../workers/image/pipeline/geometry'

const spot: BlurSpot = { x: 100, y: 200, radius: 50, intensity: 3 }

describe('sizes', () => {
  test('MSG-202: the longest side is capped at 2000 px, at 2048 px with blur, and never enlarged', () => {
    expect(maxSide([])).toBe(2000)
    expect(maxSide([spot])).toBe(2048)
    expect(fitWithin({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 })
    expect(fitWithin({ width: 3000, height: 4000 }, 2048)).toEqual({ width: 1536, height: 2048 })
    expect(fitWithin({ width: 640, height: 480 }, 2000)).toEqual({ width: 640, height: 480 })
    expect(fitWithin({ width: 30_000, height: 2 }, 2000)).toEqual({ width: 2000, height: 1 })
  })
})

describe('spots', () => {
  test('MSG-204: the radius is 5 % of the smaller side', () => {
    expect(spotRadius(1000, 2000)).toBe(50)
    expect(spotRadius(4000, 3000)).toBe(150)
  })
  test('MSG-089: a spot is a place, a radius and an intensity of 1 to 3; anything else fails the blur', () => {
    expect(() =>
      checkSpots([1, 2, 3].map((intensity) => ({ ...spot, intensity: intensity as 1 }))),
    ).not.toThrow()
    const wrong = [
      { ...spot, intensity: 0 },
      { ...spot, intensity: 4 },
      { ...spot, x: Number.NaN },
      { ...spot, radius: 0 },
      { ...spot, y: Infinity },
    ]
    for (const one of wrong) expect(() => checkSpots([spot, one as BlurSpot])).toThrow(ImageFailure)
  })
  test('spots scale with the picture; cells stay coarse', () => {
    const [half] = scaleSpots([spot], { width: 2000, height: 1000 }, { width: 1000, height: 500 })
    expect(half).toMatchObject({ cx: 50, cy: 100, radius: 25, cell: 25 })
    const cells = ([1, 2, 3] as const).map(
      (intensity) =>
        scaleSpots([{ ...spot, intensity }], { width: 9, height: 9 }, { width: 9, height: 9 })[0]
          ?.cell,
    )
    expect(cells).toEqual([25, 34, 50])
    const [tiny] = scaleSpots(
      [{ ...spot, radius: 2, intensity: 1 }],
      { width: 50, height: 50 },
      { width: 50, height: 50 },
    )
    expect(tiny?.cell).toBe(4)
    expect(tiny && halveSpot(tiny, 1).cell).toBe(2)
  })
})

describe('errors', () => {
  test('MSG-195: each kind of preview problem has its text', () => {
    expect(previewError('file_unreadable')).toBe('Prévisualisation indisponible (URL)')
    expect(previewError('unreadable')).toBe('Prévisualisation indisponible (type)')
    expect(previewError('blur_failed')).toBe('Prévisualisation indisponible (flou)')
  })
  test('an error that nobody foresaw takes the code of its job', async () => {
    const boom = () => Promise.reject(new RangeError('boom'))
    expect(await toOutcome('blur_failed', boom)).toEqual({
      ok: false,
      code: 'blur_failed',
      reason: 'boom',
    })
    expect(
      await toOutcome('conversion_failed', () =>
        Promise.reject(new ImageFailure('unreadable', 'x')),
      ),
    ).toMatchObject({ code: 'unreadable' })
    expect(IMAGE_ERRORS.unreadable).toBe('Image illisible')
  })
})
