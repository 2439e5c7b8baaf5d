import { expect, test } from 'vitest'
import { createConcurrencyLimit } from '../../../src/lib/gate'

test('a call that comes between the end of one and the start of the next waits its turn', async () => {
  const gate = createConcurrencyLimit(1)
  const started: string[] = []
  let running = 0
  let most = 0
  const arrived: Promise<void>[] = []
  const call = (name: string, end?: () => void): Promise<void> =>
    gate(async () => {
      started.push(name)
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      end?.()
    })
  const arrive = (): void => void arrived.push(call('third'))
  // two microtasks later the first has given up its place, and the second has not resumed yet
  const first = call('first', () => queueMicrotask(() => queueMicrotask(arrive)))
  await Promise.all([first, call('second')])
  await Promise.all(arrived)
  expect(started).toEqual(['first', 'second', 'third'])
  expect(most).toBe(1)
})

test('a call that fails gives its place to the next', async () => {
  const gate = createConcurrencyLimit(1)
  const failed = gate(() => Promise.reject(new Error('failed')))
  const next = gate(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('failed')
  expect(await next).toBe('done')
})
