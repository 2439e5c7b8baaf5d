/** The typed side of `wasm/faces`. Addresses are byte offsets of `memory`. */
import type { Size } from '../pipeline/geometry'

/**
 * What layers hand on is f32, channels of a pixel side by side, in a border (`borderedBytes`).
 * `weights` and `point` are pairs of i16, `depth`, `scale` and `bias` f32 (`weights.ts`).
 */
export interface FaceKernels {
  readonly memory: WebAssembly.Memory
  reset(): void
  alloc(bytes: number): number
  /** The end of what is allocated, and back to it: everything above is free again. */
  mark(): number
  release(at: number): void
  shrink(
    luma: number,
    cb: number,
    cr: number,
    stride: number,
    step: number,
    columns: number,
    lines: number,
    out: number,
    outColumns: number,
    outLines: number,
  ): void
  firstLayer(
    input: number,
    columns: number,
    lines: number,
    weights: number,
    scale: number,
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
    scale: number,
    bias: number,
    halved: boolean,
    out: number,
  ): void
  pool(input: number, columns: number, lines: number, channels: number, out: number): void
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

/** Room for a layer's result of f32 in its border (`wasm/faces/border.ts`). */
export function borderedBytes({ width, height }: Size, channels: number): number {
  // a line and a pixel more: 2 × 2 results are made of 4 × 4 at odd edges too
  return ((width + 1) * (height + 3) + 2) * channels * 4
}
