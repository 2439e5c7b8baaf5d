/**
 * The first layer on the picture itself: 3 × 3 convolution without padding, 3 → 16 channels, the
 * greatest of each 2 × 2, leaky. All at once: the wide layer before the greatest would take 40 MB.
 */
import { clearBorder, firstPixel } from './border';
import { activate, dot, greatest } from './math';

/** Bytes of a pixel: three i16 before, 16 f32 after. */
const IN: usize = 6;
const OUT: usize = 64;
/** Nine levels of a line of a 3 × 3 lie side by side: five pairs, the last with a weight of 0. */
const PAIRS: i32 = 5;

/**
 * `input`: `lines` × `columns` × 3, both even. `weights`: [3][5 pairs][16][2] of i16. `out`: half as
 * many of each, less one, × 16 channels, in a border.
 */
export function firstLayer(
  input: usize,
  columns: i32,
  lines: i32,
  weights: usize,
  scale: usize,
  bias: usize,
  out: usize,
): void {
  const row = <usize>columns * IN;
  const across = (columns - 2) >> 1, down = (lines - 2) >> 1;
  clearBorder(out, across, down, OUT);
  let to = out + firstPixel(across, OUT);
  for (let y = 0; y < down; y++) {
    let from = input + <usize>(2 * y) * row;
    for (let x = 0; x < across; x++) {
      for (let o: usize = 0; o < OUT; o += 32) {
        square(from, row, weights + o, scale + o, bias + o, to + o);
      }
      from += 2 * IN;
      to += OUT;
    }
    to += OUT;
  }
}

/** Eight channels of the greatest of four: the four share each load of the weights. */
// @ts-ignore: decorator of AssemblyScript
@inline
function square(
  from: usize,
  row: usize,
  weights: usize,
  scale: usize,
  bias: usize,
  to: usize,
): void {
  const zero = i32x4.splat(0);
  let a0 = zero, a1 = zero, b0 = zero, b1 = zero, c0 = zero, c1 = zero, d0 = zero, d1 = zero;
  let w = weights, p = from;
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < PAIRS; i++) {
      const w0 = v128.load(w), w1 = v128.load(w, 16);
      const a = v128.load32_splat(p), b = v128.load32_splat(p, IN);
      const c = v128.load32_splat(p + row), d = v128.load32_splat(p + row, IN);
      a0 = dot(a0, a, w0); a1 = dot(a1, a, w1);
      b0 = dot(b0, b, w0); b1 = dot(b1, b, w1);
      c0 = dot(c0, c, w0); c1 = dot(c1, c, w1);
      d0 = dot(d0, d, w0); d1 = dot(d1, d, w1);
      p += 4;
      w += OUT;
    }
    p += row - 4 * PAIRS;
  }
  v128.store(to, activate(greatest(a0, b0, c0, d0), scale, bias));
  v128.store(to, activate(greatest(a1, b1, c1, d1), scale + 16, bias + 16), 16);
}
