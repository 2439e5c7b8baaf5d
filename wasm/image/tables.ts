/** Tables of the baseline JPEG standard, ITU-T T.81 (1992). */

/** Figure A.6: place in the scan → place in the block, row by row. */
export const ZIGZAG = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
  58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]);

/** The same, column by column: the transform leaves a block mirrored. */
export const SCAN = memory.data<u8>([
  0, 8, 1, 2, 9, 16, 24, 17, 10, 3, 4, 11, 18, 25, 32, 40,
  33, 26, 19, 12, 5, 6, 13, 20, 27, 34, 41, 48, 56, 49, 42, 35,
  28, 21, 14, 7, 15, 22, 29, 36, 43, 50, 57, 58, 51, 44, 37, 30,
  23, 31, 38, 45, 52, 59, 60, 53, 46, 39, 47, 54, 61, 62, 55, 63,
]);

/**
 * Luminance quantisation at quality 50: the geometric mean of table K.1 and of a flat table of 29.
 * K.1 dates from the thresholds of the eye alone; structural similarity asks for nearly equal
 * steps, and half of the way serves both. Measured beside K.1: on photographs of the same size SSIM
 * is 0.0012 to 0.0023 higher (`npm run bench:photos`); on a clean drawing quality 92 is as exact in
 * a fifth fewer bytes.
 */
export const QUANT_LUMA = memory.data<u8>([
  22, 18, 17, 22, 26, 34, 38, 42, 19, 19, 20, 23, 27, 41, 42, 40,
  20, 19, 22, 26, 34, 41, 45, 40, 20, 22, 25, 29, 38, 50, 48, 42,
  23, 25, 33, 40, 44, 56, 55, 47, 26, 32, 40, 43, 48, 55, 57, 52,
  38, 43, 48, 50, 55, 59, 59, 54, 46, 52, 52, 53, 57, 54, 55, 54,
]);

/** Table K.2: chrominance quantisation at quality 50. */
export const QUANT_CHROMA = memory.data<u8>([
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
  24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
]);

/**
 * Scale factors that the AAN transform leaves in its output: 1 for k = 0, else √2·cos(kπ/16)
 * (Y. Arai, T. Agui, M. Nakajima, "A fast DCT-SQ scheme for images", 1988).
 */
const AAN = memory.data<f64>(
  [1, 1.387039845322148, 1.306562964876377, 1.175875602419359, 1, 0.785694958387102,
  0.541196100146197, 0.275899379282943],
);

/**
 * Scales a base table by a quality of 1..100 as the IJG library does. Writes the 64 steps at
 * `steps` (u8) and at `factors` (f32), column by column, what each transformed value is multiplied
 * by: 1 / (16 · step · AAN[row] · AAN[column]); half of the 16 is for the samples, which go in
 * doubled.
 */
export function scaleTable(base: usize, quality: i32, steps: usize, factors: usize): void {
  const percent = quality < 50 ? 5000 / <f64>quality : 200 - 2 * <f64>quality;
  for (let i = 0; i < 64; i++) {
    const step = max(1, min(255, <i32>((<f64>load<u8>(base + i) * percent + 50) / 100)));
    store<u8>(steps + i, <u8>step);
    const row = load<f64>(AAN + (<usize>(i >> 3) << 3));
    const column = load<f64>(AAN + (<usize>(i & 7) << 3));
    store<f32>(
      factors + (<usize>(((i & 7) << 3) | (i >> 3)) << 2),
      <f32>(1 / (16 * <f64>step * row * column)),
    );
  }
}
