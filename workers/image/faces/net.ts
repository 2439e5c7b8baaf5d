/**
 * Finds faces with the «tiny face detector» of face-api (weights: MIT, V. Mühler 2018 and V.
 * Mandić, 190 kB, in the npm package @vladmandic/face-api), run by our own kernels (`wasm/faces`):
 * no eval, nothing fetched but our own files.
 */
import type { Size } from '../pipeline/geometry'
import manifest from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json'

/** The kernels' exports. Activations are f32, channels of a pixel side by side. */
export interface FaceKernels {
  readonly memory: WebAssembly.Memory
  reset(): void
  alloc(bytes: number): number
  firstLayer(
    input: number,
    columns: number,
    lines: number,
    weights: number,
    bias: number,
    out: number,
  ): void
  separable(
    input: number,
    columns: number,
    lines: number,
    cin: number,
    cout: number,
    depth: number,
    point: number,
    bias: number,
    out: number,
  ): void
  pool(
    input: number,
    columns: number,
    lines: number,
    channels: number,
    step: number,
    out: number,
  ): void
  dense(
    input: number,
    pixels: number,
    cin: number,
    cout: number,
    weights: number,
    bias: number,
    out: number,
  ): void
}

/**
 * A face: its box in shares of the picture's longer side, and how sure the network is (0 to 1).
 */
export interface DetectedFace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly score: number
}

/**
 * Means of the colours that the network was trained with (VGGFace), levels of red, green and blue.
 */
const MEAN_RGB = [117.001, 114.697, 97.404] as const
/**
 * Boxes that the network starts from, in cells of its grid (face-api, tinyFaceDetector/const.ts).
 */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const
/** x, y, width, height, score. */
const PER_ANCHOR = 5
const SEPARABLE_LAYERS = 5
const FIRST_CHANNELS = 16
/** The network halves five times: sides are multiples of this. */
export const FACE_GRID = 32

const sigmoid = (v: number): number => 1 / (1 + Math.exp(-v))

/**
 * The weights as f32 in the kernels' memory: addresses by name. They are stored as bytes with a
 * scale each.
 */
function place(k: FaceKernels, model: Uint8Array): (name: string) => number {
  const at = new Map<string, number>()
  let from = 0
  for (const { name, shape, quantization } of manifest[0]?.weights ?? []) {
    const count = shape.reduce((product, n) => product * n, 1)
    const address = k.alloc(count * 4)
    const values = new Float32Array(k.memory.buffer, address, count)
    for (let i = 0; i < count; i++)
      values[i] = (model[from + i] ?? 0) * quantization.scale + quantization.min
    from += count
    at.set(name, address)
  }
  if (from !== model.length) throw new Error(`${model.length} bytes of weights instead of ${from}`)
  return (name) => {
    const address = at.get(name)
    if (address === undefined) throw new Error(`no weights ${name}`)
    return address
  }
}

function boxes(
  cells: Float32Array,
  { width: columns, height: lines }: Size,
  least: number,
): DetectedFace[] {
  const found: DetectedFace[] = []
  const side = Math.max(columns, lines)
  for (let i = 0; i < columns * lines * ANCHORS.length; i++) {
    const [x = 0, y = 0, w = 0, h = 0, s = 0] = cells.subarray(i * PER_ANCHOR, (i + 1) * PER_ANCHOR)
    const score = sigmoid(s)
    const anchor = ANCHORS[i % ANCHORS.length]
    if (score < least || !anchor) continue
    const cell = Math.floor(i / ANCHORS.length)
    const [width, height] = [(Math.exp(w) * anchor[0]) / side, (Math.exp(h) * anchor[1]) / side]
    found.push({
      x: ((cell % columns) + sigmoid(x)) / side - width / 2,
      y: (Math.floor(cell / columns) + sigmoid(y)) / side - height / 2,
      width,
      height,
      score,
    })
  }
  return found
}

/**
 * The network with its weights in memory. `detect` takes a picture (lines of red, green and blue
 * levels, black where there is none; both sides multiples of FACE_GRID) and returns every box with
 * at least `least`, neighbours not merged.
 */
export function createFaceNet(
  k: FaceKernels,
  model: Uint8Array,
): { detect(rgb: Float32Array, size: Size, least: number): DetectedFace[] } {
  k.reset()
  const weights = place(k, model)
  let memory: {
    readonly pixels: number
    readonly input: number
    readonly a: number
    readonly b: number
  } | null = null
  /**
   * The first layer's result is the largest: half of each side, 16 channels. The second's, before
   * it is halved, twice that.
   */
  const room = (pixels: number) => {
    if (memory && memory.pixels >= pixels) return memory
    const half = (pixels / 4) * FIRST_CHANNELS * 4
    memory = { pixels, input: k.alloc(pixels * 12), a: k.alloc(half), b: k.alloc(half * 2) }
    return memory
  }
  return {
    detect: (rgb, { width, height }, least) => {
      const { input, a, b } = room(width * height)
      const into = new Float32Array(k.memory.buffer, input, width * height * 3)
      const [red, green, blue] = MEAN_RGB
      for (let i = 0; i < into.length; i += 3) {
        into[i] = ((rgb[i] ?? 0) - red) / 255
        into[i + 1] = ((rgb[i + 1] ?? 0) - green) / 255
        into[i + 2] = ((rgb[i + 2] ?? 0) - blue) / 255
      }
      k.firstLayer(input, width, height, weights('conv0/filters'), weights('conv0/bias'), a)
      let [columns, lines] = [width / 2 - 1, height / 2 - 1]
      let channels = FIRST_CHANNELS
      for (let layer = 1; layer <= SEPARABLE_LAYERS; layer++) {
        const of = (part: string) => weights(`conv${layer}/${part}`)
        k.separable(
          a,
          columns,
          lines,
          channels,
          channels * 2,
          of('depthwise_filter'),
          of('pointwise_filter'),
          of('bias'),
          b,
        )
        channels *= 2
        const step = layer === SEPARABLE_LAYERS ? 1 : 2
        k.pool(b, columns, lines, channels, step, a)
        columns = Math.ceil(columns / step)
        lines = Math.ceil(lines / step)
      }
      k.dense(
        a,
        columns * lines,
        channels,
        ANCHORS.length * PER_ANCHOR,
        weights('conv8/filters'),
        weights('conv8/bias'),
        b,
      )
      const cells = columns * lines * ANCHORS.length * PER_ANCHOR
      return boxes(
        new Float32Array(k.memory.buffer, b, cells),
        { width: columns, height: lines },
        least,
      )
    },
  }
}
