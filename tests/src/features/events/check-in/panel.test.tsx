// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../../../src/data/session/session'
import { openCheckInBook } from '../../../../../src/features/events/check-in/book'
import { CheckIn } from '../../../../../src/features/events/check-in/check-in'
import { fresh, hostedEvent, Refusal, serve, type Sent } from '../../../../support/world/events'

const CODE = 'CNV1.0190aaaa-0000-7000-8000-000000000001.abcdefghijklmnopqrstuvwxyz1'
const entry = (handle: string, code = handle, persons = 1) => ({
  participant_id: fresh('taker'),
  digest: createHash('sha256').update(code).digest('hex'),
  handle,
  persons,
  is_present: false,
})

beforeEach(() => {
  Object.assign(session, { phase: 'signed-in', accountId: fresh('own'), account: null })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const open = async (answer: (sent: Sent) => unknown) => {
  const [nora, samuel] = [entry('nora', CODE, 2), entry('samuel')]
  const event = hostedEvent()
  const asked = serve({
    [`GET /events/${event.id}/entries`]: () => ({ entries: [nora, samuel] }),
    [`POST /events/${event.id}/entries`]: answer,
  })
  render(<CheckIn event={event} onClose={() => undefined} />)
  await screen.findByText('0 entrée sur 2')
  const noted = (): unknown[] =>
    asked
      .filter((s) => s.line.startsWith('POST'))
      .flatMap((s) => (s.body as { entries: readonly unknown[] }).entries)
  return { event, nora, samuel, noted }
}
const accept = ({ body }: Sent): unknown => ({
  results: (body as { entries: readonly { participant_id: string }[] }).entries.map((e) => ({
    participant_id: e.participant_id,
    accepted: true,
    error: null,
  })),
})
const field = (): HTMLElement => screen.getByRole('searchbox', { name: 'Pseudo ou code d’entrée' })

test('a pressed participant is let in and counted, and an arrival can be undone', async () => {
  const { nora, noted } = await open(accept)
  fireEvent.change(field(), { target: { value: 'nor' } })
  await waitFor(() => expect(screen.queryByText('samuel')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: /nora.*Faire entrer/ }))
  expect(screen.getByRole('alert').textContent).toContain('Bienvenue · 2\u00a0personnes')
  await screen.findByText('1 entrée sur 2')
  fireEvent.click(screen.getByRole('button', { name: /nora.*Entrée$/ }))
  expect(screen.getByRole('alert').textContent).toContain('Entrée déjà notée · 2\u00a0personnes')
  fireEvent.click(screen.getByRole('button', { name: 'Annuler l’entrée' }))
  expect(screen.getByRole('alert').textContent).toContain('Entrée annulée')
  await screen.findByText('0 entrée sur 2')
  await waitFor(() =>
    expect(noted()).toMatchObject([
      { participant_id: nora.participant_id, is_present: true },
      { participant_id: nora.participant_id, is_present: false },
    ]),
  )
})

test('who leaves is counted as gone, not as never there; who comes back is there again', async () => {
  const { nora, noted } = await open(accept)
  fireEvent.click(screen.getByRole('button', { name: /nora.*Faire entrer/ }))
  expect(screen.queryByText(/sur place/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /nora.*Entrée$/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Noter le départ' }))
  expect(screen.getByRole('alert').textContent).toContain('Départ noté')
  await screen.findByText(/^0.personne sur place, 1.départ$/)
  screen.getByText('1 entrée sur 2')
  fireEvent.click(screen.getByRole('button', { name: /nora.*Départ$/ }))
  expect(screen.getByRole('alert').textContent).toContain('De retour · 2\u00a0personnes')
  await waitFor(() => expect(screen.queryByText(/sur place/)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Noter le départ' }))
  fireEvent.click(screen.getByRole('button', { name: 'Annuler le départ' }))
  expect(screen.getByRole('alert').textContent).toContain('Toujours là')
  const state = (is_present: boolean, is_gone: boolean) => ({
    participant_id: nora.participant_id,
    is_present,
    is_gone,
  })
  await waitFor(() =>
    expect(noted()).toMatchObject([
      state(true, false),
      state(true, true),
      state(true, false),
      state(true, true),
      state(true, false),
    ]),
  )
})

test('a typed code lets its participant in; an unknown one is refused', async () => {
  await open(accept)
  fireEvent.change(field(), { target: { value: CODE } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect((await screen.findByRole('alert')).textContent).toContain('noraBienvenue')
  fireEvent.change(field(), { target: { value: `${CODE}x` } })
  fireEvent.click(screen.getByRole('button', { name: 'Vérifier' }))
  await screen.findByText('Code inconnu pour cette sortie')
  expect((field() as HTMLInputElement).value).toBe('')
})

test('without network an arrival is counted, stored on the device and announced as unsent', async () => {
  const { event, samuel } = await open(() => {
    throw new TypeError('Failed to fetch')
  })
  fireEvent.click(screen.getByRole('button', { name: /samuel/ }))
  await screen.findByText(/^Hors connexion.*1 passage à envoyer au retour du réseau\.$/)
  screen.getByText('1 entrée sur 2')
  const stored = localStorage.getItem(`door_queue:${session.accountId}:${event.id}`) ?? ''
  expect(JSON.parse(stored)).toMatchObject([
    { participant_id: samuel.participant_id, is_present: true },
  ])
})

test('a record that the server cannot read does not take the others with it', async () => {
  const event = hostedEvent()
  const key = `door_queue:${session.accountId}:${event.id}`
  const at = '2026-11-21T20:00:00.000Z'
  const records = ['nora', 'damaged', 'zoe'].map((participant_id) => ({
    participant_id,
    is_present: true,
    at,
  }))
  localStorage.setItem(key, JSON.stringify(records))
  const accepted: string[] = []
  serve({
    [`GET /events/${event.id}/entries`]: () => ({ entries: [], next_cursor: null }),
    [`POST /events/${event.id}/entries`]: (sent) => {
      const { entries } = sent.body as { entries: readonly { participant_id: string }[] }
      const ids = entries.map((e) => e.participant_id)
      if (ids.includes('damaged')) return new Refusal(400, 'invalid')
      accepted.push(...ids)
      return accept(sent)
    },
  })
  render(<CheckIn event={event} onClose={() => undefined} />)
  await waitFor(() => expect(accepted).toEqual(['nora', 'zoe']))
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
})

test('a list of several pages is known as a whole, also without network', async () => {
  const [nora, samuel, zoe] = [entry('nora'), entry('samuel'), entry('zoe')]
  const event = hostedEvent()
  const pages: Readonly<Record<string, unknown>> = {
    '': { entries: [nora], next_cursor: nora.participant_id },
    [nora.participant_id]: { entries: [samuel], next_cursor: samuel.participant_id },
    [samuel.participant_id]: { entries: [zoe], next_cursor: null },
  }
  serve({ [`GET /events/${event.id}/entries`]: ({ query }) => pages[query.get('cursor') ?? ''] })
  render(<CheckIn event={event} onClose={() => undefined} />)
  await screen.findByText('0 entrée sur 3')
  expect(localStorage.getItem(`door:${session.accountId}:${event.id}`)).toContain('zoe')
})

test('a list stays when a timeout or a proxy answers, and goes when the server refuses it', async () => {
  const event = hostedEvent()
  let answer: () => unknown = () => ({ entries: [entry('nora')] })
  serve({ [`GET /events/${event.id}/entries`]: () => answer() })
  const book = openCheckInBook(event)
  await book.load()
  expect(book.state.entries).toHaveLength(1)
  for (const status of [408, 425, 403]) {
    answer = () => new Refusal(status)
    await book.load()
    expect([status, book.state.entries?.length]).toEqual([status, 1])
  }
  answer = () => new Refusal(403, 'Réservé aux organisateurs.')
  await book.load()
  expect(book.state.entries).toBeNull()
})
