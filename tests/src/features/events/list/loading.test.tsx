// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../../../../../src/data/session/session'
import { EventsScreen } from '../../../../../src/features/events/screen'
import { serve } from '../../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('while the list loads it shows cards, not rows with faces', async () => {
  Object.assign(session, { phase: 'signed-in', account: { identities: [] } })
  serve({ 'GET /events/invited-events': () => new Promise(() => undefined) })
  const { container } = render(<EventsScreen />)
  await screen.findByText('Chargement…')
  expect(container.querySelector('[role="status"] [data-round]')).toBeNull()
})
