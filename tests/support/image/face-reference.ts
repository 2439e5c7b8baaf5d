/**
 * The network of the face detector in plain sums of floating point, as face-api runs it, to hold
 * against ours: straightforward, a hundred times slower.
 */
import { readFileSync } from 'node:fs'
import type { KeptPlanes } from '../../../workers/image/decode/planes'
import { shrunk } from '../../../workers/image/faces/net'
import manifest from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json'

const MODEL = new URL(
  '../../../node_modules/@vladmandic/face-api/model/tiny_face_detector_model.bin',
  import.meta.url,
)
export const faceModel = (): Buffer => readFileSync(MODEL)

/** Lines of pixels of channels. */
interface Layer {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly values: Float64Array
}

const layer = (width: number, height: number, channels: number): Layer => ({
  width,
  height,
  channels,
  values: new Float64Array(width * height * channels),
})

const readModel = (): Map<string, Float64Array> => {
  const bytes = faceModel()
  const all = new Map<string, Float64Array>()
  let from = 0
  for (const { name, shape, quantization } of manifest[0]?.weights ?? []) {
    const count = shape.reduce((product, n) => product * n, 1)
    const values = Float64Array.from(bytes.subarray(from, from + count))
    all.set(
      name,
      values.map((v) => v * quantization.scale + quantization.min),
    )
    from += count
  }
  return all
}

/** `weights`: [size][size][cin][cout]; without padding. */
const convolve = (
  { width, height, channels, values }: Layer,
  size: number,
  weights: Float64Array,
  bias: Float64Array,
): Layer => {
  const to = layer(width - size + 1, height - size + 1, bias.length)
  for (let y = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++) {
      const at = (y * to.width + x) * bias.length
      to.values.set(bias, at)
      for (let j = 0; j < size; j++)
        for (let i = 0; i < size; i++)
          for (let c = 0; c < channels; c++) {
            const v = values[((y + j) * width + x + i) * channels + c] as number
            const w = ((j * size + i) * channels + c) * bias.length
            for (let o = 0; o < bias.length; o++)
              (to.values[at + o] as number) += v * (weights[w + o] as number)
          }
    }
  return to
}

/** `weights`: [3][3][channels]; zeros around. */
const depthwise = (from: Layer, weights: Float64Array): Layer => {
  const { width, height, channels, values } = from
  const to = layer(width, height, channels)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let j = Math.max(0, 1 - y); j < Math.min(3, height - y + 1); j++)
        for (let i = Math.max(0, 1 - x); i < Math.min(3, width - x + 1); i++)
          for (let c = 0; c < channels; c++)
            (to.values[(y * width + x) * channels + c] as number) +=
              (values[((y + j - 1) * width + x + i - 1) * channels + c] as number) *
              (weights[(j * 3 + i) * channels + c] as number)
  return to
}

const leaky = (from: Layer): Layer => ({
  ...from,
  values: from.values.map((v) => Math.max(v, v * 0.1)),
})

/** The greatest of each 2 × 2, `step` apart; beyond the edge its value repeats. */
const pool = ({ width, height, channels, values }: Layer, step: number): Layer => {
  const to = layer(Math.ceil(width / step), Math.ceil(height / step), channels)
  for (let y = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++)
      for (let c = 0; c < channels; c++) {
        const at = (right: number, down: number): number =>
          values[
            (Math.min(y * step + down, height - 1) * width +
              Math.min(x * step + right, width - 1)) *
              channels +
              c
          ] as number
        to.values[(y * to.width + x) * channels + c] = Math.max(
          at(0, 0),
          at(1, 0),
          at(0, 1),
          at(1, 1),
        )
      }
  return to
}

const sigmoid = (v: number): number => 1 / (1 + Math.exp(-v))
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
]
const MEANS = [117.001, 114.697, 97.404]

/** The picture that the network looks at: each sample the mean of those that it covers. */
export const referenceLevels = ({ size, data }: KeptPlanes, side: number): Float32Array => {
  const [luma, cb, cr] = data
  if (!luma || !cb || !cr) throw new Error('three planes')
  const { step, columns, lines, whole } = shrunk(size, side)
  const stride = Math.ceil(size.width / 16) * 16
  const rgb = new Float32Array(whole.width * whole.height * 3)
  const level = (v: number): number => Math.min(255, Math.max(0, v))
  const range = (n: number): [number, number] => {
    const from = Math.floor(n * step)
    return [from, Math.max(from + 1, Math.floor((n + 1) * step))]
  }
  for (let dy = 0; dy < lines; dy++)
    for (let dx = 0; dx < columns; dx++) {
      const [[top, bottom], [left, right]] = [range(dy), range(dx)]
      let sum = 0
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) sum += luma[y * stride + x] as number
      const mean = sum / ((bottom - top) * (right - left))
      const chroma = ((top + bottom) >> 2) * (stride / 2) + ((left + right) >> 2)
      const [u, v] = [(cb[chroma] as number) - 128, (cr[chroma] as number) - 128]
      // JFIF 1.02
      const colours = [mean + 1.402 * v, mean - 0.344136 * u - 0.714136 * v, mean + 1.772 * u]
      rgb.set(colours.map(level), (dy * whole.width + dx) * 3)
    }
  return rgb
}

/** Every box of a picture of levels of red, green and blue, whose sides are multiples of 32. */
export const referenceBoxes = (
  rgb: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
) => {
  const model = readModel()
  const of = (name: string): Float64Array => {
    const weights = model.get(name)
    if (!weights) throw new Error(name)
    return weights
  }
  const picture = layer(width, height, 3)
  for (let i = 0; i < rgb.length; i++)
    picture.values[i] = ((rgb[i] as number) - (MEANS[i % 3] as number)) / 255
  let now = pool(leaky(convolve(picture, 3, of('conv0/filters'), of('conv0/bias'))), 2)
  for (let n = 1; n <= 5; n++) {
    const deep = depthwise(now, of(`conv${n}/depthwise_filter`))
    const wide = convolve(deep, 1, of(`conv${n}/pointwise_filter`), of(`conv${n}/bias`))
    now = pool(leaky(wide), n === 5 ? 1 : 2)
  }
  const cells = convolve(now, 1, of('conv8/filters'), of('conv8/bias'))
  const side = Math.max(cells.width, cells.height)
  return Array.from({ length: cells.values.length / 5 }, (_, i) => {
    const [x = 0, y = 0, w = 0, h = 0, score = 0] = cells.values.subarray(i * 5, i * 5 + 5)
    const [across = 0, down = 0] = ANCHORS[i % 5] ?? []
    const cell = Math.floor(i / 5)
    const [boxWidth, boxHeight] = [(Math.exp(w) * across) / side, (Math.exp(h) * down) / side]
    return {
      x: ((cell % cells.width) + sigmoid(x)) / side - boxWidth / 2,
      y: (Math.floor(cell / cells.width) + sigmoid(y)) / side - boxHeight / 2,
      width: boxWidth,
      height: boxHeight,
      score: sigmoid(score),
    }
  })
}
