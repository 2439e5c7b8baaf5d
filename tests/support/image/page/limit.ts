/**
 * Takes abilities away from the worker before its code runs: what older and stricter browsers lack.
 * The worker's name lists them, separated by spaces.
 */
const scope = globalThis as unknown as Record<string, unknown>
const without = (name: string): boolean => delete scope[name]

const LIMITS: Record<string, () => void> = {
  'no-decoder': () => without('ImageDecoder'),
  'no-frame': () => without('VideoFrame'),
  /** Frames without rotation, as in older browsers. */
  silent: () => {
    for (const name of ['rotation', 'flip'])
      delete (VideoFrame.prototype as unknown as Record<string, unknown>)[name]
  },
  'no-simd': () => {
    WebAssembly.validate = () => false
  },
  /** Any touch of a canvas fails: nothing on the path may need one. */
  'no-canvas': () => {
    for (const name of ['OffscreenCanvas', 'OffscreenCanvasRenderingContext2D']) without(name)
  },
  /**
   * Noise in the pixels that are read, as browsers with protection against fingerprinting add it.
   */
  'false-canvas': () => {
    const { prototype } = OffscreenCanvasRenderingContext2D
    const read = prototype.getImageData
    prototype.getImageData = function (this: OffscreenCanvasRenderingContext2D, ...args) {
      const image = read.apply(this, args)
      for (let i = 0; i < image.data.length; i += 97) image.data[i] = (image.data[i] ?? 0) ^ 1
      return image
    }
    const write = OffscreenCanvas.prototype.convertToBlob
    OffscreenCanvas.prototype.convertToBlob = function (this: OffscreenCanvas, ...args) {
      this.getContext('2d')?.fillRect(0, 0, 7, 7)
      return write.apply(this, args)
    }
  },
  /** The secret of a spot is the same in each worker: no shift of its cells. */
  'no-secret': () => {
    crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      if (array instanceof Uint16Array) array.fill(32_768)
      return array
    }
  },
  /** Decoding never ends. */
  hangs: () => {
    ImageDecoder.prototype.decode = () => new Promise(() => undefined)
  },
  /** The worker ends itself in the middle of a decode. */
  dies: () => {
    ImageDecoder.prototype.decode = () => {
      ;(globalThis as unknown as { close(): void }).close()
      return new Promise(() => undefined)
    }
  },
  /** The blur kernel fails. */
  'blur-fails': () => {
    const start = WebAssembly.instantiate as (
      module: WebAssembly.Module,
      imports?: WebAssembly.Imports,
    ) => Promise<WebAssembly.Instance>
    WebAssembly.instantiate = (async (
      module: WebAssembly.Module,
      imports?: WebAssembly.Imports,
    ) => {
      const { exports } = await start(module, imports)
      const broken = () => {
        throw new Error('broken blur')
      }
      return { exports: { ...exports, blurSpot: broken } }
    }) as unknown as typeof WebAssembly.instantiate
  },
}

for (const limit of String(scope['name']).split(' ')) LIMITS[limit]?.()
