import type { Remote } from 'comlink'
import type { ImageWorkerApi, Outcome } from '#contract/workers-image'
import { openImageWorker, type ImageWorker } from './image-worker'

/** A cancelled job may finish its stage before its worker is ended. */
const CANCEL_GRACE_MS = 500

export interface PoolOptions {
  readonly spawn: () => Worker
  /** Workers at once. */
  readonly size: () => number
  /** A job that takes longer ends as `timeout`, and its worker with it. Waiting for a worker does not count. */
  readonly limitMs: number
  /** A worker without work is ended after this. */
  readonly idleMs: number
}

export type Call<T> = (api: Remote<ImageWorkerApi<Blob>>, id: string) => Promise<Outcome<T>>

export const abortError = (): DOMException => new DOMException('Cancelled', 'AbortError')

const failed = (code: 'timeout' | 'interrupted', reason: string) => ({ ok: false, code, reason }) as const

/** Resolves with `'aborted'` when the signal fires; never without one. */
const whenAborted = (signal: AbortSignal | undefined, done: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve('aborted')
    signal?.addEventListener('abort', () => resolve('aborted'), { once: true, signal: done })
  })

/**
 * Runs one call on a worker against the limit, the worker's death and the caller's signal.
 * `spent`: the worker must not be used again.
 */
export const runOn = async <T>(worker: ImageWorker, call: Call<T>, limitMs: number, signal?: AbortSignal): Promise<{ result: Outcome<T> | 'aborted'; spent: boolean; answer: Promise<unknown>; id: string }> => {
  const id = String(Math.random())
  const done = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const answer = worker.ready.then(() => call(worker.api, id)).catch((error: unknown) => failed('interrupted', String(error)))
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs)
  })
  const first = await Promise.race([answer, worker.lost.then(() => 'lost' as const), late, whenAborted(signal, done.signal)])
  clearTimeout(timer)
  done.abort()
  if (first === 'late') return { result: failed('timeout', `no answer in ${limitMs} ms`), spent: true, answer, id }
  if (first === 'lost') return { result: failed('interrupted', 'the worker ended'), spent: true, answer, id }
  return { result: first, spent: false, answer, id }
}

/** A queue in front of a few workers, started when needed and kept warm for a while. */
export const createImagePool = ({ spawn, size, limitMs, idleMs }: PoolOptions) => {
  const warm: { worker: ImageWorker; timer: ReturnType<typeof setTimeout> }[] = []
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
      if (busy < size()) return start()
      waiting.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })

  const drop = (worker: ImageWorker): void => {
    const at = warm.findIndex((one) => one.worker === worker)
    if (at < 0) return
    clearTimeout(warm[at]?.timer)
    warm.splice(at, 1)
    worker.end()
  }

  const take = (): ImageWorker => {
    const last = warm.pop()
    if (last) {
      clearTimeout(last.timer)
      return last.worker
    }
    const worker = openImageWorker(spawn)
    // one that dies while it waits for work is not handed out
    void worker.lost.then(() => drop(worker))
    return worker
  }

  const next = (): void => {
    busy--
    waiting.shift()?.()
  }

  const give = (worker: ImageWorker, usable: boolean): void => {
    if (usable) warm.push({ worker, timer: setTimeout(() => drop(worker), idleMs) })
    else worker.end()
    next()
  }

  /** Waits for a worker and runs the call on it. Rejects with an AbortError when the signal fires, at once. */
  const run = async <T>(call: Call<T>, signal?: AbortSignal): Promise<Outcome<T>> => {
    await turn(signal)
    let worker: ImageWorker
    try {
      worker = take()
    } catch (error) {
      next()
      return failed('interrupted', `no worker: ${String(error)}`)
    }
    const { result, spent, answer, id } = await runOn(worker, call, limitMs, signal)
    if (result !== 'aborted') {
      give(worker, !spent)
      return result
    }
    void worker.api.cancel(id).catch(() => undefined)
    const grace = new Promise<'stuck'>((resolve) => setTimeout(() => resolve('stuck'), CANCEL_GRACE_MS))
    void Promise.race([answer, worker.lost.then(() => 'stuck' as const), grace]).then((end) => give(worker, end !== 'stuck'))
    throw abortError()
  }

  return { run }
}
