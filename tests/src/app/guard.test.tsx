// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Guard } from '../../../src/app/routes/guard'
import { session } from '../../../src/data/session/session'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

test('MSG-013: «Initialisation…» while the session is being found out, «Chargement…» while it is led elsewhere', async () => {
  history.replaceState(null, '', '/news')
  Object.assign(session, { phase: 'starting', accountId: null, deletesAt: null })
  render(
    <Guard>
      <p>les actualités</p>
    </Guard>,
  )
  expect(screen.getByText('Initialisation…')).toBeTruthy()
  expect(screen.queryByText('les actualités')).toBeNull()
  await act(async () => {
    Object.assign(session, { phase: 'signed-in', accountId: 'a', deletesAt: Date.now() })
    await Promise.resolve()
  })
  expect(screen.getByText('Chargement…')).toBeTruthy()
  expect(screen.queryByText('les actualités')).toBeNull()
})

test('MSG-012: a member without account is led to the onboarding', async () => {
  history.replaceState(null, '', '/news')
  Object.assign(session, { phase: 'no-account', accountId: null, deletesAt: null })
  render(
    <Guard>
      <p>les actualités</p>
    </Guard>,
  )
  await act(() => Promise.resolve())
  expect(location.pathname).toBe('/onboarding')
})
