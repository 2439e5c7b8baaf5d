import { madd } from './math';

/**
 * The last layer: 1 × 1 convolution without activation. `weights`: [cin][cout]; `cout`: a multiple
 * of four. Four pixels share each load of the weights.
 */
export function dense(
  input: usize,
  pixels: i32,
  cin: i32,
  cout: i32,
  weights: usize,
  bias: usize,
  out: usize,
): void {
  const pixel = <usize>cin << 2, outPixel = <usize>cout << 2;
  for (let i = 0; i < pixels; i += 4) {
    // behind the last one it is calculated again
    const b = min(1, pixels - 1 - i), c = min(2, pixels - 1 - i), d = min(3, pixels - 1 - i);
    const from = input + <usize>i * pixel, to = out + <usize>i * outPixel;
    for (let o: usize = 0; o < outPixel; o += 16) {
      let s0 = v128.load(bias + o), s1 = s0, s2 = s0, s3 = s0;
      let w = weights + o;
      for (let p = from; p < from + pixel; p += 4) {
        const v = v128.load(w);
        s0 = madd(s0, v128.load32_splat(p), v);
        s1 = madd(s1, v128.load32_splat(p + <usize>b * pixel), v);
        s2 = madd(s2, v128.load32_splat(p + <usize>c * pixel), v);
        s3 = madd(s3, v128.load32_splat(p + <usize>d * pixel), v);
        w += outPixel;
      }
      v128.store(to + o, s0);
      v128.store(to + <usize>b * outPixel + o, s1);
      v128.store(to + <usize>c * outPixel + o, s2);
      v128.store(to + <usize>d * outPixel + o, s3);
    }
  }
}
