/** The samples of a WebCodecs VideoFrame. */
import type { Frame, PixelLayout, PlaneLayout } from './frame'
import type { Window } from '../pipeline/geometry'
import { orientationOfFrame } from '../header/orientation'

const SUBSAMPLING: Record<string, readonly [subX: 1 | 2, subY: 1 | 2]> = {
  I420: [2, 2],
  I422: [2, 1],
  I444: [1, 1],
}

/** Where a part of the picture lies in the frame. */
function rectOf(image: VideoFrame): (part: Window) => DOMRectInit {
  const { x = 0, y = 0 } = image.visibleRect ?? {}
  return ({ left, top, width, height }) => ({ x: x + left, y: y + top, width, height })
}

/**
 * Only planes that a JPEG could hold: 8 bits, full range, BT.601. The planes of a WebP are of
 * limited range.
 */
function planeLayout(image: VideoFrame): PlaneLayout | null {
  const subsampling = SUBSAMPLING[image.format ?? '']
  if (
    !subsampling ||
    image.colorSpace.fullRange !== true ||
    image.colorSpace.matrix !== 'smpte170m'
  )
    return null
  const rect = rectOf(image)
  const copy: PlaneLayout['copy'] = async (memory, planes, part) => {
    await image.copyTo(memory, {
      rect: rect(part),
      layout: planes.map(({ offset, stride }) => ({ offset, stride })),
    })
  }
  return { kind: 'planes', subX: subsampling[0], subY: subsampling[1], copy }
}

/**
 * Browsers that convert colours on decoding set bt709; those that keep the file's profile set
 * nothing.
 */
function isSrgb(image: VideoFrame): boolean {
  return image.colorSpace.primaries === 'bt709'
}

/**
 * Bytes in their own order when the frame holds sRGB pixels; otherwise the browser converts,
 * colours included.
 */
function pixelLayout(image: VideoFrame): PixelLayout {
  const format = image.format ?? ''
  const asTheyAre = isSrgb(image) && ['RGBA', 'RGBX', 'BGRA', 'BGRX'].includes(format)
  const rect = rectOf(image)
  const copy: PixelLayout['copy'] = async (into, part) => {
    await image.copyTo(
      into,
      asTheyAre ? { rect: rect(part) } : { rect: rect(part), format: 'RGBA', colorSpace: 'srgb' },
    )
  }
  return {
    kind: 'pixels',
    bgr: asTheyAre && format.startsWith('BGR'),
    alpha: format.includes('A'),
    copy,
  }
}

/** Newer browsers expose the rotation that is still to be applied; the types lack it. */
type RotatableFrame = VideoFrame & { readonly rotation?: number; readonly flip?: boolean }

/** 1 when the frame has no rotation. */
export function pendingOrientationOf(image: RotatableFrame): number {
  return orientationOfFrame(image.rotation ?? 0, image.flip ?? false)
}

/** Takes the frame over: `close` closes it. `planes: false` asks for pixels whatever it holds. */
export function videoFrame(
  image: VideoFrame,
  options: { planes: boolean; orientation: number },
): Frame {
  const size = {
    width: image.visibleRect?.width ?? image.codedWidth,
    height: image.visibleRect?.height ?? image.codedHeight,
  }
  const layout = (options.planes ? planeLayout(image) : null) ?? pixelLayout(image)
  return {
    size,
    source: size,
    orientation: options.orientation,
    inFileColours: layout.kind === 'planes' && !isSrgb(image),
    layout,
    close: () => image.close(),
  }
}
