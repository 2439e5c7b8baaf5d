import { describe, expect, test } from 'vitest'
import { nextRange, staysFullyRendered } from '../../../../src/features/albums/grid/use-grid-window'

describe('the photos of a grid that exist', () => {
  test('they stay the same as long as they hold what is near, then a block is made where the scroll goes', () => {
    const now = { from: 8, to: 80 }
    expect(nextRange(now, { from: 16, to: 80 }, { from: 16, to: 120 })).toBe(now)
    expect(nextRange(now, { from: 20, to: 84 }, { from: 20, to: 124 })).toEqual({
      from: 20,
      to: 124,
    })
    expect(nextRange(now, { from: 4, to: 60 }, { from: 0, to: 60 })).toEqual({ from: 0, to: 60 })
  })

  test('far away what is near comes first', () => {
    expect(nextRange({ from: 0, to: 16 }, { from: 400, to: 440 }, { from: 400, to: 480 })).toEqual({
      from: 400,
      to: 440,
    })
    expect(nextRange({ from: 0, to: 0 }, { from: 0, to: 40 }, { from: 0, to: 80 })).toEqual({
      from: 0,
      to: 40,
    })
  })

  test('a grid that is not near keeps what it has', () => {
    const now = { from: 0, to: 40 }
    expect(nextRange(now, { from: 48, to: 48 }, { from: 48, to: 48 })).toBe(now)
  })

  test('a few rows that exist stay wherever they are scrolled to; what does not exist yet, or is long, is looked after', () => {
    const grid = { columns: 4, size: 238, from: 0, to: 8 }
    expect(staysFullyRendered(grid, 8)).toBe(true)
    expect(staysFullyRendered(grid, 9)).toBe(false)
    expect(staysFullyRendered({ ...grid, to: 400 }, 400)).toBe(false)
    expect(staysFullyRendered({ columns: 0, size: 0, from: 0, to: 0 }, 0)).toBe(false)
  })
})
