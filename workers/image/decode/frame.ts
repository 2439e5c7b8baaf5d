/**
 * A decoded picture that still lies with its decoder: where its samples are and how to copy them
 * out.
 */
import type { Size, Window } from '../pipeline/geometry'

/** Full-range BT.601 planes, as a JPEG stores them. */
export interface PlaneLayout {
  readonly kind: 'planes'
  /** Luma samples for each chroma sample. */
  readonly subX: 1 | 2
  readonly subY: 1 | 2
  /**
   * Copies a part of the three planes to these offsets of `memory`. Its borders are even but for
   * the picture's own.
   */
  copy(
    memory: Uint8Array<ArrayBuffer>,
    planes: readonly { readonly offset: number; readonly stride: number }[],
    part: Window,
  ): Promise<void>
}

/** Four bytes a pixel, lines without gap. */
export interface PixelLayout {
  readonly kind: 'pixels'
  readonly bgr: boolean
  /** False: the fourth byte means nothing. */
  readonly alpha: boolean
  /** A part, its lines without gap. */
  copy(into: Uint8Array<ArrayBuffer>, part: Window): Promise<void>
}

export interface Frame {
  /** Of the samples at hand, before any turn. */
  readonly size: Size
  /** Of the picture in the file, before any turn; larger when the decoder shrank it. */
  readonly source: Size
  /** 1..8: the turn that is still to be made. */
  readonly orientation: number
  /** The samples are in the colours of the file's ICC profile; false: sRGB. */
  readonly inFileColours: boolean
  readonly layout: PlaneLayout | PixelLayout
  close(): void
}

/** A frame of pixels that are in memory already. */
export function pixelFrame(
  data: Uint8Array | Uint8ClampedArray,
  size: Size,
  told: Pick<Frame, 'orientation' | 'inFileColours'>,
): Frame {
  const copy = (into: Uint8Array<ArrayBuffer>, { left, top, width, height }: Window) => {
    for (let y = 0; y < height; y++) {
      const from = ((top + y) * size.width + left) * 4
      into.set(data.subarray(from, from + width * 4), y * width * 4)
    }
    return Promise.resolve()
  }
  return {
    size,
    source: size,
    ...told,
    layout: { kind: 'pixels', bgr: false, alpha: true, copy },
    close: () => undefined,
  }
}
