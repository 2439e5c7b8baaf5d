import type { Remote } from 'comlink'
import {
  PHOTO_WORKER,
  type ImageWorkerApi,
  type Outcome,
  type PREVIEW_WORKER,
} from '#contract/workers/image'
import { openImageWorker, type ImageWorker } from './image-worker'

/** Time for a cancelled job to finish its stage before its worker is terminated. */
const CANCEL_GRACE_MS = 500

export interface PoolOptions {
  readonly spawn: (name: typeof PHOTO_WORKER | typeof PREVIEW_WORKER) => Worker
  /** Workers at once. */
  readonly size: () => number
  /**
   * A job that takes longer fails with `timeout` and its worker is terminated. Queueing time does
   * not count.
   */
  readonly limitMs: number
  /** Idle workers are terminated after this. */
  readonly idleMs: number
}

export type Call<T> = (api: Remote<ImageWorkerApi<Blob>>, id: string) => Promise<Outcome<T>>

export const abortError = (): DOMException => new DOMException('Cancelled', 'AbortError')

const failed = (code: 'timeout' | 'interrupted', reason: string) =>
  ({ ok: false, code, reason }) as const

/** Resolves with `'aborted'` when the signal fires; never without one. */
const whenAborted = (signal: AbortSignal | undefined, done: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve('aborted')
    signal?.addEventListener('abort', () => resolve('aborted'), { once: true, signal: done })
  })

/** Signals to a job that shares its worker. */
interface Shared {
  /** Settles when the job is first on its worker: the time limit starts here. */
  readonly first: Promise<void>
  /** Settles when the worker was terminated because of another job. */
  readonly gone: Promise<void>
}
const ALONE: Shared = { first: Promise.resolve(), gone: new Promise(() => undefined) }

/** `'again'`: its worker was terminated because of another job; rerun this one on a new worker. */
export interface Ran<T> {
  readonly result: Outcome<T> | 'aborted' | 'again'
  /** The worker must not be used again. */ readonly spent: boolean
  readonly answer: Promise<unknown>
  readonly id: string
}

/** Runs one call on a worker; ends at the time limit, the worker's death or the caller's signal. */
export const runOn = async <T>(
  worker: ImageWorker,
  call: Call<T>,
  limitMs: number,
  signal?: AbortSignal,
  { first, gone }: Shared = ALONE,
): Promise<Ran<T>> => {
  const id = String(Math.random())
  const done = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const answer = worker.ready
    .then(() => call(worker.api, id))
    .catch((error: unknown) => failed('interrupted', String(error)))
  const late = first.then(
    () =>
      new Promise<'late'>((resolve) => {
        if (!done.signal.aborted) timer = setTimeout(() => resolve('late'), limitMs)
      }),
  )
  const end = await Promise.race([
    answer,
    worker.lost.then(() => 'lost' as const),
    gone.then(() => 'gone' as const),
    late,
    whenAborted(signal, done.signal),
  ])
  clearTimeout(timer)
  done.abort()
  if (end === 'late')
    return { result: failed('timeout', `no answer in ${limitMs} ms`), spent: true, answer, id }
  if (end === 'lost')
    return { result: failed('interrupted', 'the worker ended'), spent: true, answer, id }
  if (end === 'gone') return { result: 'again', spent: true, answer, id }
  return { result: end, spent: false, answer, id }
}

/** Jobs per worker: one in the kernels, one decoding on the browser's threads. */
const JOBS_PER_WORKER = 2

