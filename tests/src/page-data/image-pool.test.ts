import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WorkerResult } from '#contract/workers/image'
import { createImagePool, type ImageCall } from '../../../src/data/media/image-pool'
import type { ImageWorker } from '../../../src/data/media/image-worker'

interface Fake {
  readonly worker: ImageWorker
  readonly cancelled: string[]
  ended: boolean
  die: () => void
}
const made = vi.hoisted(() => ({ fakes: [] as Fake[], refuse: false }))
vi.mock('../../../src/data/media/image-worker', () => ({
  openImageWorker: (): ImageWorker => {
    if (made.refuse) throw new Error('no more memory')
    let die = (): void => undefined
    const lost = new Promise<void>((gone) => {
      die = gone
    })
    const fake: Fake = {
      cancelled: [],
      ended: false,
      die: () => die(),
      worker: {
        api: { cancel: async (id: string) => void fake.cancelled.push(id) } as never,
        ready: Promise.resolve(),
        lost,
        end: () => {
          fake.ended = true
        },
      },
    }
    made.fakes.push(fake)
    return fake.worker
  },
}))
const LIMIT_MS = 30_000
const IDLE_MS = 10_000
const pool = (size = 1) =>
  createImagePool({
    spawn: () => {
      throw new Error('unused')
    },
    size: () => size,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
  })
const done: WorkerResult<string> = { ok: true, value: 'fait' }
/** A job that ends when it is told to. */
const job = () => {
  let end = (): void => undefined
  let started = 0
  const call: ImageCall<string> = () => {
    started += 1
    return new Promise((resolve) => {
      end = () => resolve(done)
    })
  }
  return { call, end: () => end(), started: () => started }
}
const never: ImageCall<string> = () => new Promise(() => undefined)
const at = (n: number): Fake => made.fakes[n] as Fake
beforeEach(() => {
  vi.useFakeTimers()
  made.fakes.length = 0
  made.refuse = false
})
afterEach(() => vi.useRealTimers())
const tick = () => vi.advanceTimersByTimeAsync(1)

test('a worker takes one job ahead, others queue in order, and an idle worker is terminated', async () => {
  const { run } = pool()
  const [a, b, c] = [job(), job(), job()]
  const results = [run(a.call), run(b.call), run(c.call)]
  await tick()
  expect([a.started(), b.started(), c.started()]).toEqual([1, 1, 0])
  a.end()
  await tick()
  expect([c.started(), made.fakes.length]).toEqual([1, 1])
  b.end()
  c.end()
  expect(await Promise.all(results)).toEqual([done, done, done])
  await vi.advanceTimersByTimeAsync(IDLE_MS - 10)
  expect(at(0).ended).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  expect(at(0).ended).toBe(true)
})

test('jobs go to workers of their own first', async () => {
  const { run } = pool(2)
  const jobs = [job(), job(), job()]
  const results = jobs.map((one) => run(one.call))
  await tick()
  expect([made.fakes.length, jobs.map((one) => one.started())]).toEqual([2, [1, 1, 1]])
  for (const one of jobs) one.end()
  await Promise.all(results)
})

test('a worker started before there is work is the one that gets it', async () => {
  const { run, warm } = pool()
  warm(60_000)
  warm(60_000)
  await vi.advanceTimersByTimeAsync(59_000)
  const first = job()
  const result = run(first.call)
  await tick()
  first.end()
  expect([await result, made.fakes.length]).toEqual([done, 1])
})

test('a timeout terminates the worker, and the job behind restarts with its full time', async () => {
  const { run } = pool()
  const first = run(never)
  const second = job()
  const result = run(second.call)
  await vi.advanceTimersByTimeAsync(LIMIT_MS)
  expect(await first).toMatchObject({ ok: false, code: 'timeout' })
  expect([at(0).ended, made.fakes.length, second.started()]).toEqual([true, 2, 2])
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 100)
  second.end()
  expect(await result).toEqual(done)
})

test('when a worker dies only the job that it worked on fails', async () => {
  const { run } = pool()
  const first = run(never)
  const second = job()
  const result = run(second.call)
  await tick()
  at(0).die()
  expect(await first).toMatchObject({ ok: false, code: 'interrupted' })
  await tick()
  second.end()
  expect([await result, second.started(), made.fakes.length]).toEqual([done, 2, 2])
})

test('a dead worker interrupts its job, is not reused, and a failed start blocks no job', async () => {
  const { run } = pool()
  const first = run(never)
  await tick()
  at(0).die()
  expect(await first).toMatchObject({ ok: false, code: 'interrupted' })
  const second = job()
  const good = run(second.call)
  await tick()
  second.end()
  expect(await good).toEqual(done)
  at(1).die()
  await tick()
  const third = job()
  const next = run(third.call)
  await tick()
  expect(made.fakes.length).toBe(3)
  third.end()
  await next
  await vi.advanceTimersByTimeAsync(IDLE_MS)
  made.refuse = true
  expect(await run(never)).toMatchObject({ ok: false, code: 'interrupted' })
  made.refuse = false
  const last = job()
  const after = run(last.call)
  await tick()
  last.end()
  expect(await after).toEqual(done)
})

test('a cancelled job rejects at once; its worker stays if it stops in time', async () => {
  const { run } = pool()
  const [stops, waits, runs, ahead] = [new AbortController(), new AbortController(), job(), job()]
  const running = run(runs.call, stops.signal)
  const behind = run(ahead.call)
  const queued = job()
  const waiting = run(queued.call, waits.signal)
  await tick()
  waits.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  stops.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  expect(at(0).cancelled.length).toBe(1)
  runs.end()
  ahead.end()
  expect(await behind).toEqual(done)
  const stuck = new AbortController()
  const bad = run(never, stuck.signal)
  const good = job()
  const kept = run(good.call)
  await tick()
  expect([made.fakes.length, queued.started()]).toEqual([1, 0])
  stuck.abort()
  await expect(bad).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(600)
  expect([at(0).ended, good.started()]).toEqual([true, 2])
  good.end()
  expect(await kept).toEqual(done)
  await expect(run(job().call, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})

test('one cancelled behind another leaves that one in peace, however long it takes', async () => {
  const { run } = pool()
  const first = job()
  const result = run(first.call)
  const stop = new AbortController()
  const behind = run(never, stop.signal)
  await tick()
  stop.abort()
  await expect(behind).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(at(0).ended).toBe(false)
  first.end()
  expect(await result).toEqual(done)
})
