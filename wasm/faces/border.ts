/**
 * A layer's result lies in a border of zeros, which the next one's 3 × 3 reads beyond the edges: a
 * line above, a line below, and one pixel left of each line, which ends the line before it as well.
 */

/** From the border's first byte to the first pixel. `pixel`: bytes of one. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function firstPixel(columns: i32, pixel: usize): usize {
  return (<usize>columns + 2) * pixel;
}

export function clearBorder(at: usize, columns: i32, lines: i32, pixel: usize): void {
  const row = <usize>(columns + 1) * pixel;
  memory.fill(at, 0, row + pixel);
  for (let y = 1; y <= lines; y++) memory.fill(at + <usize>y * row, 0, pixel);
  memory.fill(at + <usize>(lines + 1) * row, 0, row + pixel);
}