interface Job {
  begun: boolean
  readonly begin: () => void
}
interface Slot {
  readonly worker: ImageWorker
  readonly jobs: Job[]
  readonly gone: Promise<void>
  readonly leave: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

const signalled = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** A queue in front of a few workers, which are started on demand and kept warm between jobs. */
export const createImagePool = ({ spawn, size, limitMs, idleMs }: PoolOptions) => {
  const slots: Slot[] = []
  const waiting: (() => void)[] = []
  let busy = 0

  const turn = (signal?: AbortSignal): Promise<void> =>
    new Promise((go, refuse) => {
      if (signal?.aborted) return refuse(abortError())
      const start = (): void => {
        signal?.removeEventListener('abort', leave)
        busy++
        go()
      }
      const leave = (): void => {
        waiting.splice(waiting.indexOf(start), 1)
        refuse(abortError())
      }
      if (busy < size() * JOBS_PER_WORKER) return start()
      waiting.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })

  /** Terminates a worker; its remaining jobs restart on another. */
  const drop = (slot: Slot): void => {
    const at = slots.indexOf(slot)
    if (at < 0) return
    clearTimeout(slot.timer)
    slots.splice(at, 1)
    slot.leave()
    slot.worker.end()
  }

  const rest = (slot: Slot, ms: number): void => {
    clearTimeout(slot.timer)
    slot.timer = setTimeout(() => drop(slot), ms)
  }

  const open = (): Slot => {
    const { promise: gone, resolve: leave } = signalled()
    const slot: Slot = {
      worker: openImageWorker(() => spawn(PHOTO_WORKER)),
      jobs: [],
      gone,
      leave,
      timer: undefined,
    }
    slots.push(slot)
    // a worker that dies while idle is not reused
    void slot.worker.lost.then(() => {
      if (slot.jobs.length === 0) drop(slot)
    })
    return slot
  }

  /** Returns an idle worker, else a new one, else one with a single job. */
  const take = (): Slot => {
    const least = slots.toSorted((a, b) => a.jobs.length - b.jobs.length)[0]
    const slot = least && (least.jobs.length === 0 || slots.length >= size()) ? least : open()
    clearTimeout(slot.timer)
    return slot
  }

  const leave = (slot: Slot, job: Job, usable: boolean): void => {
    slot.jobs.splice(slot.jobs.indexOf(job), 1)
    if (!usable) return drop(slot)
    slot.jobs[0]?.begin()
    if (slot.jobs.length === 0 && slots.includes(slot)) rest(slot, idleMs)
  }

  const next = (): void => {
    busy--
    waiting.shift()?.()
  }

  /**
   * Waits for a worker and runs the call on it. Rejects with an AbortError as soon as the signal
   * fires.
   */
  const run = async <T>(call: Call<T>, signal?: AbortSignal): Promise<Outcome<T>> => {
    await turn(signal)
    for (;;) {
      let slot: Slot
      try {
        slot = take()
      } catch (error) {
        next()
        return failed('interrupted', `no worker: ${String(error)}`)
      }
      const { promise: first, resolve } = signalled()
      const job: Job = {
        begun: false,
        begin: () => {
          job.begun = true
          resolve()
        },
      }
      slot.jobs.push(job)
      slot.jobs[0]?.begin()
      const { result, spent, answer, id } = await runOn(slot.worker, call, limitMs, signal, {
        first,
        gone: slot.gone,
      })
      if (result === 'aborted') {
        void slot.worker.api.cancel(id).catch(() => undefined)
        // a queued job cannot stop before the job in front ends
        const grace = first.then(
          () => new Promise<'stuck'>((stuck) => setTimeout(() => stuck('stuck'), CANCEL_GRACE_MS)),
        )
        void Promise.race([
          answer,
          slot.worker.lost.then(() => 'stuck' as const),
          slot.gone,
          grace,
        ]).then((end) => {
          leave(slot, job, end !== 'stuck')
          next()
        })
        throw abortError()
      }
      const behind = !job.begun
      leave(slot, job, !spent)
      // caused by the job in front
      if (result === 'again' || (spent && behind)) continue
      next()
      return result
    }
  }

  /**
   * Starts a worker ahead of its first job and keeps it for `ms`. Failures surface with the first
   * job.
   */
  const warm = (ms: number): void => {
    if (slots.length > 0) return
    try {
      rest(open(), ms)
    } catch {
      // reported by the first job
    }
  }

  return { run, warm }
}
