import type { BlurSpot } from '#contract/workers/image'
import { createImages, convertPhoto, type PhotoOutcome } from '../../../../src/data/media/images'
import { PreviewFailure } from '../../../../src/data/media/photo-preview'
import { trustedWorkerUrl } from '../../../../src/data/hub/trusted-worker-url'
// oxlint-disable-next-line import/default -- its address, not its exports
import workerUrl from './limited.worker?worker&url'

/** A request of a test. Files are fetched by name; pictures are returned as base64. */
export interface Ask {
  readonly file: string
  readonly spots?: readonly BlurSpot[]
  /** Names of `limit.ts`. */
  readonly limits?: string
  readonly limitMs?: number
  readonly saving?: boolean
}
export type Answer = Omit<PhotoOutcome, 'blob'> & {
  readonly status: PhotoOutcome['status']
  readonly jpeg: string | null
  readonly progress: readonly number[]
  readonly ms: number
}

const made = new Map<string, ReturnType<typeof createImages>>()
let spawned = 0
/** Image workers of their own for each set of limits, as the app makes them otherwise. */
const images = (
  { limits = '', limitMs = 30_000 }: Pick<Ask, 'limits' | 'limitMs'>,
  size = 1,
  idleMs = 10_000,
): ReturnType<typeof createImages> => {
  const key = `${limits}/${limitMs}/${size}/${idleMs}`
  const spawn = (name: string): Worker => {
    spawned++
    return new Worker(trustedWorkerUrl(workerUrl), { type: 'module', name: `${limits} ${name}` })
  }
  const found = made.get(key) ?? createImages({ spawn, size: () => size, limitMs, idleMs })
  made.set(key, found)
  return found
}

const load = async (name: string): Promise<File> =>
  new File([await (await fetch(`/files/${name}`)).blob()], name)

const base64 = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.readAsDataURL(blob)
  })

const convert = async (ask: Ask): Promise<Answer> => {
  const file = await load(ask.file)
  const progress: number[] = []
  const from = performance.now()
  const outcome = await images(ask).convertPhoto(file, {
    spots: ask.spots ?? [],
    saving: ask.saving,
    onProgress: (share) => progress.push(share),
  })
  const ms = performance.now() - from
  if (outcome.status !== 'converted') return { ...outcome, jpeg: null, progress, ms }
  const { blob, ...rest } = outcome
  return { ...rest, jpeg: await base64(blob), progress, ms }
}

const nameOf = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException
    ? `${error.name}: ${error.message}`
    : String(error)
const settle = async (work: Promise<unknown>): Promise<string> => work.then(() => 'done', nameOf)

/**
 * Longest main-thread task while `work` runs, in ms (0: none above 50 ms, the browser reports no
 * shorter ones).
 */
const longest = async (work: () => Promise<unknown>): Promise<number> => {
  let most = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) most = Math.max(most, entry.duration)
  })
  observer.observe({ type: 'longtask' })
  await work()
  await new Promise((resolve) => setTimeout(resolve, 200))
  observer.disconnect()
  return most
}

export const lab = {
  images,
  load,
  base64,
  convert,
  settle,
  longest,
  convertPhoto,
  PreviewFailure,
  spawned: () => spawned,
}
declare global {
  interface Window {
    lab: typeof lab
  }
}
window.lab = lab
