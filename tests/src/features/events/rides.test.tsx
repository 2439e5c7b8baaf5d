// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Ride } from '#contract/events/rides'
import { Rides } from '../../../../src/features/events/rides/rides'
import { fresh, guestEvent, Refusal, serve } from '../../../support/world/events'

vi.mock('wouter', () => ({ useLocation: () => ['/events', () => undefined] }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an offer for women or couples says so, and is made in the dialog', async () => {
  const event = guestEvent({ id: fresh('event') })
  const ride = (patch: Partial<Ride>): Ride => ({
    participant_id: fresh('row'),
    account_id: fresh('account'),
    account_handle: 'conductrice',
    avatar_url: null,
    identities: [],
    is_organizer: false,
    is_own: false,
    seats: 2,
    location: {
      place_id: '45234',
      city: 'Orléans',
      department: 'Loiret',
      department_code: '45',
      postal_code: '45000',
      formatted_address: 'Orléans (45), France',
      lat: 47.9,
      lng: 1.9,
    },
    leaves_at: null,
    for_kind: null,
    ...patch,
  })
  const asked = serve({
    [`GET /events/${event.id}/rides`]: () => ({
      rides: [ride({ is_own: true, leaves_at: '19:00' }), ride({ for_kind: 'woman' })],
    }),
    [`PUT /events/${event.id}/rides`]: () => ({
      rides: [ride({ is_own: true, for_kind: 'couple' })],
    }),
  })
  render(<Rides event={event} />)
  expect(await screen.findByText(/pour femmes seules$/)).toBeTruthy()
  expect(screen.getByText(/vers\s19\sh$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Modifier' }))
  const forKind = await screen.findByLabelText(/^Pour qui/)
  // nobody is left out so far
  expect(screen.queryByText(/ne voient pas votre offre/)).toBeNull()
  fireEvent.change(forKind, { target: { value: 'couple' } })
  expect(screen.getByText(/ne voient pas votre offre/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText(/pour couples$/)).toBeTruthy()
  await waitFor(() =>
    expect(asked.filter((x) => x.line === `PUT /events/${event.id}/rides`)[0]?.body).toMatchObject({
      seats: 2,
      place_id: '45234',
      for_kind: 'couple',
    }),
  )
})

test('rides that do not load are said as a part of the event, below its heading', async () => {
  const event = guestEvent({ id: fresh('event') })
  serve({
    [`GET /events/${event.id}/rides`]: () => new Refusal(500),
  })
  render(<Rides event={event} />)
  await screen.findByRole('heading', { name: 'Le chargement a échoué', level: 3 })
  // without network it is no fault
  cleanup()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Rides event={event} />)
  await screen.findByRole('heading', { name: 'Pas de connexion', level: 3 })
})

test('an offer without a commune is refused at its field, which takes the focus', async () => {
  const event = guestEvent({ id: fresh('event') })
  const line = `PUT /events/${event.id}/rides`
  const asked = serve({ [`GET /events/${event.id}/rides`]: () => ({ rides: [] }) })
  render(<Rides event={event} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Proposer des places' }))
  const city = await screen.findByRole('combobox', { name: 'Commune de départ' })
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(document.activeElement).toBe(city))
  expect(city.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Choisissez la commune de départ.')
  expect(asked.some((x) => x.line === line)).toBe(false)
})
