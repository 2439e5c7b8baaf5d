// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { EventItem } from '#contract/events/events'
import { panels } from '../../../../src/data/state/panels'
import { toasts } from '../../../../src/data/state/toasts'
import { SharedEvents } from '../../../../src/features/events/list/shared'
import {
  fresh,
  guestEvent,
  item,
  Refusal,
  serve,
  times,
  type Sent,
} from '../../../support/world/events'

afterEach(() => {
  cleanup()
  toasts.splice(0)
  panels.stack = []
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const show = (events: unknown, more: Record<string, (sent: Sent) => unknown> = {}): Sent[] => {
  const id = fresh('member')
  const asked = serve({
    [`GET /relations/${id}/events`]: () => (events instanceof Refusal ? events : { events }),
    ...more,
  })
  render(<SharedEvents accountId={id} />)
  return asked
}
/** Selects the only card, whose event the server answers like this. */
const select = async (event: EventItem, answer: unknown): Promise<Sent[]> => {
  const asked = show([event], { [`GET /events/${event.id}`]: () => answer })
  fireEvent.click(await screen.findByRole('link', { name: event.title }))
  return asked
}
const open = { access_type: 'open_to_relations', viewer_participant_status: 'accepted' } as const

test('SOC-067 SOC-223: no shared event, and events that cannot be loaded', async () => {
  show([])
  expect(await screen.findByText('Aucun événement partagé pour le moment.')).toBeTruthy()
  cleanup()
  show(new Refusal(500))
  expect(await screen.findByText('Erreur lors du chargement des événements partagés')).toBeTruthy()
})

test('SOC-145: the event is fetched, then opens over the page', async () => {
  const event = item(open)
  const asked = await select(event, { event: guestEvent({ id: event.id }) })
  await waitFor(() =>
    expect(panels.stack.map((p) => ({ ...p.panel }))).toEqual([{ kind: 'event', id: event.id }]),
  )
  expect(times(asked, `GET /events/${event.id}`)).toBe(1)
})

test('SOC-146 SOC-070 SOC-069: 403 and 404 open «ended» or «contact»; another failure of an ended event «ended»', async () => {
  for (const [status, is_ended] of [
    [403, false],
    [404, false],
    [403, true],
    [404, true],
    [500, true],
  ] as const) {
    await select(item({ ...open, is_ended }), new Refusal(status))
    const dialog = await waitFor(() =>
      screen.getByRole(is_ended ? 'dialog' : 'alertdialog', {
        name: is_ended ? 'Événement terminé' : 'Contacter les organisateurs',
      }),
    )
    if (is_ended) expect(within(dialog).getByText('Cet événement est terminé.')).toBeTruthy()
    else expect(within(dialog).getByRole('button', { name: 'Créer une discussion' })).toBeTruthy()
    expect(said()).toEqual([])
    cleanup()
  }
  expect(panels.stack).toEqual([])
})

test('SOC-144 SOC-069 SOC-070: by invitation and without a place in it: the notice or the question, and nothing is fetched', async () => {
  for (const is_ended of [false, true]) {
    const event = item({ is_ended })
    const asked = await select(event, { event: guestEvent({ id: event.id }) })
    expect(
      await screen.findByRole(is_ended ? 'dialog' : 'alertdialog', {
        name: is_ended ? 'Événement terminé' : 'Contacter les organisateurs',
      }),
    ).toBeTruthy()
    expect(times(asked, `GET /events/${event.id}`)).toBe(0)
    cleanup()
  }
  expect(panels.stack).toEqual([])
})

test('SOC-146 SOC-224: another failure of one that is to come is said, in the server’s words when it gives some', async () => {
  await select(item(open), new Refusal(500))
  await waitFor(() => expect(said()).toEqual(['Impossible d’ouvrir cet événement']))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  cleanup()
  await select(item(open), new Refusal(500, 'Le service se repose.'))
  await waitFor(() => expect(said()).toContain('Le service se repose.'))
})

test('SOC-147: «Créer une discussion» opens the conversation with the organizers and goes there', async () => {
  const event = item(open)
  const conversation = fresh('conversation')
  const start = `POST /events/${event.id}/start-conversation`
  const asked = show([event], {
    [`GET /events/${event.id}`]: () => new Refusal(403),
    [start]: () => ({ success: true, conversation_id: conversation }),
  })
  fireEvent.click(await screen.findByRole('link', { name: event.title }))
  fireEvent.click(await screen.findByRole('button', { name: 'Créer une discussion' }))
  await waitFor(() => expect(location.pathname).toBe(`/conversations/${conversation}`))
  expect(asked.filter((s) => s.line === start).map((s) => s.body)).toEqual([{}])
})
