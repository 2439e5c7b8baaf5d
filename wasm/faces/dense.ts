import { madd } from './math';

/** The last layer: 1 × 1 convolution without activation. `weights`: [cin][cout], any `cout`. */
export function dense(
  input: usize,
  pixels: i32,
  cin: i32,
  cout: i32,
  weights: usize,
  bias: usize,
  out: usize,
): void {
  for (let i = 0; i < pixels; i++) {
    const from = input + <usize>(i * cin) * 4, to = out + <usize>(i * cout) * 4;
    let o: usize = 0;
    for (; o + 4 <= <usize>cout; o += 4) {
      let sum = v128.load(bias + (o << 2));
      let w = weights + (o << 2);
      for (let c: usize = 0; c < <usize>cin; c++) {
        sum = madd(sum, v128.load32_splat(from + (c << 2)), v128.load(w));
        w += <usize>cout << 2;
      }
      v128.store(to + (o << 2), sum);
    }
    for (; o < <usize>cout; o++) {
      let sum = load<f32>(bias + (o << 2));
      let w = weights + (o << 2);
      for (let c: usize = 0; c < <usize>cin; c++) {
        sum += load<f32>(from + (c << 2)) * load<f32>(w);
        w += <usize>cout << 2;
      }
      store<f32>(to + (o << 2), sum);
    }
  }
}
