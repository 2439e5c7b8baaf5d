/**
 * The first layer on the picture itself: 3 × 3 convolution without padding, 3 → 16 channels, leaky,
 * then the greatest of each 2 × 2. Both at once: the wide layer between them would take 40 MB and
 * is never stored.
 */
import { alloc, mark, release } from '../image/arena';
import { leaky, madd } from './math';

/** Bytes of 16 and of 3 channels of f32. */
const OUT: usize = 64;
const IN: usize = 12;

/**
 * `input`: `lines` × `columns` × 3, both even. `weights`: [3][3][3][16]. Writes half as many of each,
 * less one, × 16 channels.
 */
export function firstLayer(
  input: usize,
  columns: i32,
  lines: i32,
  weights: usize,
  bias: usize,
  out: usize,
): void {
  const wide = columns - 2, half = wide >> 1;
  const before = mark();
  const upper = alloc(<usize>wide * OUT), lower = alloc(<usize>wide * OUT);
  for (let y = 0; y < (lines - 2) >> 1; y++) {
    convolveLine(input, columns, 2 * y, weights, bias, upper);
    convolveLine(input, columns, 2 * y + 1, weights, bias, lower);
    for (let x = 0; x < half; x++) {
      const a = upper + <usize>x * 2 * OUT;
      const b = lower + <usize>x * 2 * OUT;
      const to = out + <usize>(y * half + x) * OUT;
      for (let c: usize = 0; c < OUT; c += 16) {
        v128.store(
          to + c,
          f32x4.max(
            f32x4.max(v128.load(a + c), v128.load(a + c + OUT)),
            f32x4.max(v128.load(b + c), v128.load(b + c + OUT)),
          ),
        );
      }
    }
  }
  release(before);
}

/** Two neighbours at a time share each load of the weights. */
function convolveLine(
  input: usize,
  columns: i32,
  y: i32,
  weights: usize,
  bias: usize,
  out: usize,
): void {
  const b0 = v128.load(bias);
  const b1 = v128.load(bias, 16);
  const b2 = v128.load(bias, 32);
  const b3 = v128.load(bias, 48);
  for (let x = 0; x < columns - 2; x += 2) {
    let s0 = b0, s1 = b1, s2 = b2, s3 = b3;
    let t0 = b0, t1 = b1, t2 = b2, t3 = b3;
    let w = weights;
    for (let j = 0; j < 3; j++) {
      let p = input + <usize>((y + j) * columns + x) * IN;
      // three neighbours of three channels lie behind each other
      for (let i = 0; i < 9; i++) {
        const s = v128.load32_splat(p), t = v128.load32_splat(p, IN);
        const w0 = v128.load(w), w1 = v128.load(w, 16);
        s0 = madd(s0, s, w0); t0 = madd(t0, t, w0);
        s1 = madd(s1, s, w1); t1 = madd(t1, t, w1);
        const w2 = v128.load(w, 32), w3 = v128.load(w, 48);
        s2 = madd(s2, s, w2); t2 = madd(t2, t, w2);
        s3 = madd(s3, s, w3); t3 = madd(t3, t, w3);
        p += 4;
        w += OUT;
      }
    }
    const to = out + <usize>x * OUT;
    v128.store(to, leaky(s0));
    v128.store(to, leaky(s1), 16);
    v128.store(to, leaky(s2), 32);
    v128.store(to, leaky(s3), 48);
    v128.store(to, leaky(t0), 64);
    v128.store(to, leaky(t1), 80);
    v128.store(to, leaky(t2), 96);
    v128.store(to, leaky(t3), 112);
  }
}
