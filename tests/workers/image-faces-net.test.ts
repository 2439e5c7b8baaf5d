/** The detector's network in whole numbers against the same in floating point. */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { KeptPlanes } from '../../workers/image/decode/planes'
import { createFaceNet, shrunk } from '../../workers/image/faces/net'
import { pairsOf, readWeights } from '../../workers/image/faces/weights'
import { faceModel, referenceBoxes, referenceLevels } from '../support/image/face-reference'
import { drawnFaces, kept, photographed } from '../support/image/faces'
import { loadFaceKernels, random } from '../support/image/kernels'

let net: ReturnType<typeof createFaceNet>
beforeAll(async () => {
  net = createFaceNet(await loadFaceKernels(), faceModel())
})

/** A picture of levels that `at` gives. */
const made = async (
  width: number,
  height: number,
  at: (x: number, y: number, c: number) => number,
): Promise<KeptPlanes> => {
  const rgb = Buffer.alloc(width * height * 3)
  for (let i = 0; i < rgb.length; i++)
    rgb[i] = at(Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3)
  return kept(
    await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  )
}

const portrait = { x: 150, y: 130, r: 70, skin: '#8a5a3c', hair: '#15100d' }

describe('the network in whole numbers', () => {
  const next = random(4)
  test.each<[string, number, () => Promise<KeptPlanes>]>([
    ['people', 320, () => kept(photographed(1))],
    ['people, 15 cells', 480, () => kept(photographed(4))],
    ['a drawn face on an odd size', 224, () => kept(drawnFaces(301, 299, [portrait]))],
    ['noise', 160, () => made(160, 160, () => next(256))],
    ['stripes, where sums are largest', 224, () => made(224, 160, (x) => (x & 4) * 63)],
    ['lines', 224, () => made(224, 160, (_, y) => (y & 4) * 63)],
    ['green', 96, () => made(96, 64, (_x, _y, c) => (c === 1 ? 255 : 0))],
    ['one pixel', 64, () => made(1, 1, () => 200)],
  ])('%s: the boxes and scores of floating point', async (_, side, picture) => {
    const planes = await picture()
    const { whole } = shrunk(planes.size, side)
    const wanted = referenceBoxes(referenceLevels(planes, side), whole)
    const boxes = net.detect(planes, [side], 0)
    expect(boxes.length).toBe(wanted.length)
    let [score, place] = [0, 0]
    for (const [i, box] of boxes.entries()) {
      const other = wanted[i]
      if (!other) continue
      score = Math.max(score, Math.abs(box.score - other.score))
      if (other.score < 0.2) continue
      for (const part of ['x', 'y', 'width', 'height'] as const)
        place = Math.max(place, Math.abs(box[part] - other[part]))
    }
    expect(score).toBeLessThan(0.01)
    // less than half a pixel of 1280
    expect(place * 1_280).toBeLessThan(0.5)
  })
  test('several sizes: the boxes of each, whatever was looked at before', async () => {
    const [people, noise] = [await kept(photographed(1)), await made(90, 60, () => next(256))]
    const small = net.detect(people, [160], 0)
    const large = net.detect(people, [320], 0)
    net.detect(noise, [224], 0)
    expect(net.detect(people, [160, 320], 0)).toEqual([...small, ...large])
  })
  test('no sum of any picture can overflow', () => {
    const read = readWeights(faceModel())
    for (const [name, cout] of [
      ['conv0/filters', 16],
      ['conv1/pointwise_filter', 32],
      ['conv2/pointwise_filter', 64],
      ['conv3/pointwise_filter', 128],
      ['conv4/pointwise_filter', 256],
      ['conv5/pointwise_filter', 512],
    ] as const) {
      const padded = new Float32Array(Math.ceil(read(name).length / cout / 2) * 2 * cout)
      padded.set(read(name))
      const { values, unit } = pairsOf(padded, cout)
      const cin = padded.length / cout
      for (let o = 0; o < cout; o++) {
        let [sum, error] = [0, 0]
        for (let c = 0; c < cin; c++) {
          const value = values[((c >> 1) * cout + o) * 2 + (c & 1)] ?? NaN
          sum += Math.abs(value)
          error = Math.max(error, Math.abs(value - (padded[c * cout + o] ?? 0) / (unit[o] ?? 0)))
        }
        // -2^15 is the largest magnitude of an i16
        expect(sum * 2 ** 15).toBeLessThan(2 ** 31)
        expect(error).toBeLessThan(0.501)
      }
    }
  })
})
