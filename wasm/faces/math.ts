/**
 * Slope of the activation below zero (A. Maas, A. Hannun, A. Ng, 2013), as the network was trained.
 */
const SLOPE: f32 = 0.1;

/** 1.5 × 2^23: what is added to it is rounded to the integer in its lowest bits. */
const ROUNDING: f32 = 12_582_912;

/** sum + a·b */
// @ts-ignore: decorator of AssemblyScript
@inline
export function madd(sum: v128, a: v128, b: v128): v128 { return f32x4.add(sum, f32x4.mul(a, b)); }

/** i32 sums + the products of neighbours of i16, two and two: eight products in one instruction. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function dot(sum: v128, a: v128, b: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(a, b));
}

/** The nearest integers to f32 below 2^22: fewer instructions than a conversion, which cuts off. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function nearest(v: v128): v128 {
  const shift = f32x4.splat(ROUNDING);
  return i32x4.sub(f32x4.add(v, shift), shift);
}

/** Four channels of a layer's result from their sums; `scale` and `bias` are addresses. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function activate(sum: v128, scale: usize, bias: usize): v128 {
  const v = madd(v128.load(bias), f32x4.convert_i32x4_s(sum), v128.load(scale));
  // not `max`, which takes six instructions on x86 for the sake of NaN
  return f32x4.pmax(v, f32x4.mul(v, f32x4.splat(SLOPE)));
}

/** Of sums: scale, bias and activation keep the order, so the greatest is taken before them. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function greatest(a: v128, b: v128, c: v128, d: v128): v128 {
  return i32x4.max_s(i32x4.max_s(a, b), i32x4.max_s(c, d));
}
