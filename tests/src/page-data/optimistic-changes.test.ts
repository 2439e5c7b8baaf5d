import { expect, test } from 'vitest'
import { createOptimisticChanges } from '../../../src/data/http/optimistic-changes'

type State = Readonly<Record<string, number>>
const begin = () => {
  const shown: State[] = []
  const changes = createOptimisticChanges<State, State>(
    { a: 0, b: 0 },
    (state, patch) => ({ ...state, ...patch }),
    (state) => shown.push(state),
  )
  return { changes, last: () => shown.at(-1) }
}

test('changes are shown at once and sent one after the other; the refused one goes back alone, and the server has the last word', async () => {
  const { changes, last } = begin()
  const sent: string[] = []
  let refuse = (): void => undefined
  const first = changes.save(
    { a: 1 },
    () =>
      new Promise((_, reject) => {
        sent.push('a')
        refuse = () => reject(new Error('no'))
      }),
  )
  let take: (said: State) => void = () => undefined
  const second = changes.save(
    { b: 1 },
    () =>
      new Promise((resolve) => {
        sent.push('b')
        take = resolve
      }),
  )
  expect([last(), changes.isIdle()]).toEqual([{ a: 1, b: 1 }, false])
  await Promise.resolve()
  expect(sent).toEqual(['a'])
  refuse()
  await expect(first).rejects.toThrow('no')
  expect(last()).toEqual({ a: 0, b: 1 })
  await expect.poll(() => sent).toEqual(['a', 'b'])
  take({ a: 0, b: 2 })
  expect(await second).toEqual({ a: 0, b: 2 })
  expect([last(), changes.isIdle()]).toEqual([{ a: 0, b: 2 }, true])
})

test('once somebody else is here, what was under way changes nothing, and what was not sent yet never is', async () => {
  const { changes, last } = begin()
  let answer: (said: State) => void = () => undefined
  let sent = false
  const first = changes.save(
    { a: 1 },
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const second = changes.save({ b: 1 }, async () => {
    sent = true
    return { b: 1 }
  })
  await Promise.resolve()
  changes.reset({ a: 5 })
  answer({ a: 1 })
  expect([await first, await second, sent, last()]).toEqual([null, null, false, { a: 5 }])
})
