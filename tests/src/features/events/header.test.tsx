// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { EventView } from '../../../../src/features/events/event/event-view'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import {
  fresh,
  guestEvent,
  hostedEvent,
  Refusal,
  serve,
  type Sent,
} from '../../../support/world/events'

vi.mock('../../../../src/data/media/media-urls', () => ({
  useSignedUrl: (id: string | null) => ({
    state: 'ready',
    url: id && `/bytes/${id}`,
    invalidate: () => undefined,
    retry: () => undefined,
  }),
}))

beforeEach(() => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: fresh('own'),
    account: null,
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const onTab = vi.fn()
const onClose = vi.fn()
const show = async (event: Event, more: Record<string, (sent: Sent) => unknown> = {}) => {
  const asked = serve({ [`GET /events/${event.id}`]: () => ({ event }), ...more })
  const view = render(
    <EventView reference={event.id} tab="details" onTab={onTab} onClose={onClose} inPanel />,
  )
  await screen.findByRole('heading', { level: 2, name: event.title })
  return { asked, ...view }
}
/** The words of the header's menu; null: there is none. */
const menu = async (event: Event): Promise<string[] | null> => {
  await show(event)
  const button = screen.queryByRole('button', { name: 'Actions de la sortie' })
  if (button) fireEvent.click(button)
  const words =
    button && screen.getAllByRole('menuitem', { hidden: true }).map((i) => i.textContent ?? '')
  cleanup()
  return words
}
const choose = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name: 'Actions de la sortie' }))
  fireEvent.click(screen.getByRole('menuitem', { name, hidden: true }))
}
const [EDIT, LEADS, ADDRESS, PUBLISH, UNPUBLISH] = [
  'Modifier la sortie',
  'Co‑organisateurs',
  'Diffuser l’adresse exacte',
  'Publier l’événement',
  'Dépublier l’événement',
]

test('SOC-071 SOC-074 SOC-085: a button that closes, the banner, title, date and hours; two tabs', async () => {
  const { container } = await show(hostedEvent({ banner_image_url: 'banner-1' }))
  const header = container.querySelector('header') as HTMLElement
  expect(header.textContent?.replace(/\u00a0/g, ' ')).toContain(
    'Bal masquéVendredi 5 décembre 2036 · 20 h 30 – 3 h',
  )
  expect(header.querySelector('img')?.getAttribute('src')).toBe('/bytes/banner-1')
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.getAllByRole('tab').map((t) => t.textContent)).toEqual(['Fiche', 'Participants 5'])
  fireEvent.click(screen.getByRole('tab', { name: /Participants/ }))
  expect(onTab).toHaveBeenCalledWith('participants')
})

test('SOC-072 SOC-073 SOC-077: creators have all actions, co-organizers all but the co-organizers, participants none', async () => {
  const words = [EDIT, LEADS, ADDRESS, PUBLISH, UNPUBLISH]
  const known = (list: string[] | null) => list?.filter((w) => words.includes(w))
  expect(known(await menu(hostedEvent({ status: 'draft' })))).toEqual([
    EDIT,
    LEADS,
    ADDRESS,
    PUBLISH,
  ])
  expect(known(await menu(hostedEvent()))).toEqual([EDIT, LEADS, ADDRESS, UNPUBLISH])
  expect(known(await menu(hostedEvent({ is_creator: false })))).toEqual([EDIT, ADDRESS, UNPUBLISH])
  // the server refuses to unpublish what is over; a draft whose date has passed is told why
  expect(known(await menu(hostedEvent({ is_ended: true })))).toEqual([EDIT, LEADS, ADDRESS])
  // it can neither be published nor reveal its address
  expect(known(await menu(hostedEvent({ status: 'cancelled', is_ended: true })))).toEqual([
    EDIT,
    LEADS,
  ])
  expect(await menu(guestEvent())).toEqual(['Signaler cette sortie'])
})

test('a co-organizer can resign, once asked; the creator has no such action', async () => {
  const RESIGN = 'Ne plus co‑organiser'
  expect(await menu(hostedEvent())).not.toContain(RESIGN)
  const event = hostedEvent({ is_creator: false })
  const { asked } = await show(event, {
    [`DELETE /events/${event.id}/co-organizers/${session.accountId}`]: () => ({ ok: true }),
  })
  render(<ConfirmHost />)
  choose(RESIGN)
  expect(asked.filter((s) => s.line.startsWith('DELETE'))).toEqual([])
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: RESIGN }),
  )
  await waitFor(() => expect(said()).toEqual(['Vous ne co‑organisez plus cette sortie.']))
  expect(asked.filter((s) => s.line.startsWith('DELETE'))).toHaveLength(1)
})

test('SOC-231: publishing that fails says the server’s words or ours, and «Sortie publiée», the words of its realtime event, when it succeeds', async () => {
  const event = hostedEvent({ status: 'draft' })
  let answer: unknown = new Refusal(500)
  const { asked } = await show(event, { [`POST /events/${event.id}/publish`]: () => answer })
  const publish = async (text: string) => {
    toasts.splice(0)
    choose(PUBLISH)
    await waitFor(() => expect(said()).toEqual([text]))
  }
  await publish('Impossible de publier l’événement')
  answer = new Refusal(409, 'La date est passée.')
  await publish('La date est passée.')
  answer = { event: { ...event, status: 'published' } }
  await publish(`Sortie publiée\u00a0: ${event.title}`)
  expect(asked.filter((s) => s.line.endsWith('/publish')).map((s) => s.body)).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'published' })),
  )
})

test('SOC-234: asked for on a draft or without an address, it says what is missing', async () => {
  const place = {
    address: '3 impasse des Chênes',
    lat: null,
    lng: null,
    is_public: false,
    is_revealed: false,
  }
  const cases: readonly [Partial<Event>, string[]][] = [
    [
      { status: 'draft', private_location: place },
      ['Publiez l’événement avant de diffuser l’adresse précise.'],
    ],
    [{}, ['Ajoutez une adresse précise dans la fiche avant de la diffuser.']],
    [{ private_location: place }, []],
  ]
  for (const [patch, texts] of cases) {
    toasts.splice(0)
    await show(hostedEvent(patch))
    choose(ADDRESS)
    await act(async () => undefined)
    expect(said()).toEqual(texts)
    expect(toasts.every((t) => t.kind === 'info')).toBe(true)
    cleanup()
  }
})

test('SOC-136: an address that nobody was told can be told, and what that does stands there first', async () => {
  const event = hostedEvent({
    private_location: {
      address: '3 impasse des Chênes',
      lat: null,
      lng: null,
      is_public: false,
      is_revealed: false,
    },
  })
  const { asked } = await show(event)
  choose(ADDRESS)
  const dialog = await screen.findByRole('dialog', { name: 'Adresse exacte' })
  expect(dialog.textContent).toContain(
    'Tous les participants confirmés verront le lieu sur la carte, et une actualité sera publiée dans leur fil.',
  )
  expect(asked.every((s) => s.line.startsWith('GET'))).toBe(true)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Diffuser l’adresse' }))
  await waitFor(() => expect(asked.at(-1)?.line).toBe(`POST /events/${event.id}/reveal-location`))
})
