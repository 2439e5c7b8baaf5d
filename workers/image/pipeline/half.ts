/** The lower half of a photo, made in a worker of its own while `halves.ts` makes the upper one. */
import { transfer } from 'comlink'
import type { Size } from './geometry'
import { guarded, kernels, takeKernelCode } from './kernels'
import * as planes from '../decode/planes'
import type { ToSrgb } from './profile'
import { stage } from './stage'
import { videoFrame } from '../decode/video-frame'

/**
 * Quantised means of a block of each component: each is written as its difference to the one before
 * it.
 */
export type Means = readonly [y: number, cb: number, cr: number]

export interface HalfJob {
  /** Transferred; closed here. */
  readonly image: VideoFrame
  readonly orientation: number
  /** Of the picture in the file. */
  readonly source: Size
  readonly target: Size
  readonly lines: planes.Lines
  readonly profile: ToSrgb | null
  readonly quality: number
}

/** Input of the Huffman tables. */
export interface Counted {
  /** u32[4][256]: how often each symbol occurs. */
  readonly frequencies: Uint8Array<ArrayBuffer>
  readonly first: Means
}

export interface Ending {
  /** u32[4][256]: length << 16 | code. */
  readonly codes: Uint8Array<ArrayBuffer>
  /** Of the last blocks above. */
  readonly before: Means
  /** Bits of the byte in which the upper half ends. */
  readonly bits: number
}

export interface HalfApi {
  /** Takes the compiled kernels and resolves when they are instantiated. */
  ready(code: WebAssembly.Module): Promise<void>
  /** From the frame to counted symbols. */
  shape(job: HalfJob): Promise<Counted>
  /** The scan of the half shaped last, and the end of the file. */
  write(ending: Ending): Promise<Uint8Array<ArrayBuffer>>
}

export const TABLES_BYTES = 4096

export function copyOf(memory: WebAssembly.Memory, at: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.buffer, at, TABLES_BYTES).slice()
}

async function shapeHalf({
  image,
  orientation,
  source,
  target,
  lines,
  profile,
  quality,
}: HalfJob): Promise<Counted> {
  const frame = { ...videoFrame(image, { planes: true, orientation }), source }
  try {
    const k = await kernels()
    const shaped = await planes.shape(k, frame, { target, window: null, lines })
    if (profile) planes.toSrgb(k, shaped, profile)
    const frequencies = copyOf(k.memory, planes.transformPart(k, shaped, quality))
    return { frequencies, first: [k.meanOf(0, false), k.meanOf(1, false), k.meanOf(2, false)] }
  } finally {
    frame.close()
  }
}

async function writeHalf({ codes, before, bits }: Ending): Promise<Uint8Array<ArrayBuffer>> {
  const k = await kernels()
  const bytes = planes.written(k, k.writeBelow(planes.put(k, codes), ...before, bits))
  return transfer(bytes, [bytes.buffer])
}

export function createHalf(): HalfApi {
  const one = stage()
  return {
    ready: async (code) => {
      takeKernelCode(code)
      await kernels()
    },
    shape: (job) => one(() => guarded(() => shapeHalf(job))),
    write: (ending) => one(() => guarded(() => writeHalf(ending))),
  }
}
