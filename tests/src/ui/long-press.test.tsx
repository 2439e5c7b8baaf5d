// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LONG_PRESS_MOVE_PX, LONG_PRESS_MS } from '#contract/limits'
import { useLongPress } from '../../../src/ui/gesture/use-long-press'

const held = vi.fn()
const Held = () => (
  <p {...useLongPress(held, { ms: LONG_PRESS_MS, slop: LONG_PRESS_MOVE_PX })}>message</p>
)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  held.mockReset()
  vi.useRealTimers()
})

test('SOC-241 MSG-068: a message is held for 600 ms; a finger that moves by 10 px lets it go', () => {
  expect([LONG_PRESS_MS, LONG_PRESS_MOVE_PX]).toEqual([600, 10])
  render(<Held />)
  const finger = { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 50 }
  const hold = (ms: number, px = 0): number => {
    const message = screen.getByText('message')
    fireEvent.pointerDown(message, finger)
    fireEvent.pointerMove(message, { ...finger, clientY: 50 + px })
    act(() => void vi.advanceTimersByTime(ms))
    fireEvent.pointerUp(message, finger)
    return held.mock.calls.length
  }
  expect([hold(590), hold(2_000, 10), hold(610), hold(610, 9)]).toEqual([0, 0, 1, 2])
})
