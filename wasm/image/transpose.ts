/**
 * Mirrors a plane on its diagonal: with the mirrors of `resizePlane`, all eight EXIF orientations.
 */

/**
 * Source `sw` × `sh` (`ss` bytes a line) → destination `sh` × `sw` (`ds` bytes a line), in blocks
 * of 8 × 8.
 */
export function transposePlane(src: usize, ss: i32, sw: i32, sh: i32, dst: usize, ds: i32): void {
  const fullW = sw & ~7, fullH = sh & ~7;
  for (let y = 0; y < fullH; y += 8) {
    for (let x = 0; x < fullW; x += 8)
      block(src + <usize>(y * ss + x), ss, dst + <usize>(x * ds + y), ds);
  }
  for (let y = 0; y < sh; y++) {
    for (let x = y < fullH ? fullW : 0; x < sw; x++)
      store<u8>(dst + <usize>(x * ds + y), load<u8>(src + <usize>(y * ss + x)));
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function pairs(p: usize, stride: usize): v128 {
  return i8x16.shuffle(
    v128.load64_zero(p),
    v128.load64_zero(p + stride),
    0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23,
  );
}

function block(p: usize, ss: usize, q: usize, ds: usize): void {
  const a = pairs(p, ss);
  const b = pairs(p + 2 * ss, ss);
  const c = pairs(p + 4 * ss, ss);
  const d = pairs(p + 6 * ss, ss);
  const ab = i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  const AB = i16x8.shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  const cd = i16x8.shuffle(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  const CD = i16x8.shuffle(c, d, 4, 12, 5, 13, 6, 14, 7, 15);
  twoLines(i32x4.shuffle(ab, cd, 0, 4, 1, 5), q, ds);
  twoLines(i32x4.shuffle(ab, cd, 2, 6, 3, 7), q + 2 * ds, ds);
  twoLines(i32x4.shuffle(AB, CD, 0, 4, 1, 5), q + 4 * ds, ds);
  twoLines(i32x4.shuffle(AB, CD, 2, 6, 3, 7), q + 6 * ds, ds);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function twoLines(v: v128, q: usize, ds: usize): void {
  store<u64>(q, i64x2.extract_lane(v, 0));
  store<u64>(q + ds, i64x2.extract_lane(v, 1));
}
