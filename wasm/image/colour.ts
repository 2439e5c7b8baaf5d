/**
 * Planes in another RGB space (a matrix and tone-curve ICC profile: Display P3, Adobe RGB…) → sRGB,
 * in place. A JPEG without profile is sRGB for every viewer, so nothing of the source profile needs
 * to travel.
 */

/**
 * Steps of the linear range 0..1 in the encoding table; 4096 keeps the dark end within one level.
 */
const ENCODE_STEPS: f32 = 4095;

/** BT.601 / JFIF: R = Y + 1.402 Cr, and so on. */
const R_CR: f32 = 1.402, G_CB: f32 = -0.344136, G_CR: f32 = -0.714136, B_CB: f32 = 1.772;
const Y_R: f32 = 0.299, Y_G: f32 = 0.587, Y_B: f32 = 0.114;
const CB_SCALE: f32 = 0.564334, CR_SCALE: f32 = 0.713267;

let linear: usize = 0;
let matrix: usize = 0;
let encode: usize = 0;
let red: f32 = 0, green: f32 = 0, blue: f32 = 0;

// @ts-ignore: decorator of AssemblyScript
@inline
function level(v: f32): usize {
  return <usize>nearest(min<f32>(255, max<f32>(0, v)));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function mix(r: f32, g: f32, b: f32, row: usize): f32 {
  const v = r * load<f32>(matrix + row) + g * load<f32>(matrix + row, 4) + b * load<f32>(
    matrix + row,
    8,
  );
  return <f32>load<u8>(encode + <usize>nearest(min<f32>(1, max<f32>(0, v)) * ENCODE_STEPS));
}

function convert(y: f32, u: f32, v: f32): void {
  const r = load<f32>(linear + (level(y + R_CR * v) << 2));
  const g = load<f32>(linear + 1024 + (level(y + G_CB * u + G_CR * v) << 2));
  const b = load<f32>(linear + 2048 + (level(y + B_CB * u) << 2));
  red = mix(r, g, b, 0);
  green = mix(r, g, b, 12);
  blue = mix(r, g, b, 24);
}

/**
 * `w` × `h` luma samples with 2 × 2 subsampled chroma. `toLinear`: f32[3][256], source level →
 * light; `toSrgbLinear`: f32[9], row major; `toLevel`: u8[4096], linear sRGB → level.
 */
export function planesToSrgb(
  y: usize,
  ys: i32,
  cb: usize,
  cr: usize,
  cs: i32,
  w: i32,
  h: i32,
  toLinear: usize,
  toSrgbLinear: usize,
  toLevel: usize,
): void {
  linear = toLinear;
  matrix = toSrgbLinear;
  encode = toLevel;
  for (let by = 0; by < h; by += 2) {
    for (let bx = 0; bx < w; bx += 2)
      square(
        y + <usize>(by * ys + bx),
        ys,
        min(2, w - bx),
        min(2, h - by),
        cb + <usize>((by >> 1) * cs + (bx >> 1)),
        cr + <usize>((by >> 1) * cs + (bx >> 1)),
      );
  }
}

/** Up to 2 × 2 luma samples and the chroma they share. */
function square(y: usize, ys: usize, w: i32, h: i32, cb: usize, cr: usize): void {
  const u = <f32>load<u8>(cb) - 128, v = <f32>load<u8>(cr) - 128;
  let su: f32 = 0, sv: f32 = 0;
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++) {
      const at = y + <usize>j * ys + <usize>i;
      convert(<f32>load<u8>(at), u, v);
      const luma = Y_R * red + Y_G * green + Y_B * blue;
      store<u8>(at, <u8>level(luma));
      su += (blue - luma) * CB_SCALE;
      sv += (red - luma) * CR_SCALE;
    }
  }
  const n = <f32>(w * h);
  store<u8>(cb, <u8>level(su / n + 128));
  store<u8>(cr, <u8>level(sv / n + 128));
}
