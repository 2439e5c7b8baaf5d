// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DuplicateDialog } from '../../../../src/features/events/event/duplicate-dialog'
import { hostedEvent } from '../../../support/world/events'

vi.mock('wouter', () => ({ useLocation: () => ['/', () => undefined] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The date that the dialog proposes at `now` for a copy of an event. */
const proposed = (start_date: string, now: string): string => {
  vi.useFakeTimers({ now: new Date(now) })
  render(<DuplicateDialog event={hostedEvent({ start_date })} onClose={() => undefined} />)
  const field = screen.getByLabelText<HTMLInputElement>('Nouvelle date de début')
  const { value } = field
  cleanup()
  return value
}

test('a copy is proposed for the same weekday and hour in Paris, also when the clocks change between', () => {
  // 23 h in winter time; summer time begins in the night after
  expect(proposed('2027-03-27T22:00:00Z', '2027-03-28T10:00:00Z')).toBe('2027-04-03T23:00')
  // 0 h 30 in summer time, which ends on the 31st
  expect(proposed('2027-10-24T22:30:00Z', '2027-10-26T10:00:00Z')).toBe('2027-11-01T00:30')
  // months later, the next one to come
  expect(proposed('2027-03-27T22:00:00Z', '2027-05-01T21:30:00Z')).toBe('2027-05-08T23:00')
})
