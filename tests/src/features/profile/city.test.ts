import { expect, test } from 'vitest'
import { mapLimited } from '../../../../src/lib/limited'

test('never more than the limit at work, the order kept, a failure left out', async () => {
  let now = 0
  let most = 0
  const done = await mapLimited([1, 2, 3, 4, 5, 6, 7, 8], 4, async (n) => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setTimeout(resolve, 10 - n))
    now -= 1
    if (n === 3) throw new Error('no')
    return n * 10
  })
  expect(most).toBe(4)
  expect(done).toEqual([10, 20, 40, 50, 60, 70, 80])
})
