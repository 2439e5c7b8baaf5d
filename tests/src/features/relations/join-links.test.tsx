// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCached } from '../../../../src/data/session/state'
import { JoinLinks } from '../../../../src/features/relations/join-links'
import { fresh, Refusal, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

test('an invitation link is deactivated, not «cancelled»', async () => {
  const link = {
    id: fresh('link'),
    kind: 'member',
    event_id: null,
    created_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-12-04T10:00:00.000Z',
    url: null,
  }
  serve({ 'GET /join-links': () => ({ links: [link] }) })
  render(<JoinLinks />)
  await screen.findByRole('button', { name: 'Désactiver' })
  expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull()
})

test('links that could not be loaded are not shown as none: they may still be used', async () => {
  let isDown = true
  serve({
    'GET /join-links': () =>
      isDown
        ? new Refusal(503)
        : {
            links: [
              {
                id: fresh('link'),
                kind: 'member',
                event_id: null,
                created_at: '2026-11-20T10:00:00.000Z',
                expires_at: '2026-12-04T10:00:00.000Z',
                url: null,
              },
            ],
          },
  })
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <JoinLinks />
    </SWRConfig>,
  )
  await screen.findByText('Vos liens déjà créés n’ont pas pu être chargés.')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByRole('button', { name: 'Désactiver' })
  expect(screen.queryByText('Vos liens déjà créés n’ont pas pu être chargés.')).toBeNull()
})
