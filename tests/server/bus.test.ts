import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBus } from '../../server/bus'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that fails with `code` until `endsAt`, ms on the fake clock, and the times of its attempts. */
const failing = (
  code: string,
  endsAt: number,
): { work: () => Promise<void>; attempts: () => number; done: () => boolean } => {
  let attempts = 0
  let done = false
  return {
    work: async () => {
      attempts += 1
      if (Date.now() < endsAt) throw Object.assign(new Error('away'), { code })
      done = true
    },
    attempts: () => attempts,
    done: () => done,
  }
}

test('work after a reply outlasts a database that is away for minutes', async () => {
  const errors: unknown[] = []
  const bus = createBus((error) => void errors.push(error))
  const { work, attempts, done } = failing('ECONNREFUSED', Date.now() + 5 * 60_000)
  bus.later('announce', work)
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
  expect(done()).toBe(false)
  // a restart of a second costs little, a long outage no storm of attempts
  expect(attempts()).toBeLessThan(110)
  await vi.advanceTimersByTimeAsync(3_201)
  expect(done()).toBe(true)
  expect(errors).toEqual([])
  await bus.idle()
})

test('it ends with an error after ten minutes, and at once with a fault of ours', async () => {
  const errors: string[] = []
  const bus = createBus((_, name) => void errors.push(name))
  const long = failing('ECONNREFUSED', Infinity)
  const ours = failing('', Infinity)
  bus.later('long', long.work)
  bus.later('ours', ours.work)
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(errors).toEqual(['ours'])
  expect(ours.attempts()).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(errors).toEqual(['ours', 'long'])
})
