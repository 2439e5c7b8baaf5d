/**
 * One 8 × 8 block: forward transform, quantisation, and which values the scan will hold. The
 * transform is that of Arai, Agui and Nakajima (1988), 5 products a row, on eight columns at once
 * in whole numbers of 16 bits; its scale factors are part of the quantisation (`scaleTable`).
 * Samples go in doubled: no output can pass 2 · 128 · 10.05² = 25,858 (10.05: the largest sum of
 * the absolute factors of a row), and what the products round away stays below a tenth of the
 * finest step.
 */

/** Q15: √½, cos(3π/8), √2·cos(3π/8), and √2·cos(π/8) less one. */
const C4: i16 = 23170, C6: i16 = 12540, C2_MINUS_C6: i16 = 17734, C2_PLUS_C6_LESS_ONE: i16 = 10045;
/** Largest coefficient that baseline Huffman coding can hold (T.81 table F.2: category 10). */
const LIMIT: i16 = 1023;
/**
 * An isolated one in the scan and was hardly a one (below this, where a half rounds up) is dropped:
 * it costs more bits than it shows. Measured on photographs: 1.2 % fewer bytes at the same SSIM
 * (`npm run bench:photos`).
 */
const HARDLY_ONE: f32 = 0.62;
/** 1.5 · 2^23: added to a small f32, its last bits are the nearest whole number. */
const ROUND: f32 = 12582912;
const ROUND_BITS: i32 = 0x4b400000;
/** Bytes of a line of eight i16. */
const LINE: usize = 16;
/** Of a flag: not zero, and hardly a one as well. */
const NONZERO: i16 = -128, HARDLY: i16 = -64;

/** Bytes of scratch that `block` needs: 64 i16. */
export const SCRATCH: usize = 128;

// @ts-ignore: decorator of AssemblyScript
@inline
function add(a: v128, b: v128): v128 { return i16x8.add(a, b); }
// @ts-ignore: decorator of AssemblyScript
@inline
function sub(a: v128, b: v128): v128 { return i16x8.sub(a, b); }
// @ts-ignore: decorator of AssemblyScript
@inline
function times(a: v128, c: i16): v128 { return i16x8.q15mulr_sat_s(a, i16x8.splat(c)); }

