/**
 * The greatest of each 2 × 2, `step` apart (2 halves both sides, rounded up; 1 keeps them); beyond
 * the edge its value repeats.
 */
export function pool(
  input: usize,
  columns: i32,
  lines: i32,
  channels: i32,
  step: i32,
  out: usize,
): void {
  const pixel = <usize>channels << 2;
  const half = (columns + step - 1) / step;
  for (let y = 0; y < (lines + step - 1) / step; y++) {
    const top = <usize>(y * step * columns);
    const bottom = <usize>(min(y * step + 1, lines - 1) * columns);
    for (let x = 0; x < half; x++) {
      const left = <usize>(x * step), right = <usize>min(x * step + 1, columns - 1);
      const a = input + (top + left) * pixel;
      const b = input + (top + right) * pixel;
      const c = input + (bottom + left) * pixel;
      const d = input + (bottom + right) * pixel;
      const to = out + <usize>(y * half + x) * pixel;
      for (let i: usize = 0; i < pixel; i += 16) {
        v128.store(
          to + i,
          f32x4.max(
            f32x4.max(v128.load(a + i), v128.load(b + i)),
            f32x4.max(v128.load(c + i), v128.load(d + i)),
          ),
        );
      }
    }
  }
}
