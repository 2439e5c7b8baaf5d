import type { Remote } from 'comlink'
import type { ImageWorkerApi, WorkerResult } from '#contract/workers/image'
import { createSlots, type Slot, type SlotOptions } from './image-slots'
import type { ImageWorker } from './image-worker'

/** Time for a cancelled job to finish its stage before its worker is terminated. */
const CANCEL_GRACE_MS = 500

export interface PoolOptions extends SlotOptions {
  /**
   * A job that takes longer fails with `timeout` and its worker is terminated. Queueing time does
   * not count.
   */
  readonly limitMs: number
}

export type ImageCall<T> = (
  api: Remote<ImageWorkerApi<Blob>>,
  id: string,
) => Promise<WorkerResult<T>>

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
interface Ran<T> {
  readonly result: WorkerResult<T> | 'aborted' | 'again'
  /** The worker must not be used again. */
  readonly spent: boolean
  readonly answer: Promise<unknown>
  readonly id: string
}

/** Runs one call on a worker; ends at the time limit, the worker's death or the caller's signal. */
export const runOnWorker = async <T>(
  worker: ImageWorker,
  call: ImageCall<T>,
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

/** Lets `most()` callers pass at once; the others queue. */
const createTurns = (most: () => number) => {
  const waiting: (() => void)[] = []
  let busy = 0
  /** Rejects with an AbortError when the signal fires first. */
  const wait = (signal?: AbortSignal): Promise<void> =>
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
      if (busy < most()) return start()
      waiting.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  const next = (): void => {
    busy--
    waiting.shift()?.()
  }
  return { wait, next }
}

/** Cancels a job; resolves with `'stuck'` when its worker does not end it in time. */
const cancelJob = (
  slot: Slot,
  { id, answer }: Ran<unknown>,
  first: Promise<void>,
): Promise<unknown> => {
  void slot.worker.api.cancel(id).catch(() => undefined)
  // a queued job cannot stop before the job in front ends
  const grace = first.then(
    () => new Promise<'stuck'>((stuck) => setTimeout(() => stuck('stuck'), CANCEL_GRACE_MS)),
  )
  return Promise.race([answer, slot.worker.lost.then(() => 'stuck' as const), slot.gone, grace])
}

/** A queue in front of a few workers. */
export const createImagePool = ({ limitMs, ...options }: PoolOptions) => {
  const slots = createSlots(options)
  const turns = createTurns(() => options.size() * JOBS_PER_WORKER)

  /**
   * Waits for a worker and runs the call on it. Rejects with an AbortError as soon as the signal
   * fires.
   */
  const run = async <T>(call: ImageCall<T>, signal?: AbortSignal): Promise<WorkerResult<T>> => {
    await turns.wait(signal)
    for (;;) {
      let joined: ReturnType<typeof slots.join>
      try {
        joined = slots.join()
      } catch (error) {
        turns.next()
        return failed('interrupted', `no worker: ${String(error)}`)
      }
      const { slot, job } = joined
      const ran = await runOnWorker(slot.worker, call, limitMs, signal, {
        first: job.first,
        gone: slot.gone,
      })
      const { result, spent } = ran
      if (result === 'aborted') {
        void cancelJob(slot, ran, job.first).then((end) => {
          slots.leave(slot, job, end !== 'stuck')
          turns.next()
        })
        throw abortError()
      }
      const behind = !job.begun
      slots.leave(slot, job, !spent)
      // caused by the job in front
      if (result === 'again' || (spent && behind)) continue
      turns.next()
      return result
    }
  }

  return { run, warm: slots.warm }
}
