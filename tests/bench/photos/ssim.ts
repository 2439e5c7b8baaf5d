/**
 * Structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004) of two grey pictures: mean over 8 ×
 * 8 windows, 4 apart.
 */
const WINDOW = 8
const STEP = 4
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

export const ssim = (a: Uint8Array, b: Uint8Array, width: number, height: number): number => {
  if (a.length !== width * height || b.length !== a.length)
    throw new Error(`${a.length} and ${b.length} bytes for ${width} × ${height}`)
  const n = WINDOW * WINDOW
  let [total, windows] = [0, 0]
  for (let y = 0; y + WINDOW <= height; y += STEP) {
    for (let x = 0; x + WINDOW <= width; x += STEP) {
      let [sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0]
      for (let j = 0; j < WINDOW; j++) {
        const line = (y + j) * width + x
        for (let i = line; i < line + WINDOW; i++) {
          const [p, q] = [a[i] ?? 0, b[i] ?? 0]
          sa += p
          sb += q
          aa += p * p
          bb += q * q
          ab += p * q
        }
      }
      const [ma, mb] = [sa / n, sb / n]
      const [va, vb, cov] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb]
      total += ((2 * ma * mb + C1) * (2 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2))
      windows++
    }
  }
  return total / windows
}
