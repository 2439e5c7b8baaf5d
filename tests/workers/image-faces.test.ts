import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FaceSpot } from '#contract/workers/image'
import { createFaceNet, shrunk } from '../../workers/image/faces/net'
import { findFaces, mergeBoxes } from '../../workers/image/faces/faces'
import { faceModel } from '../support/image/face-reference'
import { drawnFaces, kept, photographed } from '../support/image/faces'
import { loadFaceKernels } from '../support/image/kernels'

let net: ReturnType<typeof createFaceNet>
beforeAll(async () => {
  net = createFaceNet(await loadFaceKernels(), faceModel())
})

const find = async (file: string | Buffer, scale = 1): Promise<readonly FaceSpot[]> => {
  const picture = await kept(file)
  return findFaces(
    picture,
    { width: picture.size.width * scale, height: picture.size.height * scale },
    net.detect,
  )
}
/** Whether a spot hides the place (a nose) and is no wall. */
const hides = (spots: readonly FaceSpot[], x: number, y: number, r: number): boolean =>
  spots.some(
    (s) => Math.hypot(s.x - x, s.y - y) < s.radius * 0.4 && s.radius > r * 0.9 && s.radius < r * 3,
  )

describe('faces', () => {
  test('drawn ones of three skins and sizes are found, each covered with its hair; the spots stand in pixels of the whole picture', async () => {
    const faces = [
      { x: 300, y: 330, r: 110, skin: '#e2b08d', hair: '#3b2415' },
      { x: 640, y: 300, r: 80, skin: '#8a5a3c', hair: '#15100d' },
      { x: 930, y: 380, r: 60, skin: '#f0c8a8', hair: '#a8712f' },
    ]
    const drawn = await sharp(drawnFaces(1200, 800, faces))
      .png()
      .toBuffer()
    for (const scale of [1, 3]) {
      const spots = await find(drawn, scale)
      expect(spots.length).toBe(3)
      for (const { x, y, r } of faces)
        expect(hides(spots, x * scale, y * scale, r * scale), `${x} × ${scale}`).toBe(true)
    }
  })
  test('photographed ones are found: noses of twelve people on three photographs', async () => {
    // by eye, in pixels of 1280 wide
    const noses = {
      1: [
        [335, 352],
        [617, 385],
        [1030, 240],
      ],
      4: [
        [232, 250],
        [510, 150],
        [706, 228],
        [885, 226],
      ],
      5: [
        [312, 715],
        [458, 400],
        [575, 175],
        [792, 245],
        [985, 380],
      ],
    } as const
    for (const n of [1, 4, 5] as const) {
      const spots = await find(photographed(n))
      for (const [x, y] of noses[n])
        expect(
          spots.some((s) => Math.hypot(s.x - x, s.y - y) < s.radius * 0.6),
          `photograph ${n} at ${x}, ${y}: ${JSON.stringify(spots)}`,
        ).toBe(true)
      expect(spots.length).toBeLessThanOrEqual(noses[n].length + 1)
    }
  })
  test('where there is nobody nothing is found, in any size', async () => {
    for (const [width, height] of [
      [1280, 853],
      [300, 200],
      [40, 900],
      [1, 1],
    ] as const) {
      expect(
        await find(
          await sharp({ create: { width, height, channels: 3, background: '#7a8a9a' } })
            .png()
            .toBuffer(),
        ),
      ).toEqual([])
    }
  })
  test('the network looks at the picture and a cell around it, not at a square', () => {
    for (const [width, height, wanted] of [
      [1280, 960, { width: 800, height: 640 }],
      [720, 1280, { width: 512, height: 800 }],
      [1280, 1280, { width: 800, height: 800 }],
      [1280, 10, { width: 800, height: 64 }],
    ] as const)
      expect(shrunk({ width, height }, 800).whole).toEqual(wanted)
  })
  test('boxes of one face become one, the surest; neighbours stay two', () => {
    const box = (x: number, width: number, score: number) => ({
      x,
      y: 0.2,
      width,
      height: width,
      score,
    })
    expect(
      mergeBoxes([
        box(0.1, 0.2, 0.5),
        box(0.12, 0.2, 0.9),
        box(0.13, 0.08, 0.6),
        box(0.4, 0.2, 0.4),
      ]),
    ).toEqual([box(0.12, 0.2, 0.9), box(0.4, 0.2, 0.4)])
  })
})
