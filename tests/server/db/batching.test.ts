import { expect, test } from 'vitest'
import { createLoader, createBatcher } from '../../../server/db/batching'

/** Work that waits to be let go, and what it was given. */
const held = (outcome: (items: readonly string[]) => readonly string[] = (items) => items) => {
  const given: (readonly string[])[] = []
  const alone: string[] = []
  const gates: (() => void)[] = []
  const ask = createBatcher<string, string>({
    runBatch: async (items) => {
      given.push(items)
      await new Promise<void>((resolve) => gates.push(resolve))
      return outcome(items)
    },
    runOne: async (item) => {
      alone.push(item)
      return `${item} alone`
    },
    keys: (item) => [item[0] ?? ''],
    isCommon: (error) => (error as Error).message === 'away',
  })
  const open = async (): Promise<void> => {
    await expect.poll(() => gates.length).toBeGreaterThan(0)
    gates.shift()?.()
  }
  return { ask, given, alone, open }
}

test('concurrent items share a batch, later ones the next; items with a common key never share one', async () => {
  const { ask, given, open } = held()
  const first = [ask('a1'), ask('b1'), ask('a2'), ask('a3'), ask('c1')]
  await open()
  await Promise.all([first[0], first[1], first[4]])
  const later = ask('d1')
  await open()
  await open()
  expect(await Promise.all([...first, later])).toEqual(['a1', 'b1', 'a2', 'a3', 'c1', 'd1'])
  expect(given[0]).toEqual(['a1', 'b1', 'c1'])
  expect(given.map((g) => g.filter((i) => i.startsWith('a')))).toEqual([['a1'], ['a2'], ['a3']])
})

test('who must wait is done alone; a failure of the whole tries each alone, unless it is everybody’s', async () => {
  const waits = held((items) => items.map((i) => (i === 'a1' ? 'alone' : i)))
  const both = Promise.all([waits.ask('a1'), waits.ask('b1')])
  await waits.open()
  expect(await both).toEqual(['a1 alone', 'b1'])
  const fails = held(() => {
    throw new Error('one of them')
  })
  const two = Promise.all([fails.ask('a1'), fails.ask('b1')])
  await fails.open()
  expect(await two).toEqual(['a1 alone', 'b1 alone'])
  const away = held(() => {
    throw new Error('away')
  })
  const none = Promise.allSettled([away.ask('a1'), away.ask('b1')])
  await away.open()
  expect((await none).map((n) => n.status)).toEqual(['rejected', 'rejected'])
  expect(away.alone).toEqual([])
})

test('one that hangs does not keep the others waiting', async () => {
  const { ask, given, open } = held()
  const hanging = ask('a1')
  await expect.poll(() => given.length).toBe(1)
  const other = ask('b1')
  await expect.poll(() => given.length).toBe(2)
  expect(given[1]).toEqual(['b1'])
  await open()
  await open()
  expect(await Promise.all([hanging, other])).toEqual(['a1', 'b1'])
})

test('questions of one turn are put as one, and each gets its own answer or the common failure', async () => {
  const asked: (readonly number[])[] = []
  const ask = createLoader(async (keys: readonly number[]) => {
    asked.push(keys)
    if (keys.includes(13)) throw new Error('no')
    return (key: number) => key * 2
  })
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([2, 4, 6])
  expect((await Promise.allSettled([ask(13), ask(4)])).map((a) => a.status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(await ask(5)).toBe(10)
  expect(asked).toEqual([[1, 2, 3], [13, 4], [5]])
})
