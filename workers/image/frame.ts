/** A decoded picture that still lies with its decoder: where its samples are and how to copy them out. */
import type { Size } from './geometry'

/** Full-range BT.601 planes, as a JPEG stores them. */
export interface PlaneLayout {
  readonly kind: 'planes'
  /** Luma samples for each chroma sample. */
  readonly subX: 1 | 2
  readonly subY: 1 | 2
  /** Copies the three planes to these offsets of `memory`. */
  copy(memory: Uint8Array<ArrayBuffer>, planes: readonly { readonly offset: number; readonly stride: number }[]): Promise<void>
}

/** Four bytes a pixel, lines without gap. */
export interface PixelLayout {
  readonly kind: 'pixels'
  readonly bgr: boolean
  /** False: the fourth byte means nothing. */
  readonly alpha: boolean
  /** `lines` lines from `top`; both even but at the end. */
  copy(into: Uint8Array<ArrayBuffer>, top: number, lines: number): Promise<void>
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
export function pixelFrame(data: Uint8Array | Uint8ClampedArray, size: Size, told: Pick<Frame, 'orientation' | 'inFileColours'>): Frame {
  const line = size.width * 4
  const copy = (into: Uint8Array<ArrayBuffer>, top: number, lines: number) => {
    into.set(data.subarray(top * line, (top + lines) * line))
    return Promise.resolve()
  }
  return { size, source: size, ...told, layout: { kind: 'pixels', bgr: false, alpha: true, copy }, close: () => undefined }
}
