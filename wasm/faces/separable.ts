/**
 * Depthwise separable convolution (A. Howard et al., "MobileNets", 2017): 3 × 3 on each channel,
 * padded with zeros, then 1 × 1 over the channels, bias and leaky. Channels are multiples of 8;
 * pixels hold theirs side by side, and lie in a border.
 */
import { alloc, mark, release } from '../image/arena';
import { clearBorder, firstPixel } from './border';
import { depthwise } from './depthwise';
import { pointwise } from './pointwise';

/**
 * `input`: `lines` × `columns` × `cin`. `depth`, `point`: weights as `depthwise` and `pointwise`
 * take them. `out`: as many pixels × `cout`, or, `halved`, the greatest of each 2 × 2 (beyond the
 * edge its value repeats). Four pixels at a time: what lies between the two convolutions stays in
 * the processor's cache.
 */
export function separable(
  input: usize,
  columns: i32,
  lines: i32,
  cin: i32,
  cout: i32,
  depth: usize,
  point: usize,
  scale: usize,
  bias: usize,
  halved: bool,
  out: usize,
): void {
  const before = mark();
  const deep = alloc(<usize>cin << 3);
  const pixel = <usize>cin << 2, outPixel = <usize>cout << 2;
  const across = halved ? (columns + 1) >> 1 : columns, down = halved ? (lines + 1) >> 1 : lines;
  const row = <usize>(columns + 1) * pixel, outRow = <usize>(across + 1) * outPixel;
  clearBorder(out, across, down, outPixel);
  const first = out + firstPixel(across, outPixel);
  for (let y = 0; y < lines; y += 2) {
    let from = input + <usize>y * row;
    let to = first + <usize>(halved ? y >> 1 : y) * outRow;
    const below = y + 1 < lines;
    for (let x = 0; x < columns; x += 2) {
      const aside = x + 1 < columns;
      depthwise(from, row, pixel, depth, deep);
      if (!aside || !below) repeat(deep, cin, aside, below);
      pointwise(
        deep,
        cin,
        cout,
        point,
        scale,
        bias,
        halved,
        to,
        aside ? outPixel : 0,
        below ? outRow : 0,
      );
      from += 2 * pixel;
      to += halved ? outPixel : 2 * outPixel;
    }
  }
  release(before);
}

/** Of four pixels, those beyond the edge become those at it. */
function repeat(deep: usize, cin: i32, aside: bool, below: bool): void {
  const end = deep + (<usize>cin << 3);
  for (let p = deep; p < end; p += 16) {
    let v = v128.load(p);
    if (!aside) v = v128.shuffle<i32>(v, v, 0, 0, 2, 2);
    if (!below) v = v128.shuffle<i32>(v, v, 0, 1, 0, 1);
    v128.store(p, v);
  }
}
