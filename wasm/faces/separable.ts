/**
 * Depthwise separable convolution (A. Howard et al., "MobileNets", 2017): 3 × 3 on each channel,
 * padded with zeros, then 1 × 1 over the channels, bias and leaky. Channels are multiples of 8;
 * pixels hold theirs side by side.
 */
import { alloc, mark, release } from '../image/arena';
import { leaky, madd } from './math';

/** Pixels that share each load of the 1 × 1 weights. */
const AT_ONCE: i32 = 4;

/**
 * `input`: `lines` × `columns` × `cin`; `depth`: [3][3][cin]; `point`: [cin][cout]. `out`: as many ×
 * `cout`.
 */
export function separable(
  input: usize,
  columns: i32,
  lines: i32,
  cin: i32,
  cout: i32,
  depth: usize,
  point: usize,
  bias: usize,
  out: usize,
): void {
  const before = mark();
  const line = alloc(<usize>(columns + AT_ONCE) * cin * 4);
  for (let y = 0; y < lines; y++) {
    depthwise(input, columns, lines, y, <usize>cin << 2, depth, line);
    for (let x = 0; x < columns; x += AT_ONCE) {
      const last = min(AT_ONCE, columns - x);
      pointwise(
        line + <usize>(x * cin) * 4,
        cin,
        <usize>cout << 2,
        point,
        bias,
        out + <usize>((y * columns + x) * cout) * 4,
        last,
      );
    }
  }
  release(before);
}

function depthwise(
  input: usize,
  columns: i32,
  lines: i32,
  y: i32,
  pixel: usize,
  weights: usize,
  line: usize,
): void {
  const inside = y > 0 && y < lines - 1;
  for (let x = 0; x < columns; x++) {
    const to = line + <usize>x * pixel;
    if (inside && x > 0 && x < columns - 1) {
      const from = input + <usize>((y - 1) * columns + x - 1) * pixel;
      whole(from, <usize>columns * pixel, pixel, weights, to);
    } else {
      cut(input, columns, lines, x, y, pixel, weights, to);
    }
  }
}

/** All nine, `from` the upper left one: half the time of `cut`. */
// @ts-ignore: decorator of AssemblyScript
@inline
function whole(from: usize, row: usize, pixel: usize, weights: usize, to: usize): void {
  for (let c: usize = 0; c < pixel; c += 16) {
    let sum = f32x4.splat(0);
    let p = from + c, w = weights + c;
    for (let j = 0; j < 3; j++) {
      sum = madd(sum, v128.load(p), v128.load(w));
      sum = madd(sum, v128.load(p + pixel), v128.load(w + pixel));
      sum = madd(sum, v128.load(p + 2 * pixel), v128.load(w + 2 * pixel));
      p += row;
      w += 3 * pixel;
    }
    v128.store(to + c, sum);
  }
}

/** Those of the nine that lie in the picture. */
function cut(
  input: usize,
  columns: i32,
  lines: i32,
  x: i32,
  y: i32,
  pixel: usize,
  weights: usize,
  to: usize,
): void {
  const top = max(0, y - 1), bottom = min(lines - 1, y + 1);
  const left = max(0, x - 1), right = min(columns - 1, x + 1);
  for (let c: usize = 0; c < pixel; c += 16) {
    let sum = f32x4.splat(0);
    for (let j = top; j <= bottom; j++) {
      for (let i = left; i <= right; i++) {
        sum = madd(
          sum,
          v128.load(input + <usize>(j * columns + i) * pixel + c),
          v128.load(weights + <usize>((j - y + 1) * 3 + i - x + 1) * pixel + c),
        );
      }
    }
    v128.store(to + c, sum);
  }
}

/** Four pixels (of which `last` are written), eight channels of the result at a time. */
function pointwise(
  from: usize,
  cin: i32,
  outBytes: usize,
  weights: usize,
  bias: usize,
  to: usize,
  last: i32,
): void {
  const pixel = <usize>cin << 2;
  for (let o: usize = 0; o < outBytes; o += 32) {
    const low = v128.load(bias + o), high = v128.load(bias + o, 16);
    let a0 = low, a1 = high, b0 = low, b1 = high, c0 = low, c1 = high, d0 = low, d1 = high;
    let w = weights + o, p = from;
    for (let c = 0; c < cin; c++) {
      const w0 = v128.load(w), w1 = v128.load(w, 16);
      const a = v128.load32_splat(p);
      const b = v128.load32_splat(p + pixel);
      const g = v128.load32_splat(p + 2 * pixel);
      const d = v128.load32_splat(p + 3 * pixel);
      a0 = madd(a0, a, w0); a1 = madd(a1, a, w1);
      b0 = madd(b0, b, w0); b1 = madd(b1, b, w1);
      c0 = madd(c0, g, w0); c1 = madd(c1, g, w1);
      d0 = madd(d0, d, w0); d1 = madd(d1, d, w1);
      w += outBytes;
      p += 4;
    }
    put(to + o, a0, a1);
    if (last > 1) put(to + outBytes + o, b0, b1);
    if (last > 2) put(to + 2 * outBytes + o, c0, c1);
    if (last > 3) put(to + 3 * outBytes + o, d0, d1);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function put(at: usize, low: v128, high: v128): void {
  v128.store(at, leaky(low));
  v128.store(at, leaky(high), 16);
}
