// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import { emitSession } from '../../../../src/data/session/state'
import { EventsScreen } from '../../../../src/features/events/screen'
import { item, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
/** One invitation, of an organizer who is not verified. */
const list = (): void => {
  Object.assign(session, { phase: 'signed-in', account: { identities: [] } })
  serve({
    'GET /events/invited-events': ({ query }) => ({
      events: query.has('verified') ? [] : [item({ title: 'Bal masqué' })],
    }),
  })
  render(<EventsScreen />)
}
const filter = () => screen.findByRole('button', { name: 'Organisateurs vérifiés' })

test('an empty list says which filter empties it, and lifts it', async () => {
  list()
  await screen.findByText('Bal masqué')
  fireEvent.click(await filter())
  await screen.findByText('Aucune invitation d’un organisateur vérifié pour le moment.')
  fireEvent.click(screen.getByRole('button', { name: 'Montrer tous les organisateurs' }))
  await screen.findByText('Bal masqué')
  expect((await filter()).getAttribute('aria-pressed')).toBe('false')
})

test('the filter lasts while the app runs, and ends with the account', async () => {
  list()
  fireEvent.click(await filter())
  cleanup()
  list()
  expect((await filter()).getAttribute('aria-pressed')).toBe('true')
  cleanup()
  act(() => emitSession('account'))
  list()
  expect((await filter()).getAttribute('aria-pressed')).toBe('false')
})
