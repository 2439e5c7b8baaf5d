/** The samples of a WebCodecs VideoFrame. */
import type { Frame, PixelLayout, PlaneLayout } from './frame'

const SUBSAMPLING: Record<string, readonly [subX: 1 | 2, subY: 1 | 2]> = { I420: [2, 2], I422: [2, 1], I444: [1, 1] }

/** Only planes that a JPEG could hold: 8 bits, full range, BT.601. The planes of a WebP are of limited range. */
function planeLayout(image: VideoFrame): PlaneLayout | null {
  const subsampling = SUBSAMPLING[image.format ?? '']
  if (!subsampling || image.colorSpace.fullRange !== true || image.colorSpace.matrix !== 'smpte170m') return null
  const copy: PlaneLayout['copy'] = async (memory, planes) => {
    await image.copyTo(memory, { layout: [...planes] })
  }
  return { kind: 'planes', subX: subsampling[0], subY: subsampling[1], copy }
}

/** Bytes in their own order when the frame holds pixels; otherwise the browser converts. */
function pixelLayout(image: VideoFrame): PixelLayout {
  const format = image.format ?? ''
  const own = ['RGBA', 'RGBX', 'BGRA', 'BGRX'].includes(format)
  const copy = async (into: Uint8Array<ArrayBuffer>) => {
    await image.copyTo(into, own ? {} : { format: 'RGBA', colorSpace: 'srgb' })
  }
  return { kind: 'pixels', bgr: own && format.startsWith('BGR'), alpha: format.includes('A'), copy }
}

/** Takes the frame over: `close` closes it. `planes: false` asks for pixels whatever it holds. */
export function videoFrame(image: VideoFrame, told: { planes: boolean; orientation: number }): Frame {
  const size = { width: image.visibleRect?.width ?? image.codedWidth, height: image.visibleRect?.height ?? image.codedHeight }
  return {
    size,
    source: size,
    orientation: told.orientation,
    // A browser that converts colours on decoding says bt709; one that leaves the file's profile says nothing.
    inFileColours: image.colorSpace.primaries !== 'bt709',
    layout: (told.planes ? planeLayout(image) : null) ?? pixelLayout(image),
    close: () => image.close(),
  }
}
