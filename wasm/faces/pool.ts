import { firstPixel } from './border';

/**
 * The greatest of each 2 × 2, one apart; beyond the edge its value repeats. `input` lies in a
 * border, `out` does not.
 */
export function pool(input: usize, columns: i32, lines: i32, channels: i32, out: usize): void {
  const pixel = <usize>channels << 2;
  const row = <usize>(columns + 1) * pixel;
  const first = input + firstPixel(columns, pixel);
  let to = out;
  for (let y = 0; y < lines; y++) {
    const below = y + 1 < lines ? row : 0;
    for (let x = 0; x < columns; x++) {
      const aside = x + 1 < columns ? pixel : 0;
      const from = first + <usize>y * row + <usize>x * pixel;
      for (let p = from; p < from + pixel; p += 16) {
        const upper = f32x4.pmax(v128.load(p), v128.load(p + aside));
        const lower = f32x4.pmax(v128.load(p + below), v128.load(p + below + aside));
        v128.store(to, f32x4.pmax(upper, lower));
        to += 16;
      }
    }
  }
}
