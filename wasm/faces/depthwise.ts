import { madd, nearest } from './math';

/** Bytes of the 3 × 3 weights of four channels. */
const WEIGHTS: usize = 144;

/**
 * 3 × 3 on each channel: 2 × 2 results from the 4 × 4 pixels at `from`, whose lines are `row` bytes
 * apart. `weights`: [channels / 4][3][3][4]. `deep`: [channels / 2][4 results][2] of i16; what is
 * too large for one becomes the largest.
 */
// @ts-ignore: decorator of AssemblyScript
@inline
export function depthwise(
  from: usize,
  row: usize,
  pixel: usize,
  weights: usize,
  deep: usize,
): void {
  let w = weights, to = deep;
  for (let c: usize = 0; c < pixel; c += 16) {
    let a = f32x4.splat(0), b = a, below = a, beside = a;
    let p = from + c;
    // no loops: sums and weights stay in registers
    let v0 = v128.load(p), v1 = v128.load(p + pixel);
    let v2 = v128.load(p + 2 * pixel), v3 = v128.load(p + 3 * pixel);
    let w0 = v128.load(w), w1 = v128.load(w, 16), w2 = v128.load(w, 32);
    a = three(a, v0, v1, v2, w0, w1, w2);
    b = three(b, v1, v2, v3, w0, w1, w2);
    p += row;
    v0 = v128.load(p); v1 = v128.load(p + pixel);
    v2 = v128.load(p + 2 * pixel); v3 = v128.load(p + 3 * pixel);
    below = three(below, v0, v1, v2, w0, w1, w2);
    beside = three(beside, v1, v2, v3, w0, w1, w2);
    w0 = v128.load(w, 48); w1 = v128.load(w, 64); w2 = v128.load(w, 80);
    a = three(a, v0, v1, v2, w0, w1, w2);
    b = three(b, v1, v2, v3, w0, w1, w2);
    p += row;
    v0 = v128.load(p); v1 = v128.load(p + pixel);
    v2 = v128.load(p + 2 * pixel); v3 = v128.load(p + 3 * pixel);
    below = three(below, v0, v1, v2, w0, w1, w2);
    beside = three(beside, v1, v2, v3, w0, w1, w2);
    w0 = v128.load(w, 96); w1 = v128.load(w, 112); w2 = v128.load(w, 128);
    a = three(a, v0, v1, v2, w0, w1, w2);
    b = three(b, v1, v2, v3, w0, w1, w2);
    p += row;
    v0 = v128.load(p); v1 = v128.load(p + pixel);
    v2 = v128.load(p + 2 * pixel); v3 = v128.load(p + 3 * pixel);
    below = three(below, v0, v1, v2, w0, w1, w2);
    beside = three(beside, v1, v2, v3, w0, w1, w2);

    const upper = i16x8.narrow_i32x4_s(nearest(a), nearest(b));
    const lower = i16x8.narrow_i32x4_s(nearest(below), nearest(beside));
    v128.store(to, v128.shuffle<i32>(upper, lower, 0, 2, 4, 6));
    v128.store(to, v128.shuffle<i32>(upper, lower, 1, 3, 5, 7), 16);
    w += WEIGHTS;
    to += 32;
  }
}

/** Three neighbours of a line. */
// @ts-ignore: decorator of AssemblyScript
@inline
function three(sum: v128, v0: v128, v1: v128, v2: v128, w0: v128, w1: v128, w2: v128): v128 {
  return madd(madd(madd(sum, v0, w0), v1, w1), v2, w2);
}
