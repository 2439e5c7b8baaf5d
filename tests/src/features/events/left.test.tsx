// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reportPrompt } from '../../../../src/data/state/report-prompt'
import { toasts } from '../../../../src/data/state/toasts'
import { EventView } from '../../../../src/features/events/event/event-view'
import { fresh, guestEvent, Refusal, serve, times, type Sent } from '../../../support/world/events'

vi.mock('wouter', () => ({ useLocation: () => ['/events', () => undefined] }))
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const refusal = (id: string, code: string): Refusal =>
  new Refusal(403, 'Non', { code, details: { event_id: id } })
const show = (reference: string, routes: Record<string, (sent: Sent) => unknown>): Sent[] => {
  const asked = serve(routes)
  render(
    <EventView
      reference={reference}
      tab="fiche"
      onTab={() => undefined}
      onClose={() => undefined}
      inPanel={false}
    />,
  )
  return asked
}

test('who declined reads why the fiche is closed, comes back with «Je participe», by id or by code, and may report', async () => {
  for (const byCode of [false, true]) {
    const event = guestEvent({ id: fresh('event') })
    let back = false
    const ref = byCode ? `code-${event.id.slice(-4)}` : event.id
    const asked = show(ref, {
      [`GET /events/${ref}`]: () => (back ? { event } : refusal(event.id, 'event_declined')),
      [`POST /events/${event.id}/subscribe`]: () => {
        back = true
        return { event }
      },
    })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Vous n’y participez pas' }),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Signaler cette sortie' }))
    expect({ ...reportPrompt.last }).toMatchObject({ kind: 'event', id: event.id })
    fireEvent.click(screen.getByRole('button', { name: 'Je participe' }))
    expect(await screen.findByRole('heading', { level: 1, name: event.title })).toBeTruthy()
    expect(times(asked, `POST /events/${event.id}/subscribe`)).toBe(1)
    cleanup()
  }
})

test('SOC-089: whose participation was cancelled is told to ask the organizer, and has no button to come back', async () => {
  const id = fresh('event')
  show(id, { [`GET /events/${id}`]: () => refusal(id, 'event_cancelled_for_you') })
  expect(
    await screen.findByText(
      'Pour vous inscrire à cet événement, vous devez contacter directement l’organisateur.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Parler aux organisateurs' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Je participe' })).toBeNull()
})

test('leaving an event by invitation closes its fiche at once', async () => {
  const event = guestEvent({ id: fresh('event'), user_participation_status: 'accepted' })
  let gone = false
  show(event.id, {
    [`GET /events/${event.id}`]: () => (gone ? refusal(event.id, 'event_declined') : { event }),
    [`POST /events/${event.id}/unsubscribe`]: () => {
      gone = true
      return { event: null }
    },
  })
  const { ConfirmHost } = await import('../../../../src/ui/overlay/confirm')
  render(<ConfirmHost />)
  fireEvent.click((await screen.findAllByRole('button', { name: 'Quitter' }))[0] as HTMLElement)
  fireEvent.click(
    (await screen.findAllByRole('button', { name: 'Me désinscrire' })).at(-1) as HTMLElement,
  )
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Vous n’y participez pas' })).toBeTruthy(),
  )
  expect(toasts.map((t) => t.text)).toEqual(['Désinscription effectuée'])
})
