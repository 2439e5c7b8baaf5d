/**
 * Faces for the detector's tests: drawn here, and photographs that come with the detector's package
 * under its licence.
 */
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { KeptPlanes } from '../../../workers/image/decode/planes'

interface DrawnFace {
  readonly x: number
  readonly y: number
  readonly r: number
  readonly skin: string
  readonly hair: string
}

const face = ({ x, y, r, skin, hair }: DrawnFace, i: number): string => {
  const at = (dx: number, dy: number): string => `${x + dx * r} ${y + dy * r}`
  const eye = (s: number): string =>
    `<ellipse cx="${x + s * 0.36 * r}" cy="${y - 0.12 * r}" rx="${r * 0.16}" ry="${r * 0.085}" fill="#f6f0ea"/><circle cx="${x + s * 0.36 * r}" cy="${y - 0.12 * r}" r="${r * 0.085}" fill="#33231b"/><path d="M${at(s * 0.36 - 0.17, -0.13)}Q${at(s * 0.36, -0.26)} ${at(s * 0.36 + 0.17, -0.13)}" stroke="#2a1a14" stroke-width="${r * 0.04}" fill="none"/><path d="M${at(s * 0.36 - 0.2, -0.32)}Q${at(s * 0.36, -0.43)} ${at(s * 0.36 + 0.2, -0.32)}" stroke="${hair}" stroke-width="${r * 0.08}" fill="none"/>`
  return `<defs><radialGradient id="s${i}" cx=".45" cy=".4" r=".65"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".38"/></radialGradient></defs>
<ellipse cx="${x}" cy="${y - r * 0.1}" rx="${r * 1.02}" ry="${r * 1.3}" fill="${hair}"/><rect x="${x - r * 0.34}" y="${y + r * 0.7}" width="${r * 0.68}" height="${r * 0.8}" fill="${skin}"/><rect x="${x - r * 0.34}" y="${y + r * 0.7}" width="${r * 0.68}" height="${r * 0.8}" fill="#000" fill-opacity=".22"/>
<ellipse cx="${x}" cy="${y}" rx="${r * 0.78}" ry="${r}" fill="${skin}"/><ellipse cx="${x}" cy="${y}" rx="${r * 0.78}" ry="${r}" fill="url(#s${i})"/><path d="M${at(-0.78, -0.25)}Q${at(-0.6, -1)} ${at(0, -0.98)}Q${at(0.6, -1)} ${at(0.78, -0.25)}Q${at(0.5, -0.66)} ${at(0, -0.66)}Q${at(-0.5, -0.66)} ${at(-0.78, -0.25)}Z" fill="${hair}"/>
${eye(-1)}${eye(1)}<path d="M${at(-0.06, -0.1)}Q${at(-0.14, 0.2)} ${at(-0.16, 0.27)}Q${at(0, 0.36)} ${at(0.16, 0.27)}" stroke="#000" stroke-opacity=".35" stroke-width="${r * 0.045}" fill="none"/>
<path d="M${at(-0.3, 0.53)}Q${at(0, 0.45)} ${at(0.3, 0.53)}Q${at(0, 0.76)} ${at(-0.3, 0.53)}Z" fill="#a8453f"/><path d="M${at(-0.3, 0.53)}Q${at(0, 0.58)} ${at(0.3, 0.53)}" stroke="#5a1f1f" stroke-width="${r * 0.03}" fill="none"/>`
}

/** An SVG of people before a wall. */
export const drawnFaces = (width: number, height: number, faces: readonly DrawnFace[]): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7d8894"/><stop offset="1" stop-color="#4f5a66"/></linearGradient><filter id="b"><feGaussianBlur stdDeviation="1.2"/></filter></defs><rect width="100%" height="100%" fill="url(#w)"/><g filter="url(#b)">${faces.map((f, i) => `<path d="M${f.x - f.r * 2} ${height}Q${f.x - f.r * 1.8} ${f.y + f.r * 1.3} ${f.x} ${f.y + f.r * 1.3}Q${f.x + f.r * 1.8} ${f.y + f.r * 1.3} ${f.x + f.r * 2} ${height}Z" fill="#3b4a7a"/>${face(f, i)}`).join('')}</g></svg>`,
  )

/**
 * Photographs by V. Mandić in his package @vladmandic/face-api (MIT): groups of three, four and
 * five dressed people.
 */
export const photographed = (n: 1 | 3 | 4 | 5 | 6): string =>
  fileURLToPath(
    new URL(`../../../node_modules/@vladmandic/face-api/demo/sample${n}.jpg`, import.meta.url),
  )

/** A picture as a preview keeps it: JFIF planes, luma lines of whole blocks. */
export const kept = async (file: string | Buffer): Promise<KeptPlanes> => {
  const {
    data,
    info: { width, height },
  } = await sharp(file)
    .resize(1280, 1280, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const stride = Math.ceil(width / 16) * 16
  const planes = [
    new Uint8Array(stride * height),
    new Uint8Array((stride / 2) * Math.ceil(height / 2)),
    new Uint8Array((stride / 2) * Math.ceil(height / 2)),
  ] as const
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r = 0, g = 0, b = 0] = data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)
      const c = (y >> 1) * (stride / 2) + (x >> 1)
      planes[0][y * stride + x] = 0.299 * r + 0.587 * g + 0.114 * b
      planes[1][c] = 128 - 0.168736 * r - 0.331264 * g + 0.5 * b
      planes[2][c] = 128 + 0.5 * r - 0.418688 * g - 0.081312 * b
    }
  }
  return { size: { width, height }, data: planes }
}