/** Transforms eight columns of eight, in place. */
function columns(p: usize): void {
  const r0 = v128.load(p);
  const r1 = v128.load(p + LINE);
  const r2 = v128.load(p + 2 * LINE);
  const r3 = v128.load(p + 3 * LINE);
  const r4 = v128.load(p + 4 * LINE);
  const r5 = v128.load(p + 5 * LINE);
  const r6 = v128.load(p + 6 * LINE);
  const r7 = v128.load(p + 7 * LINE);
  const s07 = add(r0, r7), d07 = sub(r0, r7), s16 = add(r1, r6), d16 = sub(r1, r6);
  const s25 = add(r2, r5), d25 = sub(r2, r5), s34 = add(r3, r4), d34 = sub(r3, r4);
  // even half
  const e10 = add(s07, s34), e13 = sub(s07, s34), e11 = add(s16, s25), e12 = sub(s16, s25);
  const z1 = times(add(e12, e13), C4);
  v128.store(p, add(e10, e11));
  v128.store(p + 4 * LINE, sub(e10, e11));
  v128.store(p + 2 * LINE, add(e13, z1));
  v128.store(p + 6 * LINE, sub(e13, z1));
  // odd half
  const o10 = add(d34, d25), o11 = add(d25, d16), o12 = add(d16, d07);
  const z5 = times(sub(o10, o12), C6);
  const z2 = add(times(o10, C2_MINUS_C6), z5);
  const z4 = add(add(o12, times(o12, C2_PLUS_C6_LESS_ONE)), z5);
  const z3 = times(o11, C4);
  const z11 = add(d07, z3), z13 = sub(d07, z3);
  v128.store(p + 5 * LINE, add(z13, z2));
  v128.store(p + 3 * LINE, sub(z13, z2));
  v128.store(p + LINE, add(z11, z4));
  v128.store(p + 7 * LINE, sub(z11, z4));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function lows16(a: v128, b: v128): v128 { return i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
// @ts-ignore: decorator of AssemblyScript
@inline
function highs16(a: v128, b: v128): v128 { return i16x8.shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
// @ts-ignore: decorator of AssemblyScript
@inline
function lows32(a: v128, b: v128): v128 { return i32x4.shuffle(a, b, 0, 4, 1, 5); }
// @ts-ignore: decorator of AssemblyScript
@inline
function highs32(a: v128, b: v128): v128 { return i32x4.shuffle(a, b, 2, 6, 3, 7); }

/** Two lines of the mirrored block, at `p`. */
// @ts-ignore: decorator of AssemblyScript
@inline
function twoLines(p: usize, a: v128, b: v128): void {
  v128.store(p, i64x2.shuffle(a, b, 0, 2));
  v128.store(p + LINE, i64x2.shuffle(a, b, 1, 3));
}

/** Mirrors the block on its diagonal: pairs, then fours, then eights. */
function mirror(p: usize): void {
  const r0 = v128.load(p);
  const r1 = v128.load(p + LINE);
  const r2 = v128.load(p + 2 * LINE);
  const r3 = v128.load(p + 3 * LINE);
  const r4 = v128.load(p + 4 * LINE);
  const r5 = v128.load(p + 5 * LINE);
  const r6 = v128.load(p + 6 * LINE);
  const r7 = v128.load(p + 7 * LINE);
  const a0 = lows16(r0, r1), a1 = lows16(r2, r3), a2 = lows16(r4, r5), a3 = lows16(r6, r7);
  const b0 = highs16(r0, r1), b1 = highs16(r2, r3), b2 = highs16(r4, r5), b3 = highs16(r6, r7);
  twoLines(p, lows32(a0, a1), lows32(a2, a3));
  twoLines(p + 2 * LINE, highs32(a0, a1), highs32(a2, a3));
  twoLines(p + 4 * LINE, lows32(b0, b1), lows32(b2, b3));
  twoLines(p + 6 * LINE, highs32(b0, b1), highs32(b2, b3));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function rounded(v: v128): v128 {
  return i32x4.sub(f32x4.add(v, f32x4.splat(ROUND)), i32x4.splat(ROUND_BITS));
}
// @ts-ignore: decorator of AssemblyScript
@inline
function hardly(v: v128): v128 { return f32x4.lt(f32x4.abs(v), f32x4.splat(HARDLY_ONE)); }

/** Quantises eight values at `p` into `out`; returns a flag for each. */
// @ts-ignore: decorator of AssemblyScript
@inline
function quantise(p: usize, factors: usize, out: usize): v128 {
  const v = v128.load(p);
  const low = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(v)), v128.load(factors));
  const high = f32x4.mul(
    f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(v)),
    v128.load(factors, 16),
  );
  const q = i16x8.narrow_i32x4_s(rounded(low), rounded(high));
  v128.store(out, i16x8.max_s(i16x8.splat(-LIMIT), i16x8.min_s(i16x8.splat(LIMIT), q)));
  const flag = v128.bitselect(
    i16x8.splat(HARDLY),
    i16x8.splat(NONZERO),
    i16x8.narrow_i32x4_s(hardly(low), hardly(high)),
  );
  return v128.andnot(flag, i16x8.eq(q, i16x8.splat(0)));
}

/** The flags of two columns, a byte each. */
// @ts-ignore: decorator of AssemblyScript
@inline
function flags(p: usize, factors: usize, out: usize): v128 {
  return i8x16.narrow_i16x8_s(
    quantise(p, factors, out),
    quantise(p + LINE, factors + 2 * LINE, out + LINE),
  );
}

/**
 * Reads 8 × 8 samples at `src` (`stride` bytes a line), writes 64 quantised i16 at `out`, column by
 * column. Returns which of them the scan holds: bit k for place k of the scan, which is `SCAN[k]`
 * of `out`.
 */
export function block(src: usize, stride: usize, factors: usize, scratch: usize, out: usize): u64 {
  const middle = i16x8.splat(256);
  for (let i: usize = 0; i < 8; i++) {
    v128.store(
      scratch + i * LINE,
      i16x8.sub(i16x8.shl(v128.load8x8_u(src + i * stride), 1), middle),
    );
  }
  columns(scratch);
  mirror(scratch);
  columns(scratch);
  const a = flags(scratch, factors, out), b = flags(scratch + 32, factors + 64, out + 32);
  const c = flags(scratch + 64, factors + 128, out + 64);
  const d = flags(scratch + 96, factors + 192, out + 96);
  return inScan(a, b, c, d);
}

/**
 * Brings the flags into the order of the scan (`SCAN` of tables.ts, sixteen at a time) and drops
 * the lonely ones.
 */
// @ts-ignore: decorator of AssemblyScript
@inline
function inScan(a: v128, b: v128, c: v128, d: v128): u64 {
  const s0 = i8x16.shuffle(i8x16.shuffle(
    a,
    b,
    0, 8, 1, 2, 9, 16, 24, 17, 10, 3, 4, 11, 18, 25, 0, 0,
  ),
    i8x16.shuffle(c, d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8),
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 30, 31);
  const s1 = i8x16.shuffle(i8x16.shuffle(
    a,
    b,
    0, 26, 19, 12, 5, 6, 13, 20, 27, 0, 0, 0, 0, 0, 0, 0,
  ),
    i8x16.shuffle(c, d, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 9, 16, 24, 17, 10, 3),
    16, 1, 2, 3, 4, 5, 6, 7, 8, 25, 26, 27, 28, 29, 30, 31);
  const s2 = i8x16.shuffle(i8x16.shuffle(
    a,
    b,
    28, 21, 14, 7, 15, 22, 29, 0, 0, 0, 0, 0, 0, 0, 0, 30,
  ),
    i8x16.shuffle(c, d, 0, 0, 0, 0, 0, 0, 0, 4, 11, 18, 25, 26, 19, 12, 5, 0),
    0, 1, 2, 3, 4, 5, 6, 23, 24, 25, 26, 27, 28, 29, 30, 15);
  const s3 = i8x16.shuffle(i8x16.shuffle(a, b, 23, 31, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    i8x16.shuffle(c, d, 0, 0, 6, 13, 20, 27, 28, 21, 14, 7, 15, 22, 29, 30, 23, 31),
    0, 1, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  const mask = bitsOf(s0, s1, s2, s3);
  const marked = bitsOf(i16x8.shl(s0, 1), i16x8.shl(s1, 1), i16x8.shl(s2, 1), i16x8.shl(s3, 1));
  // never the first: it is the mean of the block
  const lonely = marked & ~(mask << 1) & ~(mask >> 1) & ~1;
  return mask & ~lonely;
}

/** The highest bit of 64 bytes. */
// @ts-ignore: decorator of AssemblyScript
@inline
function bitsOf(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    (<u64>i8x16.bitmask(a)) |
    (<u64>i8x16.bitmask(b) << 16) |
    (<u64>i8x16.bitmask(c) << 32) |
    (<u64>i8x16.bitmask(d) << 48)
  );
}
