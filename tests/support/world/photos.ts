import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const dir = mkdtempSync(join(tmpdir(), 'connivence-photos-'))

/** A drawn landscape with fine texture, as a file of the given type. Returns its path. */
export const photoFile = async (
  name: string,
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<string> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#e8a77c"/><stop offset=".6" stop-color="#6a4a78"/><stop offset="1" stop-color="#1b1d33"/></linearGradient><pattern id="p" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M0 7h14M7 0v14" stroke="#fff" stroke-opacity=".35"/></pattern></defs><rect width="100%" height="100%" fill="url(#s)"/><circle cx="70%" cy="25%" r="9%" fill="#ffd9a8"/><rect y="60%" width="100%" height="40%" fill="url(#p)"/></svg>`
  const path = join(dir, name)
  writeFileSync(path, await sharp(Buffer.from(svg)).toFormat(format).toBuffer())
  return path
}
