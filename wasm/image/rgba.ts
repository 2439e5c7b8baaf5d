/**
 * RGBA or BGRA pixels → the three planes of a JPEG: full-range Y'CbCr of ITU-R BT.601 as JFIF 1.02 defines it,
 * chroma as the mean of 2 × 2 pixels.
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

let yWeight: v128 = i64x2.splat(0);
let cbWeight: v128 = i64x2.splat(0);
let crWeight: v128 = i64x2.splat(0);

// @ts-ignore: decorator of AssemblyScript
@inline
function lanes(r: i16, g: i16, b: i16, bgr: bool): v128 {
  const first = bgr ? b : r, third = bgr ? r : b;
  let v = i16x8.splat(0);
  v = i16x8.replace_lane(i16x8.replace_lane(v, 0, first), 4, first);
  v = i16x8.replace_lane(i16x8.replace_lane(v, 1, g), 5, g);
  return i16x8.replace_lane(i16x8.replace_lane(v, 2, third), 6, third);
}

/**
 * Converts `w` × `h` tight pixels. `bgr` tells the byte order. `ys` and `cs` (bytes a line) must be at least the
 * width rounded up to 8 and half of that: whole steps of 8 pixels are written.
 */
export function rgbaToPlanes(src: usize, w: i32, h: i32, bgr: bool, y: usize, ys: i32, cb: usize, cr: usize, cs: i32): void {
  yWeight = lanes(Y_R, Y_G, Y_B, bgr);
  cbWeight = lanes(CB_R, CB_G, CB_B, bgr);
  crWeight = lanes(CR_R, CR_G, CR_B, bgr);
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
    for (let x: usize = 0; x < <usize>whole; x += STEP) eight(a + (x << 2), b + (x << 2), ya + x, yb + x, u + (x >> 1), v + (x >> 1));
    if (whole == w) continue;
    repeatEdge(a, whole, w, tail);
    repeatEdge(b, whole, w, tail + STEP * 4);
    eight(tail, tail + STEP * 4, ya + whole, yb + whole, u + (whole >> 1), v + (whole >> 1));
  }
  release(before);
}

/** The last pixels of a line, its edge repeated up to eight. */
function repeatEdge(line: usize, from: i32, w: i32, out: usize): void {
  for (let i = 0; i < STEP; i++) store<u32>(out + (<usize>i << 2), load<u32>(line + (<usize>min(from + i, w - 1) << 2)));
}

/** Lanes 0+1, 2+3 of a and of b. */
// @ts-ignore: decorator of AssemblyScript
@inline
function addPairs(a: v128, b: v128): v128 {
  return i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function luma(four: v128): v128 {
  const sum = addPairs(i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(four), yWeight), i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(four), yWeight));
  return i32x4.shr_u(i32x4.add(sum, i32x4.splat(1 << (Y_SHIFT - 1))), Y_SHIFT);
}

/** Sums of two neighbours over two lines: [pixels 0 and 1, pixels 2 and 3] as i16 r g b a. */
// @ts-ignore: decorator of AssemblyScript
@inline
function squares(a: v128, b: v128): v128 {
  const low = i16x8.add(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b));
  const high = i16x8.add(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b));
  return i16x8.add(i64x2.shuffle(low, high, 0, 2), i64x2.shuffle(low, high, 1, 3));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function chroma(left: v128, right: v128, weight: v128, out: usize): void {
  const sum = addPairs(i32x4.dot_i16x8_s(left, weight), i32x4.dot_i16x8_s(right, weight));
  const value = i32x4.shr_s(i32x4.add(sum, i32x4.splat((128 << C_SHIFT) + (1 << (C_SHIFT - 1)) - 1)), C_SHIFT);
  const words = i16x8.narrow_i32x4_s(value, value);
  store<u32>(out, i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function eight(a: usize, b: usize, ya: usize, yb: usize, u: usize, v: usize): void {
  const a0 = v128.load(a), a1 = v128.load(a, 16), b0 = v128.load(b), b1 = v128.load(b, 16);
  const words = i16x8.narrow_i32x4_s(luma(a0), luma(a1)), below = i16x8.narrow_i32x4_s(luma(b0), luma(b1));
  const lines = i8x16.narrow_i16x8_u(words, below);
  store<u64>(yb, i64x2.extract_lane(lines, 1));
  store<u64>(ya, i64x2.extract_lane(lines, 0));
  const left = squares(a0, b0), right = squares(a1, b1);
  chroma(left, right, cbWeight, u);
  chroma(left, right, crWeight, v);
}
