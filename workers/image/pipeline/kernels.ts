/**
 * The typed side of `wasm/image`. Addresses are byte offsets of `memory`; lines of planes are
 * `stride` bytes apart.
 */

export interface KernelExports {
  readonly memory: WebAssembly.Memory
  reset(): void
  alloc(bytes: number): number
  /** The end of what is allocated, and back to it: everything above is free again. */
  mark(): number
  release(at: number): void
  rgbaToPlanes(
    source: number,
    width: number,
    height: number,
    bgr: boolean,
    y: number,
    strideY: number,
    cb: number,
    cr: number,
    strideC: number,
  ): void
  overWhite(pixels: number, count: number): void
  /**
   * `boxed`: a sample of the source is the mean of this many in a row of the file; 1: a single one.
   */
  resizePlane(
    source: number,
    sourceStride: number,
    sourceColumns: number,
    sourceLines: number,
    sourceWidth: number,
    sourceHeight: number,
    target: number,
    targetStride: number,
    columns: number,
    lines: number,
    width: number,
    height: number,
    flipX: boolean,
    flipY: boolean,
    boxed: number,
  ): void
  transposePlane(
    source: number,
    sourceStride: number,
    width: number,
    height: number,
    target: number,
    targetStride: number,
  ): void
  planesToSrgb(
    y: number,
    strideY: number,
    cb: number,
    cr: number,
    strideC: number,
    width: number,
    height: number,
    toLinear: number,
    matrix: number,
    toLevel: number,
  ): void
  blurSpot(
    plane: number,
    stride: number,
    width: number,
    height: number,
    cx: number,
    cy: number,
    radius: number,
    outer: number,
    cell: number,
    noise: number,
  ): void
  padPlane(plane: number, stride: number, width: number, height: number, paddedHeight: number): void
  encodeJpeg(
    y: number,
    strideY: number,
    cb: number,
    cr: number,
    strideC: number,
    width: number,
    height: number,
    quality: number,
  ): number
  /** Bytes of the last file. */
  encodedLength(): number
}

const imports: WebAssembly.Imports = {
  env: {
    abort() {
      throw new Error('wasm abort')
    },
  },
}

/** A module with one function that returns a vector of zeros: valid only with SIMD. */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
])

/** Whether this browser runs the kernels. */
export function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE)
}

/** A fresh instance. */
export async function instantiateWasm<Exports = KernelExports>(
  source: WebAssembly.Module | BufferSource,
): Promise<Exports> {
  const instance =
    source instanceof WebAssembly.Module
      ? await WebAssembly.instantiate(source, imports)
      : (await WebAssembly.instantiate(source, imports)).instance
  // The exports of a module have no types of their own; index.ts of the kernels is what this
  // interface mirrors.
  return instance.exports as unknown as Exports
}

/** Compiled while it arrives. */
export async function compileWasm(url: URL): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(url))
}

let code: Promise<WebAssembly.Module> | null = null
let warm: Promise<KernelExports> | null = null

/** The kernels' code, kept for a new instance after a trap. */
function kernelCode(): Promise<WebAssembly.Module> {
  code ??= compileWasm(new URL('../../../wasm/build/image.wasm', import.meta.url))
  code.catch(() => {
    code = null
  })
  return code
}

/**
 * The one instance of this worker, kept between pictures: a new one costs a third of a conversion.
 */
export function kernels(): Promise<KernelExports> {
  warm ??= kernelCode().then((module) => instantiateWasm(module))
  warm.catch(() => {
    warm = null
  })
  return warm
}

/** After a trap (memory refused) the next picture starts from a new instance. */
function dropKernels(): void {
  warm = null
}

/** A kernel trap (no memory left) leaves its instance in an unknown state. */
export async function discardOnTrap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) dropKernels()
    throw error
  }
}
