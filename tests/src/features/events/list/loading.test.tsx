// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../../../../../src/data/session/session'
import { EventFormScreen } from '../../../../../src/features/events/form-screen'
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

test('nor in place of the month', async () => {
  Object.assign(session, { phase: 'signed-in', account: { identities: [] } })
  serve({ 'GET /events/invited-events': () => new Promise(() => undefined) })
  const { container } = render(<EventsScreen />)
  fireEvent.click(screen.getByRole('radio', { name: 'Mois' }))
  await screen.findByText('Chargement…')
  // one shape for the name of the month and one for its grid
  expect(container.querySelectorAll('[role="status"] [aria-hidden]')).toHaveLength(2)
})

test('nor in place of the form of an event, whose heading is there at once', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  serve({ [`GET /events/${id}`]: () => new Promise(() => undefined) })
  const { container } = render(<EventFormScreen id={id} />)
  screen.getByRole('heading', { level: 1, name: 'Modifier la sortie' })
  screen.getByRole('button', { name: 'Retour' })
  await screen.findByText('Chargement…')
  expect(container.querySelector('[role="status"] [data-round]')).toBeNull()
})
