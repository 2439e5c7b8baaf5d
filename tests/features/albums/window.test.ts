import { describe, expect, test } from 'vitest'
import { nextRange } from '../../../src/features/albums/use-window'

describe('the photos of a grid that exist', () => {
  test('a row that comes near is made over some frames, and the one that goes is taken away so', () => {
    const wanted = { from: 8, to: 40 }
    const seen = { from: 16, to: 32 }
    let now = { from: 0, to: 32 }
    const steps: [number, number][] = []
    while (now.from !== wanted.from || now.to !== wanted.to) steps.push([(now = nextRange(now, wanted, seen)).from, now.to])
    expect(steps).toEqual([[2, 34], [4, 36], [6, 38], [8, 40]])
  })

  test('what is seen exists at once, whatever the speed; far away everything does', () => {
    expect(nextRange({ from: 0, to: 16 }, { from: 8, to: 64 }, { from: 24, to: 48 })).toEqual({ from: 2, to: 48 })
    expect(nextRange({ from: 40, to: 72 }, { from: 0, to: 44 }, { from: 8, to: 32 })).toEqual({ from: 8, to: 65 })
    expect(nextRange({ from: 0, to: 16 }, { from: 400, to: 440 }, { from: 408, to: 432 })).toEqual({ from: 400, to: 440 })
  })

  test('when photos are gone nothing is left of them, in the end', () => {
    let now = { from: 0, to: 40 }
    for (let i = 0; i < 20; i += 1) now = nextRange(now, { from: 0, to: 12 }, { from: 0, to: 24 })
    expect(now).toEqual({ from: 0, to: 12 })
  })
})
