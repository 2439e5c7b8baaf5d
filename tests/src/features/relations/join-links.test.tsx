// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { JoinLinks } from '../../../../src/features/relations/join-links'
import { fresh, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
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
