/** Transparent pixels laid on white, in place. */

const ALPHA: i32 = 0xff;

/**
 * `count` pixels, alpha last and not premultiplied. Runs of opaque pixels cost one comparison for
 * four.
 */
export function overWhite(pixels: usize, count: i32): void {
  const opaque = i32x4.splat(0xff000000);
  const end = pixels + (<usize>count << 2);
  let p = pixels;
  while (p + 16 <= end) {
    if (!i32x4.all_true(i32x4.eq(v128.and(v128.load(p), opaque), opaque))) {
      for (let i: usize = 0; i < 16; i += 4) pixel(p + i);
    }
    p += 16;
  }
  for (; p < end; p += 4) pixel(p);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function pixel(p: usize): void {
  const a = <i32>load<u8>(p, 3);
  if (a == ALPHA) return;
  for (let c: usize = 0; c < 3; c++)
    store<u8>(p + c, <u8>((<i32>load<u8>(p + c) * a + ALPHA * (ALPHA - a) + 127) / ALPHA));
  store<u8>(p, ALPHA, 3);
}
