import { readFileSync } from 'node:fs'
import sharp from 'sharp'

export interface Raw {
  readonly width: number
  readonly height: number
  readonly rgb: Buffer
}

/** A drawn pattern: soft gradients, edges, fine texture, no symmetry. */
export const pattern = (width: number, height: number): Raw => {
  const rgb = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3
      const disc = Math.hypot(x - width * 0.3, y - height * 0.6) < height * 0.2 ? 60 : 0
      const bars = x > width * 0.7 && Math.floor((y / height) * 12) % 2 ? 50 : 0
      rgb[i] = Math.min(255, (x / width) * 170 + disc + 20)
      rgb[i + 1] = Math.min(255, (y / height) * 170 + bars + 20)
      rgb[i + 2] = Math.min(255, 110 + 60 * Math.sin(x / 37 + y / 53) + bars)
    }
  }
  return { width, height, rgb }
}

export const image = ({ rgb, width, height }: Raw) =>
  sharp(rgb, { raw: { width, height, channels: 3 } })

/**
 * `pattern(600, 440)` as HEIC, plain and turned by the file (orientation 6). Encoders of HEVC are
 * rarely installed: these were made once with `heif-enc -q 80` of libheif 1.15, the turn (an `irot`
 * of three quarters) written in by hand.
 */
export const heic = (which: 'sample' | 'turned'): Buffer =>
  readFileSync(new URL(`./page/${which}.heic`, import.meta.url))

/** Metadata of every kind that must not survive: place, camera, author, captions. */
export const withMetadata = (raw: Raw) =>
  image(raw)
    .withExif({
      IFD0: { Make: 'SecretCam', Artist: 'SecretAuthor' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '45/1 46/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '4/1 50/1 0/1',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="SecretXmp"/></rdf:RDF></x:xmpmeta>',
    )

/**
 * Names of the marker segments of a JPEG before its scan, and whether bytes follow its end.
 */
export const jpegSegments = (
  jpeg: Buffer,
): { readonly markers: readonly string[]; readonly trailing: number } => {
  const markers: string[] = []
  for (
    let at = 2;
    at + 4 < jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda;
    at += 2 + jpeg.readUInt16BE(at + 2)
  )
    markers.push((jpeg[at + 1] ?? 0).toString(16))
  return { markers, trailing: jpeg.length - 2 - jpeg.lastIndexOf(Buffer.from([0xff, 0xd9])) }
}
