/**
 * Slope of the activation below zero (A. Maas, A. Hannun, A. Ng, 2013), as the network was trained.
 */
const SLOPE: f32 = 0.1;

// @ts-ignore: decorator of AssemblyScript
@inline
export function leaky(v: v128): v128 { return f32x4.max(v, f32x4.mul(v, f32x4.splat(SLOPE))); }

/** sum + a·b */
// @ts-ignore: decorator of AssemblyScript
@inline
export function madd(sum: v128, a: v128, b: v128): v128 { return f32x4.add(sum, f32x4.mul(a, b)); }
