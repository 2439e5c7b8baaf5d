/** Tables of the baseline JPEG standard, ITU-T T.81 (1992). */

/** Figure A.6: place in the scan → place in the block, row by row. */
export const ZIGZAG = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]);

/** Table K.1: luminance quantisation at quality 50. */
export const QUANT_LUMA = memory.data<u8>([
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]);

/** Table K.2: chrominance quantisation at quality 50. */
export const QUANT_CHROMA = memory.data<u8>([
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
]);

/**
 * Scale factors that the AAN transform leaves in its output: 1 for k = 0, else √2·cos(kπ/16)
 * (Y. Arai, T. Agui, M. Nakajima, "A fast DCT-SQ scheme for images", 1988).
 */
const AAN = memory.data<f64>([1, 1.387039845322148, 1.306562964876377, 1.175875602419359, 1, 0.785694958387102, 0.541196100146197, 0.275899379282943]);

/**
 * Scales a base table by a quality of 1..100 as the IJG library does. Writes the 64 steps at `steps` (u8) and at
 * `factors` (f32) what each transformed value is multiplied by: 1 / (8 · step · AAN[row] · AAN[column]).
 */
export function scaleTable(base: usize, quality: f64, steps: usize, factors: usize): void {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  for (let i = 0; i < 64; i++) {
    const step = max(1, min(255, <i32>((<f64>load<u8>(base + i) * percent + 50) / 100)));
    store<u8>(steps + i, <u8>step);
    const row = load<f64>(AAN + (<usize>(i >> 3) << 3)), column = load<f64>(AAN + (<usize>(i & 7) << 3));
    store<f32>(factors + (<usize>i << 2), <f32>(1 / (8 * <f64>step * row * column)));
  }
}
