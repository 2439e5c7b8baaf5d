/**
 * One photo on two cores: a worker inside this one makes the lower half of the result from the same
 * decoded frame. The halves meet twice, for the tables, which are made for both, and for the bits:
 * the file is the same to the last bit as that of one worker.
 */
import { transfer, wrap, type Remote } from 'comlink'
import { copyOf, type Counted, type Ending, type HalfApi, type HalfJob, type Means } from './half'
import { joined } from './joined'
import { kernelCode, type KernelExports } from './kernels'
import * as planes from '../decode/planes'

/** The name by which a worker's script knows that it is the second one. */
export const SECOND = 'image-half'

interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown }
}

/** The page's policy of Trusted Types, for a worker of its own: its own script and no other. */
function ownScript(): URL {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  return (factory
    ?.createPolicy('connivence', { createScriptURL: () => location.href })
    .createScriptURL('') ?? new URL(location.href)) as URL
}

/** The second worker; it ends with this one. */
export interface Second {
  /** Starts it, once. A browser without workers in workers has none. */
  start(): void
  /** null: not ready yet, or unavailable. */
  api(): Remote<HalfApi> | null
  /** It failed and is not used again. */
  end(): void
}

export function createSecond(): Second {
  let worker: Worker | null = null
  let started = false
  let ready: Remote<HalfApi> | null = null
  const end = () => {
    worker?.terminate()
    ready = null
  }
  return {
    start: () => {
      if (started || navigator.hardwareConcurrency < 2) return
      started = true
      try {
        worker = new Worker(ownScript(), { type: 'module', name: SECOND })
        const api = wrap<HalfApi>(worker)
        kernelCode()
          .then((code) => api.ready(code))
          .then(() => {
            ready = api
          }, end)
      } catch {
        // one worker makes the same picture
      }
    },
    api: () => ready,
    end,
  }
}

/** How long the second worker may still need when this one has done its own half. */
const PATIENCE_MS = 2000

/** Rejects after a timeout: no event reports a dead worker. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer from the second worker')), PATIENCE_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

function means(k: KernelExports, last: boolean): Means {
  return [k.meanOf(0, last), k.meanOf(1, last), k.meanOf(2, last)]
}

const BLOCK = 16
/** The second worker begins a moment later. */
const UPPER_SHARE = 0.54

/** The lines of the lower half; the upper one is whole JPEG blocks. */
export function lowerLines(height: number): planes.Lines {
  return { top: Math.round((height * UPPER_SHARE) / BLOCK) * BLOCK, bottom: height }
}

export interface Half {
  readonly counted: Promise<Counted>
  write(ending: Ending): Promise<Uint8Array<ArrayBuffer>>
}

/** Hands the lower half over. */
export function begin(api: Remote<HalfApi>, job: HalfJob): Half {
  const counted = api.shape(transfer(job, [job.image]))
  // handled when the upper half has been counted
  counted.catch(() => undefined)
  return { counted, write: (ending) => api.write(ending) }
}

/**
 * The file, in pieces, of an upper half in these planes and of the lower one. Rejects when the
 * second worker fails.
 */
export async function encode(
  k: KernelExports,
  upper: planes.Planes,
  lower: Half,
  height: number,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  planes.transformPart(k, upper, quality)
  const { frequencies, first } = await soon(lower.counted)
  k.countBelow(planes.put(k, frequencies), ...first)
  const codes = copyOf(k.memory, k.writeHead(upper[0].columns, height))
  const bits = k.lastBits()
  const below = lower.write({ codes, before: means(k, true), bits })
  below.catch(() => undefined)
  const above = planes.written(k, k.writeFile(false))
  return joined(above, k.openByte(), bits, await soon(below))
}
