import '../../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { session } from '../../../../../src/data/session/session'
import { toasts } from '../../../../../src/data/state/toasts'
import { fresh, friend } from '../../../../support/world/events'

export const OWN = fresh('own')

export const said = (): string[] => toasts.map((t) => t.text)

export const press = (
  name: string | RegExp,
  where: Pick<typeof screen, 'getByRole'> = screen,
): void => void fireEvent.click(where.getByRole('button', { name }))

export const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

export const [ANNA, BEN, CHLOE] = [friend('anna'), friend('ben_tours'), friend('chloe')]

export const setUp = (): void => {
  beforeEach(() => {
    Object.assign(session, {
      phase: 'signed-in',
      accountId: OWN,
      account: { account_handle: 'moi' },
      mode: 'single',
      identityIds: [],
    })
  })
  afterEach(() => {
    cleanup()
    toasts.splice(0)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
