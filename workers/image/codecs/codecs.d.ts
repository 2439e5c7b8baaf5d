/** The parts that are used of decoders without (usable) types of their own. */

declare module 'utif' {
  interface Directory {
    width: number
    height: number
    [tag: `t${number}`]: ArrayLike<number> | undefined
  }
  const UTIF: {
    decode(file: ArrayBuffer): Directory[]
    decodeImage(file: ArrayBuffer, directory: Directory): void
    toRGBA8(directory: Directory): Uint8Array<ArrayBuffer>
  }
  export default UTIF
}

declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Fills `target.data`; answers null when the picture cannot be decoded. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (filled: object | null) => void,
    ): void
    free(): void
  }
  interface LibHeif {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] }
  }
  export default function libheif(options: { wasmBinary: ArrayBuffer }): LibHeif | Promise<LibHeif>
}
