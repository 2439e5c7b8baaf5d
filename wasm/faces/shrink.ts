/**
 * Planes of a JPEG as a smaller picture of red, green and blue: each sample the mean of those that
 * it covers.
 */
import { alloc, mark, release } from '../image/arena';
import { nearest } from './math';

/** Level 255 is the greatest i16: what is above it is cut off by saturation. */
const UNIT: f32 = 32_767.0 / 255.0;
/** Bytes of three i16. */
const PIXEL: usize = 6;

/**
 * `luma`: lines of `stride` bytes (a multiple of 16); `cb`, `cr`: half of it. `step`: samples of
 * luma for one of the result, on each side. `out`: `outColumns` × `outLines`, black right of
 * `columns` and below `lines`.
 */
export function shrink(
  luma: usize,
  cb: usize,
  cr: usize,
  stride: i32,
  step: f64,
  columns: i32,
  lines: i32,
  out: usize,
  outColumns: i32,
  outLines: i32,
): void {
  const before = mark();
  const edges = alloc(<usize>(columns + 1) << 2), sums = alloc(<usize>stride << 1);
  for (let x = 0; x <= columns; x++) store<i32>(edges + (<usize>x << 2), <i32>(<f64>x * step));
  memory.fill(out, 0, <usize>(outColumns * outLines) * PIXEL);
  for (let y = 0; y < lines; y++) {
    const top = <i32>(<f64>y * step);
    const bottom = max(top + 1, <i32>(<f64>(y + 1) * step));
    addLines(luma + <usize>(top * stride), bottom - top, stride, sums);
    const chroma = <usize>(((top + bottom) >> 2) * (stride >> 1));
    const to = out + <usize>(y * outColumns) * PIXEL;
    colour(sums, bottom - top, edges, columns, cb + chroma, cr + chroma, to);
  }
  release(before);
}

/** The sums of `count` lines, as u16: enough for 257 of them. */
function addLines(from: usize, count: i32, stride: i32, sums: usize): void {
  for (let x: usize = 0; x < <usize>stride; x += 16) {
    let p = from + x;
    let v = v128.load(p);
    let low = i16x8.extend_low_i8x16_u(v), high = i16x8.extend_high_i8x16_u(v);
    for (let i = 1; i < count; i++) {
      p += stride;
      v = v128.load(p);
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(v));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(v));
    }
    v128.store(sums + (x << 1), low);
    v128.store(sums + (x << 1), high, 16);
  }
}

/** One line of the result (JFIF 1.02). */
function colour(
  sums: usize,
  count: i32,
  edges: usize,
  columns: i32,
  cb: usize,
  cr: usize,
  out: usize,
): void {
  // the fourth value is stored where the next pixel begins
  const grey = f32x4(UNIT, UNIT, UNIT, 0);
  const blue = f32x4(0, -0.344136 * UNIT, 1.772 * UNIT, 0);
  const red = f32x4(1.402 * UNIT, -0.714136 * UNIT, 0, 0);
  const end = edges + (<usize>columns << 2);
  for (; edges < end; edges += 4) {
    const left = load<i32>(edges), right = max(left + 1, load<i32>(edges, 4));
    let sum = 0;
    for (let x = left; x < right; x++) sum += <i32>load<u16>(sums + (<usize>x << 1));
    const mean = <f32>sum / <f32>(count * (right - left));
    const middle = <usize>((left + right) >> 2);
    const u = <f32>(<i32>load<u8>(cb + middle) - 128);
    const v = <f32>(<i32>load<u8>(cr + middle) - 128);
    const levels = nearest(
      f32x4.add(
        f32x4.mul(f32x4.splat(mean), grey),
        f32x4.add(f32x4.mul(f32x4.splat(u), blue), f32x4.mul(f32x4.splat(v), red)),
      ),
    );
    const words = i16x8.max_s(i16x8.narrow_i32x4_s(levels, levels), i16x8.splat(0));
    v128.store64_lane(out, words, 0);
    out += PIXEL;
  }
}
