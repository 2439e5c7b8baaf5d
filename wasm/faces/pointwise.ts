import { activate, dot, greatest } from './math';

/**
 * 1 × 1 over the channels of four pixels, bias and leaky, eight channels of the result at a time.
 * `deep`: [cin / 2][4][2], `weights`: [cin / 2][cout][2], both i16; `scale`: what one of a sum is
 * worth in each channel. `halved`: the greatest of the four at `to`; otherwise all of them, those
 * of the second column `aside` and of the second line `below` bytes further.
 */
export function pointwise(
  deep: usize,
  cin: i32,
  cout: i32,
  weights: usize,
  scale: usize,
  bias: usize,
  halved: bool,
  to: usize,
  aside: usize,
  below: usize,
): void {
  const zero = i32x4.splat(0);
  const end = deep + (<usize>cin << 3), bytes = <usize>cout << 2;
  for (let o: usize = 0; o < bytes; o += 32) {
    let a0 = zero, a1 = zero, b0 = zero, b1 = zero, c0 = zero, c1 = zero, d0 = zero, d1 = zero;
    let w = weights + o;
    for (let p = deep; p < end; p += 16) {
      const w0 = v128.load(w), w1 = v128.load(w, 16);
      const a = v128.load32_splat(p), b = v128.load32_splat(p, 4);
      const c = v128.load32_splat(p, 8), d = v128.load32_splat(p, 12);
      a0 = dot(a0, a, w0); a1 = dot(a1, a, w1);
      b0 = dot(b0, b, w0); b1 = dot(b1, b, w1);
      c0 = dot(c0, c, w0); c1 = dot(c1, c, w1);
      d0 = dot(d0, d, w0); d1 = dot(d1, d, w1);
      w += bytes;
    }
    if (halved) {
      put(to + o, greatest(a0, b0, c0, d0), greatest(a1, b1, c1, d1), scale + o, bias + o);
    } else {
      put(to + o, a0, a1, scale + o, bias + o);
      put(to + aside + o, b0, b1, scale + o, bias + o);
      put(to + below + o, c0, c1, scale + o, bias + o);
      put(to + below + aside + o, d0, d1, scale + o, bias + o);
    }
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function put(to: usize, low: v128, high: v128, scale: usize, bias: usize): void {
  v128.store(to, activate(low, scale, bias));
  v128.store(to, activate(high, scale + 16, bias + 16), 16);
}
