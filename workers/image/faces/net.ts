/**
 * Finds faces with the «tiny face detector» of face-api (weights: MIT, V. Mühler 2018 and V.
 * Mandić, 190 kB, in the npm package @vladmandic/face-api), run by our own kernels (`wasm/faces`):
 * no eval, nothing fetched but our own files.
 */
import type { Size } from '../pipeline/geometry'
import { copyToKernel, type KeptPlanes } from '../decode/planes'
import { borderedBytes, type FaceKernels } from './kernels'
import { CELL_VALUES, FIRST_CHANNELS, placeWeights, readWeights } from './weights'

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
/** The network halves five times: sides are multiples of this. */
export const FACE_GRID = 32

const sigmoid = (v: number): number => 1 / (1 + Math.exp(-v))

const wholeCells = (samples: number): number =>
  Math.max(1, Math.ceil(samples / FACE_GRID)) * FACE_GRID

interface Shrunk {
  /** Samples of the picture for one that the network looks at. */
  readonly step: number
  /** Of the picture. */
  readonly columns: number
  readonly lines: number
  /** What the network looks at. */
  readonly whole: Size
}

/**
 * A picture with `side` samples on its longer side, in the upper left corner of a black rectangle
 * of whole cells of the network. A square costs a quarter more for a photo of 4:3, and without
 * black below it a face that the edge cuts is found less often.
 */
export function shrunk(size: Size, side: number): Shrunk {
  const step = Math.max(size.width, size.height) / side
  const columns = Math.floor(size.width / step)
  const lines = Math.floor(size.height / step)
  const most = wholeCells(side)
  const cells = (samples: number) => Math.min(most, wholeCells(samples + FACE_GRID))
  return { step, columns, lines, whole: { width: cells(columns), height: cells(lines) } }
}

function boxes(
  cells: Float32Array,
  { width: columns, height: lines }: Size,
  least: number,
): DetectedFace[] {
  const found: DetectedFace[] = []
  const side = Math.max(columns, lines)
  for (let i = 0; i < columns * lines * ANCHORS.length; i++) {
    const cell = Math.floor(i / ANCHORS.length)
    const at = cell * CELL_VALUES + (i % ANCHORS.length) * PER_ANCHOR
    const score = sigmoid(cells[at + 4] ?? 0)
    const anchor = ANCHORS[i % ANCHORS.length]
    if (score < least || !anchor) continue
    const [x = 0, y = 0, w = 0, h = 0] = cells.subarray(at, at + 4)
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
 * The network with its weights in memory. `detect` looks at a picture in each of these sizes (its
 * longer side) and returns every box with at least `least`, neighbours not merged.
 */
export function createFaceNet(
  k: FaceKernels,
  model: Uint8Array,
): { detect(picture: KeptPlanes, sides: readonly number[], least: number): DetectedFace[] } {
  k.reset()
  const { first, separable, last } = placeWeights(k, readWeights(model))
  const free = k.mark()

  /** `input`: the picture in this size. */
  const run = (input: number, size: Size, least: number): DetectedFace[] => {
    let [columns, lines] = [size.width / 2 - 1, size.height / 2 - 1]
    let channels = FIRST_CHANNELS
    let from = k.alloc(borderedBytes({ width: columns, height: lines }, channels))
    k.firstLayer(input, size.width, size.height, first.weights, first.scale, first.bias, from)
    for (const [i, { depth, weights, scale, bias }] of separable.entries()) {
      const halved = i + 1 < separable.length
      const [width, height] = halved
        ? [Math.ceil(columns / 2), Math.ceil(lines / 2)]
        : [columns, lines]
      const to = k.alloc(borderedBytes({ width, height }, channels * 2))
      k.separable(
        from,
        columns,
        lines,
        channels,
        channels * 2,
        depth,
        weights,
        scale,
        bias,
        halved,
        to,
      )
      channels *= 2
      columns = width
      lines = height
      from = to
    }
    const cells = columns * lines
    const pooled = k.alloc(cells * channels * 4)
    k.pool(from, columns, lines, channels, pooled)
    const out = k.alloc(cells * CELL_VALUES * 4)
    k.dense(pooled, cells, channels, CELL_VALUES, last.weights, last.bias, out)
    const values = new Float32Array(k.memory.buffer, out, cells * CELL_VALUES)
    return boxes(values, { width: columns, height: lines }, least)
  }

  return {
    detect: ({ size, data }, sides, least) => {
      k.release(free)
      const [luma = 0, cb = 0, cr = 0] = data.map((plane) => copyToKernel(k, plane))
      const planes = k.mark()
      return sides.flatMap((side) => {
        k.release(planes)
        const { step, columns, lines, whole } = shrunk(size, side)
        const input = k.alloc(whole.width * whole.height * 6)
        const stride = Math.ceil(size.width / 16) * 16
        k.shrink(luma, cb, cr, stride, step, columns, lines, input, whole.width, whole.height)
        return run(input, whole, least)
      })
    },
  }
}
