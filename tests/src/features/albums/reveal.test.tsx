// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDeleteReveal } from '../../../../src/features/albums/grid/use-delete-reveal'

const Grid = ({ visitor }: { visitor: boolean }) => {
  const { revealed, hold } = useDeleteReveal(visitor)
  return (
    <div {...hold}>
      <span data-index="4">photo {revealed === 4 ? 'supprimer' : ''}</span>
    </div>
  )
}
const buzz = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'vibrate', { value: buzz, configurable: true })
})
afterEach(() => {
  cleanup()
  buzz.mockReset()
  vi.useRealTimers()
})
const hold = (ms: number): void => {
  fireEvent.pointerDown(screen.getByText(/photo/), { button: 0, isPrimary: true })
  act(() => void vi.advanceTimersByTime(ms))
  fireEvent.pointerUp(screen.getByText(/photo/))
}

test('SOC-040: a photo that is held for 500 ms shows its delete button and vibrates for 50 ms, its owner’s only', () => {
  const view = render(<Grid visitor={false} />)
  hold(490)
  expect([screen.queryByText(/supprimer/), buzz.mock.calls]).toEqual([null, []])
  hold(510)
  expect([screen.queryByText(/supprimer/) !== null, buzz.mock.calls]).toEqual([true, [[50]]])
  view.unmount()
  render(<Grid visitor />)
  hold(2_000)
  expect([screen.queryByText(/supprimer/), buzz.mock.calls]).toEqual([null, [[50]]])
})
