import type { Header } from '../header/shape'

/** Input of a decoder. */
export interface DecodeRequest {
  readonly blob: Blob
  /** A decoder may take them: `decode` gives fresh ones to the next. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly header: Header
  /** Longest side of the result: a decoder may shrink a much larger picture on the way. */
  readonly maxSide: number
  /** False: pixels only. */
  readonly planes: boolean
}
