/**
 * RGBA or BGRA pixels → the three planes of a JPEG: full-range Y'CbCr of ITU-R BT.601 as JFIF 1.02
 * defines it, chroma as the mean of 2 × 2 pixels.
 */
import { alloc, mark, release } from './arena';

/** Coefficients in Q14, each line summing to 16384 (Y) or to 0 (Cb, Cr). */
const Y_R: i16 = 4899, Y_G: i16 = 9617, Y_B: i16 = 1868;
const CB_R: i16 = -2765, CB_G: i16 = -5427, CB_B: i16 = 8192;
const CR_R: i16 = 8192, CR_G: i16 = -6860, CR_B: i16 = -1332;
const Y_SHIFT: i32 = 14;
/** Chroma is taken from the sum of four pixels. */
const C_SHIFT: i32 = 16;
const STEP: i32 = 8;

/**
 * Of a pair of i16 that a pixel is split into: its outer bytes (red and blue), and its inner ones
 * (green, and the fourth, which counts for nothing).
 */
let yOuter: v128 = i64x2.splat(0), cbOuter: v128 = i64x2.splat(0), crOuter: v128 = i64x2.splat(0);

// @ts-ignore: decorator of AssemblyScript
@inline
function pair(low: i16, high: i16): v128 {
  return i32x4.splat((<i32>high << 16) | (<i32>low & 0xffff));
}

/**
 * Converts `w` × `h` tight pixels. `bgr`: the byte order. `ys` and `cs` (bytes a line) must be
 * at least the width rounded up to 8 and half of that: whole steps of 8 pixels are written.
 */
export function rgbaToPlanes(
  src: usize,
  w: i32,
  h: i32,
  bgr: bool,
  y: usize,
  ys: i32,
  cb: usize,
  cr: usize,
  cs: i32,
): void {
  yOuter = bgr ? pair(Y_B, Y_R) : pair(Y_R, Y_B);
  cbOuter = bgr ? pair(CB_B, CB_R) : pair(CB_R, CB_B);
  crOuter = bgr ? pair(CR_B, CR_R) : pair(CR_R, CR_B);
  const before = mark();
  const tail = alloc(<usize>STEP * 8);
  const whole = w & ~(STEP - 1);
  for (let row = 0; row < h; row += 2) {
    const a = src + <usize>row * w * 4;
    const b = row + 1 < h ? a + <usize>w * 4 : a;
    const ya = y + <usize>row * ys;
    // the second line of an odd height goes where it is written again or never read
    const yb = row + 1 < h ? ya + ys : ya;
    const u = cb + <usize>(row >> 1) * cs, v = cr + <usize>(row >> 1) * cs;
    for (let x: usize = 0; x < <usize>whole; x += STEP)
      eight(a + (x << 2), b + (x << 2), ya + x, yb + x, u + (x >> 1), v + (x >> 1));
    if (whole == w) continue;
    repeatEdge(a, whole, w, tail);
    repeatEdge(b, whole, w, tail + STEP * 4);
    eight(tail, tail + STEP * 4, ya + whole, yb + whole, u + (whole >> 1), v + (whole >> 1));
  }
  release(before);
}

/** The last pixels of a line, its edge repeated up to eight. */
function repeatEdge(line: usize, from: i32, w: i32, out: usize): void {
  for (let i = 0; i < STEP; i++)
    store<u32>(out + (<usize>i << 2), load<u32>(line + (<usize>min(from + i, w - 1) << 2)));
}

/** Bytes 0 and 2 of each pixel, as i16. */
// @ts-ignore: decorator of AssemblyScript
@inline
function outer(four: v128): v128 { return v128.and(four, i32x4.splat(0x00ff00ff)); }
/** Bytes 1 and 3. */
// @ts-ignore: decorator of AssemblyScript
@inline
function inner(four: v128): v128 { return i16x8.shr_u(four, 8); }

// @ts-ignore: decorator of AssemblyScript
@inline
function luma(o: v128, i: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(o, yOuter), i32x4.dot_i16x8_s(i, pair(Y_G, 0)));
  return i32x4.shr_u(i32x4.add(sum, i32x4.splat(1 << (Y_SHIFT - 1))), Y_SHIFT);
}

/** Sums of two neighbours out of eight. */
// @ts-ignore: decorator of AssemblyScript
@inline
function neighbours(left: v128, right: v128): v128 {
  return i16x8.add(i32x4.shuffle(left, right, 0, 2, 4, 6), i32x4.shuffle(left, right, 1, 3, 5, 7));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function chroma(o: v128, i: v128, outerWeight: v128, innerWeight: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(o, outerWeight), i32x4.dot_i16x8_s(i, innerWeight));
  return i32x4.shr_s(
    i32x4.add(sum, i32x4.splat((128 << C_SHIFT) + (1 << (C_SHIFT - 1)) - 1)),
    C_SHIFT,
  );
}

// @ts-ignore: decorator of AssemblyScript
@inline
function eight(a: usize, b: usize, ya: usize, yb: usize, u: usize, v: usize): void {
  const a0 = v128.load(a), a1 = v128.load(a, 16), b0 = v128.load(b), b1 = v128.load(b, 16);
  const ao0 = outer(a0), ao1 = outer(a1), bo0 = outer(b0), bo1 = outer(b1);
  const ai0 = inner(a0), ai1 = inner(a1), bi0 = inner(b0), bi1 = inner(b1);
  const words = i16x8.narrow_i32x4_s(luma(ao0, ai0), luma(ao1, ai1));
  const below = i16x8.narrow_i32x4_s(luma(bo0, bi0), luma(bo1, bi1));
  const lines = i8x16.narrow_i16x8_u(words, below);
  v128.store64_lane(yb, lines, 1);
  v128.store64_lane(ya, lines, 0);
  const o = neighbours(i16x8.add(ao0, bo0), i16x8.add(ao1, bo1));
  const i = neighbours(i16x8.add(ai0, bi0), i16x8.add(ai1, bi1));
  const both = i16x8.narrow_i32x4_s(
    chroma(o, i, cbOuter, pair(CB_G, 0)),
    chroma(o, i, crOuter, pair(CR_G, 0)),
  );
  const bytes = i8x16.narrow_i16x8_u(both, both);
  v128.store32_lane(u, bytes, 0);
  v128.store32_lane(v, bytes, 1);
}
