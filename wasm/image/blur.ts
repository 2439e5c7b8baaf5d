/**
 * One spot on one 8-bit plane, destroyed and not merely softened: the square around it is cut into
 * a few cells, each cell keeps only its mean, shifted by a secret, and the spot is drawn again from
 * those alone.
 * Drawing them through a quadratic B-spline is the mosaic blurred by two boxes of one cell. Inside
 * the radius nothing else of the source is left; the feather lies outside of it. Integer sums and
 * one rounding each: every machine gives the same bytes.
 */
import { alloc, mark, release } from './arena';

/** Fixed point of the spline weights and of the feather. */
const ONE: i32 = 256;

let x0: i32 = 0, y0: i32 = 0, width: i32 = 0, height: i32 = 0;
let columns: i32 = 0, rows: i32 = 0;
/** i32: index of the middle cell and the three weights, of the coordinate last asked for. */
let cell: i32 = 0, before: i32 = 0, middle: i32 = 0, after: i32 = 0;

/**
 * Blurs the disc of `radius` samples around (`cx`, `cy`); the feather ends at `outer`. `side` is
 * the least side of a cell, in samples: cells grow so that a whole number of them fills the square,
 * they never shrink. `noise`: one i8 for each cell, added to its mean.
 */
export function blurSpot(
  plane: usize,
  stride: i32,
  w: i32,
  h: i32,
  cx: f64,
  cy: f64,
  radius: f64,
  outer: f64,
  side: i32,
  noise: usize,
): void {
  x0 = max(0, <i32>Math.floor(cx - outer));
  y0 = max(0, <i32>Math.floor(cy - outer));
  width = min(w, <i32>Math.ceil(cx + outer)) - x0;
  height = min(h, <i32>Math.ceil(cy + outer)) - y0;
  if (width <= 0 || height <= 0) return;
  columns = max(1, width / side);
  rows = max(1, height / side);
  const start = mark();
  const pitch = (<usize>width + 15) & ~15;
  const means = alloc(<usize>(columns * rows));
  const wide = alloc(pitch * rows);
  const line = alloc(pitch);
  const base = plane + <usize>y0 * stride + x0;
  cellMeans(base, stride, means, noise);
  for (let j = 0; j < rows; j++) widen(means + <usize>(j * columns), wide + pitch * j);
  for (let y = 0; y < height; y++) {
    spline(y, height, rows);
    draw(
      wide + pitch * max(0, cell - 1),
      wide + pitch * cell,
      wide + pitch * min(rows - 1, cell + 1),
      line,
      pitch,
    );
    lay(base + <usize>y * stride, line, cx - x0, <f64>(y + y0) + 0.5 - cy, radius, outer);
  }
  release(start);
}

function cellMeans(base: usize, stride: usize, means: usize, noise: usize): void {
  for (let j = 0; j < rows; j++) {
    const top = j * height / rows, bottom = (j + 1) * height / rows;
    for (let i = 0; i < columns; i++) {
      const left = i * width / columns, right = (i + 1) * width / columns;
      let sum: i32 = 0;
      for (let y = top; y < bottom; y++) {
        const line = base + <usize>y * stride;
        for (let x = left; x < right; x++) sum += load<u8>(line + x);
      }
      const n = (bottom - top) * (right - left);
      const at = <usize>(j * columns + i);
      const shifted = (sum + n / 2) / n + <i32>load<i8>(noise + at);
      store<u8>(means + at, <u8>max(0, min(255, shifted)));
    }
  }
}

/** Weights of the cells around sample `at` of `size`, cut into `count` cells. They sum to ONE. */
function spline(at: i32, size: i32, count: i32): void {
  const u = (<f64>at + 0.5) * <f64>count / <f64>size;
  cell = min(count - 1, <i32>Math.floor(u));
  const t = u - <f64>cell;
  before = <i32>Math.floor((1 - t) * (1 - t) * <f64>(ONE / 2) + 0.5);
  after = <i32>Math.floor(t * t * <f64>(ONE / 2) + 0.5);
  middle = ONE - before - after;
}

/** One line of cell means drawn over the width of the square. */
function widen(means: usize, out: usize): void {
  for (let x = 0; x < width; x++) {
    spline(x, width, columns);
    const sum =
      <i32>load<u8>(means + max(0, cell - 1)) * before +
      <i32>load<u8>(means + cell) * middle +
      <i32>load<u8>(means + min(columns - 1, cell + 1)) * after;
    store<u8>(out + x, <u8>((sum + ONE / 2) >> 8));
  }
}

/** Three widened lines mixed by the weights of `spline`, 16 samples at a time. */
function draw(a: usize, b: usize, c: usize, out: usize, n: usize): void {
  const wa = i16x8.splat(<i16>before);
  const wb = i16x8.splat(<i16>middle);
  const wc = i16x8.splat(<i16>after);
  const half = i16x8.splat(<i16>(ONE / 2));
  for (let x: usize = 0; x < n; x += 16) {
    const p = v128.load(a + x), q = v128.load(b + x), r = v128.load(c + x);
    const low = i16x8.add(
      i16x8.add(
        i16x8.mul(i16x8.extend_low_i8x16_u(p), wa),
        i16x8.mul(i16x8.extend_low_i8x16_u(q), wb),
      ),
      i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(r), wc), half),
    );
    const high = i16x8.add(
      i16x8.add(
        i16x8.mul(i16x8.extend_high_i8x16_u(p), wa),
        i16x8.mul(i16x8.extend_high_i8x16_u(q), wb),
      ),
      i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(r), wc), half),
    );
    v128.store(out + x, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8)));
  }
}

/**
 * Lays one drawn line over the picture: whole inside `radius`, fading (smoothstep) until `outer`.
 */
function lay(target: usize, line: usize, cx: f64, dy: f64, radius: f64, outer: f64): void {
  const reach = outer * outer - dy * dy;
  if (reach <= 0) return;
  const half = Math.sqrt(reach);
  const from = max(0, <i32>Math.floor(cx - half)), to = min(width, <i32>Math.ceil(cx + half));
  for (let x = from; x < to; x++) {
    const dx = <f64>x + 0.5 - cx;
    const d = dx * dx + dy * dy;
    if (d <= radius * radius) {
      store<u8>(target + x, load<u8>(line + x));
      continue;
    }
    const u = (outer - Math.sqrt(d)) / (outer - radius);
    if (u <= 0) continue;
    const a = <i32>Math.floor(u * u * (3 - 2 * u) * <f64>ONE);
    store<u8>(
      target + x,
      <u8>((<i32>load<u8>(line + x) * a + <i32>load<u8>(target + x) * (ONE - a) + ONE / 2) >> 8),
    );
  }
}
