/** Lanczos-3 resampling of one 8-bit plane: columns first, then rows, one output line at a time. */
import { alloc, mark, release } from './arena';
import { WEIGHT_BITS, table, taps, weights } from './lanczos';

const HALF: i32 = 1 << (WEIGHT_BITS - 1);

/**
 * Resizes a plane of `sw` × `sh` samples (`ss` bytes a line) into `dw` × `dh` at `dst` (`ds` bytes a
 * line), mirrored when `flipX` or `flipY` is set. The extents are the size of the picture in samples
 * of each plane; `boxed` is 1 for a plane as it is in the file (see `table`). `dst` must be writable
 * up to 3 bytes beyond each line; behind `src` one more line and the arena's slack must be readable.
 */
export function resizePlane(
  src: usize, ss: i32, sw: i32, sh: i32, sourceWidth: f64, sourceHeight: f64,
  dst: usize,
  ds: i32,
  dw: i32,
  dh: i32,
  width: f64,
  height: f64,
  flipX: bool,
  flipY: bool,
  boxed: i32,
): void {
  if (
    boxed == 1 && !flipX && !flipY && sw == dw && sh == dh &&
    sourceWidth == width && sourceHeight == height
  ) {
    for (let y = 0; y < dh; y++) memory.copy(dst + <usize>y * ds, src + <usize>y * ss, dw);
    return;
  }
  const before = mark();
  const vStarts = table(sh, sourceHeight, dh, height, flipY, boxed, 2);
  const vWeights = weights();
  const vTaps = taps();
  const hStarts = table(sw, sourceWidth, dw, width, flipX, boxed, 8);
  const hTaps = taps();
  const hWeights = weights();
  const line = alloc(((<usize>sw + 15) & ~15) + (<usize>hTaps << 1));
  for (let y = 0; y < dh; y++) {
    const first = src + <usize>load<i32>(vStarts + (<usize>y << 2)) * ss;
    columns(first, ss, sw, vWeights + <usize>(y * vTaps * 2), vTaps, line);
    rowOut(line, dst + <usize>y * ds, dw, hStarts, hWeights, hTaps);
  }
  release(before);
}

/**
 * Mixes `n` (even) source lines into one, 16 columns at a time: two lines meet in one dot product.
 */
function columns(src: usize, stride: usize, sw: usize, weight: usize, n: i32, out: usize): void {
  const half = i32x4.splat(HALF);
  for (let x: usize = 0; x < sw; x += 16) {
    let a = half, b = half, c = half, d = half;
    let p = src + x;
    for (let k = 0; k < n; k += 2) {
      const w = v128.load32_splat(weight + (<usize>k << 1));
      const one = v128.load(p), two = v128.load(p + stride);
      p += stride << 1;
      const low = i8x16.shuffle(one, two, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const high = i8x16.shuffle(
        one, two, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31,
      );
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low), w));
      b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low), w));
      c = i32x4.add(c, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high), w));
      d = i32x4.add(d, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high), w));
    }
    const left = i16x8.narrow_i32x4_s(i32x4.shr_s(a, WEIGHT_BITS), i32x4.shr_s(b, WEIGHT_BITS));
    const right = i16x8.narrow_i32x4_s(i32x4.shr_s(c, WEIGHT_BITS), i32x4.shr_s(d, WEIGHT_BITS));
    v128.store(out + x, i8x16.narrow_i16x8_u(left, right));
  }
}

/**
 * One output line, four samples at a time in one loop; the tables are padded to a multiple of four
 * outputs.
 */
function rowOut(line: usize, out: usize, dw: i32, starts: usize, weight: usize, n: i32): void {
  const half = i32x4.splat(HALF), zero = i32x4.splat(0);
  const step = <usize>n << 1;
  for (let x = 0; x < dw; x += 4) {
    const s = starts + (<usize>x << 2);
    const pa = line + load<u32>(s);
    const pb = line + load<u32>(s, 4);
    const pc = line + load<u32>(s, 8);
    const pd = line + load<u32>(s, 12);
    const wa = weight + <usize>x * step, wb = wa + step, wc = wb + step, wd = wc + step;
    let a = zero, b = zero, c = zero, d = zero;
    for (let k: usize = 0; k < <usize>n; k += 8) {
      a = i32x4.add(a, product(pa + k, wa + (k << 1)));
      b = i32x4.add(b, product(pb + k, wb + (k << 1)));
      c = i32x4.add(c, product(pc + k, wc + (k << 1)));
      d = i32x4.add(d, product(pd + k, wd + (k << 1)));
    }
    const sums = i32x4.shr_s(i32x4.add(half, sumLanes(a, b, c, d)), WEIGHT_BITS);
    const words = i16x8.narrow_i32x4_s(sums, sums);
    v128.store32_lane(out + x, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** Eight samples and their weights: four sums of two products. */
// @ts-ignore: decorator of AssemblyScript
@inline
function product(p: usize, w: usize): v128 {
  return i32x4.dot_i16x8_s(v128.load8x8_u(p), v128.load(w));
}

/** [Σa, Σb, Σc, Σd] */
// @ts-ignore: decorator of AssemblyScript
@inline
function sumLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7));
}
