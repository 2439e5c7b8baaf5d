import { describe, expect, test } from 'vitest'
import { nextRange } from '../../../src/features/albums/use-window'

describe('the photos of a grid that exist', () => {
  test('they stay the same as long as they hold what is near, then a block is made where the scroll goes', () => {
    const now = { from: 8, to: 80 }
    expect(nextRange(now, { from: 16, to: 80 }, { from: 16, to: 120 })).toBe(now)
    expect(nextRange(now, { from: 20, to: 84 }, { from: 20, to: 124 })).toEqual({ from: 20, to: 124 })
    expect(nextRange(now, { from: 4, to: 60 }, { from: 0, to: 60 })).toEqual({ from: 0, to: 60 })
  })

  test('far away what is near comes first', () => {
    expect(nextRange({ from: 0, to: 16 }, { from: 400, to: 440 }, { from: 400, to: 480 })).toEqual({ from: 400, to: 440 })
    expect(nextRange({ from: 0, to: 0 }, { from: 0, to: 40 }, { from: 0, to: 80 })).toEqual({ from: 0, to: 40 })
  })

  test('a grid that is not near keeps what it has', () => {
    const now = { from: 0, to: 40 }
    expect(nextRange(now, { from: 48, to: 48 }, { from: 48, to: 48 })).toBe(now)
  })
})
