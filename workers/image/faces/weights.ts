/**
 * The weights of the network as the kernels take them (`wasm/faces`), and where they are: large
 * sums are of i16. Steps of these integers are a tenth, or less, of those that weights are stored
 * in.
 */
import manifest from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json'
import { copyToKernel } from '../decode/planes'
import type { FaceKernels } from './kernels'

const LARGEST_I16 = 32_767
/**
 * The most that the magnitudes of one channel's weights add up to. Times 2^15 it is below 2^31: no
 * sum of i32 can overflow, whatever the picture.
 */
const WEIGHT_SUM = 65_535
/** Means of the colours that the network was trained with (VGGFace), levels of red, green, blue. */
const MEAN_RGB = [117.001, 114.697, 97.404] as const
const LEVELS = 255
/**
 * Which result of the 3 × 3 of each separable layer is the largest i16; larger ones are cut off.
 * Twice the largest of photographs, and above those of noise, stripes and chequers in black and
 * white.
 */
const LARGEST_DEEP = [8, 6, 4, 6, 8] as const
export const FIRST_CHANNELS = 16
/** Values of one cell: the last layer's, filled up to a multiple of four. */
export const CELL_VALUES = 28

interface Pairs {
  /** [cin / 2][cout][2], rounded. */
  readonly values: Int16Array
  /** Per channel of the result: what one is worth. */
  readonly unit: Float32Array
}

/** `weights`: [cin][cout]. Each channel of the result is scaled as far as its sum allows. */
export function pairsOf(weights: Float32Array, cout: number): Pairs {
  const cin = weights.length / cout
  const values = new Int16Array(weights.length)
  const unit = new Float32Array(cout)
  for (let o = 0; o < cout; o++) {
    let [largest, sum] = [0, 0]
    for (let i = o; i < weights.length; i += cout) {
      const magnitude = Math.abs(weights[i] as number)
      largest = Math.max(largest, magnitude)
      sum += magnitude
    }
    // rounding may add half of one to each
    const scale = Math.min(LARGEST_I16 / largest, (WEIGHT_SUM - cin / 2) / sum)
    unit[o] = 1 / scale
    for (let c = 0; c < cin; c++)
      values[((c >> 1) * cout + o) * 2 + (c & 1)] = Math.round(
        (weights[c * cout + o] as number) * scale,
      )
  }
  return { values, unit }
}

/** The weights by name. They are stored as bytes with a scale each. */
export function readWeights(model: Uint8Array): (name: string) => Float32Array {
  const all = new Map<string, Float32Array>()
  let from = 0
  for (const { name, shape, quantization } of manifest[0]?.weights ?? []) {
    const count = shape.reduce((product, n) => product * n, 1)
    const stored = Float32Array.from(model.subarray(from, from + count))
    all.set(
      name,
      stored.map((v) => v * quantization.scale + quantization.min),
    )
    from += count
  }
  if (from !== model.length) throw new Error(`${model.length} bytes of weights instead of ${from}`)
  return (name) => {
    const values = all.get(name)
    if (!values) throw new Error(`no weights ${name}`)
    return values
  }
}

/** Addresses of what a layer needs. */
interface Sums {
  readonly weights: number
  readonly scale: number
  readonly bias: number
}
interface Separable extends Sums {
  readonly depth: number
}

interface PlacedWeights {
  readonly first: Sums
  readonly separable: readonly Separable[]
  readonly last: Omit<Sums, 'scale'>
}

/** Three lines of nine values become five pairs each; the tenth value has no weight. */
function padFirst(weights: Float32Array): Float32Array {
  const line = 9 * FIRST_CHANNELS
  const padded = new Float32Array(3 * (line + FIRST_CHANNELS))
  for (let j = 0; j < 3; j++)
    padded.set(weights.subarray(j * line, (j + 1) * line), j * (line + FIRST_CHANNELS))
  return padded
}

/** The bias for levels from which no mean has been subtracted. */
function firstBias(weights: Float32Array, bias: Float32Array): Float32Array {
  return bias.map((value, o) => {
    let sum = value
    for (let i = 0; i < 27; i++)
      sum -= ((weights[i * FIRST_CHANNELS + o] ?? 0) * (MEAN_RGB[i % 3] ?? 0)) / LEVELS
    return sum
  })
}

/** [3][3][channels] → [channels / 4][3][3][4] */
function groupsOfFour(weights: Float32Array, scale: number): Float32Array {
  const channels = weights.length / 9
  return Float32Array.from(
    { length: weights.length },
    (_, i) =>
      (weights[(Math.floor(i / 4) % 9) * channels + Math.floor(i / 36) * 4 + (i % 4)] ?? 0) * scale,
  )
}

/** [lines][columns] with zeros right of them. */
function widen(values: Float32Array, columns: number, to: number): Float32Array {
  const wide = new Float32Array((values.length / columns) * to)
  for (let i = 0; i < values.length; i++)
    wide[Math.floor(i / columns) * to + (i % columns)] = values[i] ?? 0
  return wide
}

export function placeWeights(k: FaceKernels, read: (name: string) => Float32Array): PlacedWeights {
  const put = (values: Float32Array | Int16Array): number => copyToKernel(k, values)
  /** `one`: what the largest i16 among the inputs is worth. */
  const sums = (weights: Float32Array, bias: Float32Array, one: number): Sums => {
    const { values, unit } = pairsOf(weights, bias.length)
    const scale = unit.map((u) => (u * one) / LARGEST_I16)
    return { weights: put(values), scale: put(scale), bias: put(bias) }
  }
  const filters = read('conv0/filters')
  return {
    first: sums(padFirst(filters), firstBias(filters, read('conv0/bias')), 1),
    separable: LARGEST_DEEP.map((largest, i) => {
      const of = (part: string) => read(`conv${i + 1}/${part}`)
      return {
        depth: put(groupsOfFour(of('depthwise_filter'), LARGEST_I16 / largest)),
        ...sums(of('pointwise_filter'), of('bias'), largest),
      }
    }),
    last: {
      weights: put(widen(read('conv8/filters'), 25, CELL_VALUES)),
      bias: put(widen(read('conv8/bias'), 25, CELL_VALUES)),
    },
  }
}
