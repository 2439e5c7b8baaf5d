// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mutate } from '../../../../../src/data/http/mutate'
import { CalendarFeed } from '../../../../../src/features/events/list/calendar-feed'
import { calendarFeedKey } from '../../../../../src/features/events/state/keys'
import { Refusal, serve, times } from '../../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const STOP = 'Arrêter l’abonnement'

test('an address is made with the choice of the switch, which waits for it; another choice drops it', async () => {
  let give = (): void => undefined
  const asked = serve({
    'GET /events/calendar-feed': () => ({ feed: null }),
    'POST /events/calendar-feed': ({ body }) =>
      new Promise((resolve) => {
        const { discreet } = body as { discreet: boolean }
        give = () => resolve({ url: `https://connivence.test/${discreet ? 'discret' : 'complet'}` })
      }),
  })
  render(<CalendarFeed onClose={() => undefined} />)
  const choice = screen.getByRole('switch', { name: 'Agenda discret' })
  await waitFor(() => expect(times(asked, 'GET /events/calendar-feed')).toBe(1))
  expect(screen.queryByRole('button', { name: STOP })).toBeNull()
  const make = async (): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: /^Créer/ }))
    // not while the address is on its way
    fireEvent.click(choice)
    await act(async () => give())
  }
  await make()
  await screen.findByDisplayValue('https://connivence.test/discret')
  expect(screen.getByRole('button', { name: STOP })).toBeTruthy()
  fireEvent.click(choice)
  expect(screen.queryByDisplayValue(/connivence/)).toBeNull()
  await make()
  await screen.findByDisplayValue('https://connivence.test/complet')
  const made = asked.filter(({ line }) => line.startsWith('POST'))
  expect(made.map(({ body }) => body)).toEqual([{ discreet: true }, { discreet: false }])
})

test('«Arrêter l’abonnement» is offered to those who have one alone, and a new address says that it ends it', async () => {
  serve({ 'DELETE /events/calendar-feed': () => ({ success: true }) })
  await mutate(calendarFeedKey, { discreet: false }, { revalidate: false })
  render(<CalendarFeed onClose={() => undefined} />)
  expect(screen.getByRole('button', { name: 'Créer une nouvelle adresse' })).toBeTruthy()
  expect(screen.getByText(/^Votre abonnement est actif\./)).toBeTruthy()
  const choice = screen.getByRole('switch', { name: 'Agenda discret' })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: STOP }))
  expect(await screen.findByRole('button', { name: 'Créer l’adresse' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: STOP })).toBeNull()
})

test('a subscription that cannot be read can still be ended', async () => {
  const asked = serve({
    'GET /events/calendar-feed': () => new Refusal(403),
    'DELETE /events/calendar-feed': () => ({ success: true }),
  })
  await mutate(calendarFeedKey, undefined, { revalidate: false })
  render(<CalendarFeed onClose={() => undefined} />)
  await act(() => mutate(calendarFeedKey).catch(() => undefined))
  fireEvent.click(await screen.findByRole('button', { name: STOP }))
  await waitFor(() => expect(screen.queryByRole('button', { name: STOP })).toBeNull())
  expect(times(asked, 'DELETE /events/calendar-feed')).toBe(1)
})
