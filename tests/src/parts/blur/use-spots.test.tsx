// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSpots } from '../../../../src/parts/blur/use-spots'

const SIZE = { width: 900, height: 600 }

test('«Force du flou» changes the selected spot, or all of them when none is', () => {
  const { result } = renderHook(() => useSpots([], 3, true))
  act(() => result.current.add(SIZE, 100, 100))
  act(() => result.current.add(SIZE, 500, 300))
  const strengths = () => result.current.spots.map((s) => s.intensity)
  act(() => result.current.setStrength(2))
  expect(strengths()).toEqual([2, 2])
  act(() => result.current.choose(1))
  act(() => result.current.setStrength(3))
  expect(strengths()).toEqual([2, 3])
})
