// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCached } from '../../../src/data/session/state'
import { VerificationScreen } from '../../../src/features/verification/verification-screen'
import { eventually } from '../../support/eventually'

const asked: string[] = []
const stub = (own: Record<string, unknown>): void => {
  asked.length = 0
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path.replace('/api', '')}`)
    const body =
      init.method === 'GET'
        ? {
            state: 'refused',
            verifiedOn: null,
            words: 'Trop sombre.',
            meetings: 0,
            photoless: false,
            exhausted: true,
            mayContest: true,
            ...own,
          }
        : { id: crypto.randomUUID(), gestures: ['un', 'deux'], expiresAt: new Date().toISOString() }
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status: 200,
        headers: { 'content-type': 'application/json' },
      }),
    )
  })
}
afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

test('a refusal is contested from its own card, also after three tries', async () => {
  stub({})
  render(<VerificationScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Demander un autre regard' }))
  await eventually(() => expect(asked).toContain('POST /account/verification/contest'))
})

test('one that was contested is not offered again', async () => {
  stub({ mayContest: false })
  render(<VerificationScreen />)
  await screen.findByText('Trop sombre.')
  expect(screen.queryByRole('button', { name: 'Demander un autre regard' })).toBeNull()
})
