import type { ImageType } from '#contract/workers/image'

/** Properties of a file, from its header. */
export interface Header {
  readonly type: ImageType
  /** Pixels as stored, before any turn. */
  readonly width: number
  readonly height: number
  /** 1..8; 1 for formats whose decoder turns the picture, or tells us how. */
  readonly orientation: number
  /** True when the picture is seen with sides exchanged. */
  readonly turned: boolean
  /** The embedded ICC profile, unpacked; null without one. */
  icc(): Promise<Uint8Array | null>
}

const none = () => Promise.resolve(null)

/** A header without turn or profile. */
export function plainHeader(type: ImageType, width: number, height: number): Header {
  return { type, width, height, orientation: 1, turned: false, icc: none }
}
