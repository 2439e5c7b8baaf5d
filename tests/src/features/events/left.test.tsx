// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reportPrompt } from '../../../../src/data/state/report-prompt'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { EventView } from '../../../../src/features/events/event/event-view'
import { fresh, guestEvent, Refusal, serve, times, type Sent } from '../../../support/world/events'

vi.mock('wouter', () => ({ useLocation: () => ['/events', () => undefined] }))
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const refusal = (id: string, code: string, details: object = { may_return: true }): Refusal =>
  new Refusal(403, 'Non', { code, details: { event_id: id, ...details } })
const show = (reference: string, routes: Record<string, (sent: Sent) => unknown>): Sent[] => {
  const asked = serve(routes)
  render(
    <EventView
      reference={reference}
      tab="details"
      onTab={() => undefined}
      onClose={() => undefined}
      inPanel={false}
    />,
  )
  return asked
}

test('who declined reads why the details are closed, comes back with «Je participe», by id or by code, and may report', async () => {
  for (const byCode of [false, true]) {
    const event = guestEvent({ id: fresh('event') })
    let back = false
    const ref = byCode ? `code-${event.id.slice(-4)}` : event.id
    const asked = show(ref, {
      [`GET /events/${byCode ? `slug/${ref}` : ref}`]: () =>
        back ? { event } : refusal(event.id, 'event_declined'),
      [`POST /events/${event.id}/subscribe`]: () => {
        back = true
        return { event }
      },
    })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Vous n’y participez pas' }),
    ).toBeTruthy()
    // nothing of a refusal, which did not happen
    expect(
      screen.getByText('La fiche est réservée aux personnes invitées, mais vous pouvez y revenir.'),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Signaler cette sortie' }))
    expect({ ...reportPrompt.last }).toMatchObject({ kind: 'event', id: event.id })
    fireEvent.click(screen.getByRole('button', { name: 'Je participe' }))
    expect(await screen.findByRole('heading', { level: 1, name: event.title })).toBeTruthy()
    expect(times(asked, `POST /events/${event.id}/subscribe`)).toBe(1)
    cleanup()
  }
})

test('whom an organizer refused reads so, and is offered to come back only where it can succeed', async () => {
  for (const may_return of [false, true]) {
    const id = fresh('event')
    show(id, {
      [`GET /events/${id}`]: () => refusal(id, 'event_declined', { refused: true, may_return }),
    })
    expect(await screen.findByText(/^Votre participation n’a pas été retenue\./)).toBeTruthy()
    expect(screen.queryByText(/décliné/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Je participe' }) !== null).toBe(may_return)
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

test('a page keeps a heading while a request waits for its data, and when they fail or the event is gone', async () => {
  const waits = fresh('event')
  let fail: (answer: Refusal) => void = () => undefined
  const asked = show(waits, {
    [`GET /events/${waits}`]: () => refusal(waits, 'event_waits'),
    'GET /account/requests-by-code': () => new Promise<Refusal>((resolve) => (fail = resolve)),
  })
  await waitFor(() => expect(times(asked, 'GET /account/requests-by-code')).toBe(1))
  expect(screen.getByRole('heading', { level: 1, name: 'Sortie' })).toBeTruthy()
  // drawn as what comes, not as rows of members
  const status = (await screen.findByText('Chargement…')).closest('[role="status"]')
  expect(status?.querySelector('[data-round]')).toBeNull()
  fail(new Refusal(500, 'Non'))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Le chargement a échoué' }),
  ).toBeTruthy()
  cleanup()
  const id = fresh('event')
  show(id, { [`GET /events/${id}`]: () => new Refusal(404, 'Non', {}) })
  expect(await screen.findByRole('heading', { level: 1, name: 'Sortie introuvable' })).toBeTruthy()
})

test('leaving an event by invitation closes its details at once', async () => {
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

test('a request with a code that waits: title, hour, who comes and the missing yes, nothing else', async () => {
  const id = fresh('event')
  const [lea, hugo] = [fresh('identity'), fresh('identity')]
  const before = session.account
  session.account = {
    ...before,
    identities: [
      { id: lea, firstname: 'Léa', identity_handle: 'lea' },
      { id: hugo, firstname: 'Hugo', identity_handle: 'hugo' },
    ],
  } as typeof session.account
  let coming: string | null = null
  const asked = show(id, {
    [`GET /events/${id}`]: () => refusal(id, 'event_waits'),
    'GET /account/requests-by-code': () => ({
      requests: [
        {
          event_id: id,
          title: 'Bal masqué',
          start_date: '2036-12-05T19:30:00.000Z',
          end_date: null,
          answer: {
            id: fresh('held'),
            answer: 'participate',
            revision: 1,
            wanted: [lea, hugo],
            agreed: [lea],
            coming_identity_id: coming,
          },
        },
      ],
    }),
    [`POST /events/${id}/subscribe`]: () => {
      coming = lea
      return { event: null, held: true }
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Bal masqué' })).toBeTruthy()
  expect(await screen.findByText(/attend l’accord (d’|de )Hugo/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Signaler cette sortie' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Léa' }))
  expect(await screen.findByText(/pour Léa seulement/)).toBeTruthy()
  expect(times(asked, `POST /events/${id}/subscribe`)).toBe(1)
  session.account = before
})

test('the page of a code, and of an event by invitation, has a heading under its dialog', async () => {
  for (const reference of ['soiree-velours-x7k2', fresh('event')]) {
    const path = reference.startsWith('soiree') ? `slug/${reference}` : reference
    show(reference, { [`GET /events/${path}`]: () => new Refusal(403, 'Non') })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Sur invitation', hidden: true }),
    ).toBeTruthy()
    cleanup()
  }
})

test('while an event loads, its banner and title are drawn, not rows of members, under a heading', async () => {
  const id = fresh('event')
  show(id, { [`GET /events/${id}`]: () => new Promise(() => undefined) })
  const status = (await screen.findByText('Chargement…')).closest('[role="status"]')
  expect(status?.querySelector('[data-round]')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Sortie' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retour' })).toBeTruthy()
})
