/**
 * ICC profiles (ICC.1:2022) of the kind that cameras and phones write: a matrix and three tone
 * curves, as Display P3 and Adobe RGB are. Planes out of a decoder carry the source's levels, and a
 * JPEG without profile means sRGB, so the levels are converted. Profiles of other kinds are taken
 * as sRGB.
 */
import { ascii, viewOf } from '../header/bytes'

/** What `planesToSrgb` needs. */
export interface ToSrgb {
  /** [3][256]: level of red, green, blue → linear light. */
  readonly toLinear: Float32Array
  /** Row major 3 × 3: linear light → linear sRGB. */
  readonly matrix: Float32Array
  /** [4096]: linear sRGB 0..1 → level. */
  readonly toLevel: Uint8Array
}

export const LEVEL_STEPS = 4096
/** XYZ under D50 → linear sRGB (Bradford-adapted; B. Lindbloom). */
const XYZ_TO_SRGB = [
  3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.033454, 0.0719453, -0.2289914,
  1.4052427,
] as const
/** A matrix this near to the identity, and curves within a level of sRGB's, need no conversion. */
const MATRIX_TOLERANCE = 0.004
const CURVE_TOLERANCE = 1 / 255

type Curve = (x: number) => number

function linearToSrgb(x: number): number {
  return x <= 0.0031308 ? x * 12.92 : 1.055 * x ** (1 / 2.4) - 0.055
}

/** s15Fixed16Number */
function fixed(view: DataView, at: number): number {
  return view.getInt32(at) / 65536
}

/** `para`: the five functions of table 68. */
function parametric(view: DataView, at: number): Curve {
  const kind = view.getUint16(at + 8)
  const p = (i: number) => fixed(view, at + 12 + i * 4)
  const g = p(0)
  if (kind === 0) return (x) => x ** g
  const [a, b] = [p(1), p(2)]
  if (kind === 1) return (x) => (x >= -b / a ? (a * x + b) ** g : 0)
  const c = p(3)
  if (kind === 2) return (x) => (x >= -b / a ? (a * x + b) ** g + c : c)
  const d = p(4)
  if (kind === 3) return (x) => (x >= d ? (a * x + b) ** g : c * x)
  const [e, f] = [p(5), p(6)]
  return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f)
}

/** `curv`: nothing (linear), one exponent (u8Fixed8), or a table of u16 read with interpolation. */
function sampled(view: DataView, at: number): Curve {
  const count = view.getUint32(at + 8)
  if (count === 0) return (x) => x
  if (count === 1) return (x) => x ** (view.getUint16(at + 12) / 256)
  const entry = (i: number) => view.getUint16(at + 12 + Math.min(i, count - 1) * 2) / 65535
  return (x) => {
    const i = Math.floor(x * (count - 1))
    const t = x * (count - 1) - i
    return entry(i) * (1 - t) + entry(i + 1) * t
  }
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return a.map((_, i) =>
    [0, 1, 2].reduce((sum, k) => sum + (a[i - (i % 3) + k] ?? 0) * (b[k * 3 + (i % 3)] ?? 0), 0),
  )
}

function isSrgb(matrix: readonly number[], curves: readonly Curve[]): boolean {
  if (matrix.some((v, i) => Math.abs(v - (i % 4 === 0 ? 1 : 0)) > MATRIX_TOLERANCE)) return false
  return curves.every((curve) =>
    [0.1, 0.25, 0.5, 0.75, 0.9].every(
      (x) => Math.abs(linearToSrgb(curve(x)) - x) < CURVE_TOLERANCE,
    ),
  )
}

function build(matrix: readonly number[], curves: readonly Curve[]): ToSrgb {
  const toLinear = new Float32Array(768)
  for (const [channel, curve] of curves.entries()) {
    for (let level = 0; level < 256; level++) toLinear[channel * 256 + level] = curve(level / 255)
  }
  const toLevel = Uint8Array.from({ length: LEVEL_STEPS }, (_, i) =>
    Math.round(linearToSrgb(i / (LEVEL_STEPS - 1)) * 255),
  )
  return { toLinear, matrix: new Float32Array(matrix), toLevel }
}

function parse(icc: Uint8Array): ToSrgb | null {
  const view = viewOf(icc)
  if (ascii(icc, 16, 4) !== 'RGB ' || ascii(icc, 20, 4) !== 'XYZ ') return null
  const tags = new Map<string, number>()
  for (let i = 0; i < view.getUint32(128); i++)
    tags.set(ascii(icc, 132 + i * 12, 4), view.getUint32(136 + i * 12))
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => tags.get(name))
  const tones = ['rTRC', 'gTRC', 'bTRC'].map((name) => tags.get(name))
  const toXyz: number[] = []
  for (let row = 0; row < 3; row++) {
    for (const at of columns) {
      if (at === undefined) return null
      toXyz.push(fixed(view, at + 8 + row * 4))
    }
  }
  const curves: Curve[] = []
  for (const at of tones) {
    if (at === undefined) return null
    curves.push(ascii(icc, at, 4) === 'para' ? parametric(view, at) : sampled(view, at))
  }
  const matrix = multiply(XYZ_TO_SRGB, toXyz)
  return isSrgb(matrix, curves) ? null : build(matrix, curves)
}

/** null: already sRGB, or a profile that cannot be read as matrix and curves. */
export function readColourProfile(icc: Uint8Array | null): ToSrgb | null {
  if (!icc) return null
  try {
    return parse(icc)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
