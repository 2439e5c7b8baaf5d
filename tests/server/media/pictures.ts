import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { TestApp } from '../../support/server/server'

/** In every metadata block of `withSecrets`; nothing that leaves the server may contain it. */
export const CANARY = 'CNRY-8f2c-jardin'

/**
 * A photo whose EXIF (with GPS), XMP and colour profile contain the canary. 60×40, rotated by
 * `orientation`.
 */
export const withSecrets = (
  format: 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif',
  orientation = 1,
): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c04060' } })
    .withExif({
      IFD0: { Copyright: CANARY, Make: CANARY },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '47/1 54/1 48/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '1/1 54/1 0/1',
      },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${CANARY}"/></rdf:RDF></x:xmpmeta>`,
    )
    .withIccProfile('p3')
    .withMetadata({ orientation })
    [format]()
    .toBuffer()

/**
 * Kinds of the segments of a JPEG file, hex; bytes after the end of the image are `tail:<bytes>`.
 */
export const segments = (jpeg: Buffer): string[] => {
  const found: string[] = []
  let at = 2
  while (at < jpeg.length) {
    const kind = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff) throw new Error(`no segment at ${at}`)
    found.push(kind.toString(16))
    at += 2
    if (kind === 0xd9) break
    at += jpeg.readUInt16BE(at)
    // entropy-coded data: to the next marker that is neither stuffing nor a restart
    if (kind === 0xda)
      while (
        jpeg[at] !== 0xff ||
        jpeg[at + 1] === 0 ||
        ((jpeg[at + 1] ?? 0) >= 0xd0 && (jpeg[at + 1] ?? 0) <= 0xd7)
      )
        at += 1
  }
  return at < jpeg.length ? [...found, `tail:${jpeg.length - at}`] : found
}
/** The segments needed to display a JPEG, and JFIF: no other APPn, no comment. */
export const PLAIN = new Set(['e0', 'db', 'c0', 'c2', 'c4', 'da', 'dd', 'd9'])

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
/** A valid PNG of one bit per pixel: `width` × `height` pixels in a few kB. */
export const bombPng = (width: number, height = width): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** A GIF that claims 65,535² pixels. */
export const bombGif = (): Buffer =>
  Buffer.from(
    'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;',
    'latin1',
  )

/** GET without a bearer, like an <img>; returns the raw bytes. */
export const open = async (
  t: TestApp,
  url: string,
  method: 'GET' | 'HEAD' = 'GET',
  headers: Record<string, string> = {},
) => {
  const answer = await t.app.fastify.inject({ method, url, headers })
  return {
    status: answer.statusCode,
    bytes: answer.rawPayload,
    headers: answer.headers,
    code:
      method === 'GET' && answer.statusCode >= 400
        ? (answer.json() as { code: string }).code
        : null,
  }
}

/** Paths of all files that the disk storage holds. */
export const storedFiles = (t: TestApp): string[] => {
  try {
    return readdirSync(join(t.ctx.env.DATA_DIR, 'media'), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile())
      .map((f) => f.name)
  } catch {
    return []
  }
}
