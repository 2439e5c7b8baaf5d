// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { ActBar } from '../../../../src/features/events/event/act-bar'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { guestEvent, hostedEvent, serve } from '../../../support/world/events'

beforeEach(() => void Object.assign(session, { phase: 'signed-in', accountId: 'own' }))
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
/** The words of the bar: a sentence, then its buttons. */
const bar = (event: Event): string[] => {
  render(<ActBar event={event} />)
  const region = screen.queryByRole('region', { name: 'Votre participation' })
  const words = region
    ? [
        ...[...region.querySelectorAll('p + p')].map((p) => p.textContent ?? ''),
        ...[...region.querySelectorAll('button')].map((b) => b.textContent ?? ''),
      ]
    : []
  cleanup()
  return words
}
const HOUR_MS = 3_600_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const FULL = { participant_count: 20, max_participants: 20 } as const

test.each<[string, Event, string[]]>([
  ['a draft', hostedEvent({ status: 'draft' }), ['Publier']],
  ['an organizer', hostedEvent(), []],
  ['a stranger', guestEvent({ user_participation_status: null }), ['Je participe']],
  [
    'a stranger, with approval',
    guestEvent({ user_participation_status: null, requires_approval: true }),
    ['Demander à participer'],
  ],
  [
    'whom an organizer refused',
    guestEvent({
      user_participation_status: 'declined',
      is_refused: true,
      requires_approval: true,
    }),
    ['Votre participation n’a pas été retenue.', 'Demander à participer'],
  ],
  [
    'whom an organizer refused, full, with a list',
    guestEvent({
      user_participation_status: 'declined',
      is_refused: true,
      ...FULL,
      has_waitlist: true,
    }),
    ['Votre participation n’a pas été retenue.'],
  ],
  [
    'the invited',
    guestEvent({ user_participation_status: 'invited' }),
    ['Non merci', 'Je participe'],
  ],
  [
    'the invited, with approval',
    guestEvent({ user_participation_status: 'invited', requires_approval: true }),
    ['Non merci', 'Je participe'],
  ],
  [
    'a stranger who is not verified, where that is asked',
    guestEvent({ user_participation_status: null, verification_missing: true }),
    ['Réservée aux membres vérifiés', 'Me faire vérifier'],
  ],
  [
    'the invited who is not verified',
    guestEvent({ user_participation_status: 'invited', verification_missing: true }),
    ['Réservée aux membres vérifiés', 'Non merci', 'Me faire vérifier'],
  ],
  [
    'the invited, full',
    guestEvent({ user_participation_status: 'invited', ...FULL }),
    ['Complet', 'Non merci'],
  ],
  [
    'the invited, full, with a list',
    guestEvent({ user_participation_status: 'invited', ...FULL, has_waitlist: true }),
    ['Non merci', 'Rejoindre la liste d’attente'],
  ],
  [
    'who waits, full',
    guestEvent({ user_participation_status: 'waitlist', ...FULL, has_waitlist: true }),
    ['Vous êtes sur la liste d’attente', 'Quitter la liste'],
  ],
  [
    'who waits and knows their place',
    guestEvent({
      user_participation_status: 'waitlist',
      ...FULL,
      has_waitlist: true,
      waitlist_place: 2,
    }),
    ['Liste d’attente · 2e place', 'Quitter la liste'],
  ],
  [
    'who waits, the next one',
    guestEvent({
      user_participation_status: 'waitlist',
      ...FULL,
      has_waitlist: true,
      waitlist_place: 1,
    }),
    ['Liste d’attente · 1re place', 'Quitter la liste'],
  ],
  [
    'who waits, a place is free',
    guestEvent({ user_participation_status: 'waitlist', has_waitlist: true }),
    ['Quitter la liste', 'Je participe'],
  ],
  [
    'who is offered a place',
    guestEvent({
      user_participation_status: 'waitlist',
      offer_until: '2036-12-01T19:00:00.000Z',
      ...FULL,
    }),
    ['Non merci', 'Je participe'],
  ],
  [
    'who asked',
    guestEvent({ user_participation_status: 'pending_approval' }),
    ['Demande transmise aux organisateurs', 'Retirer ma demande'],
  ],
  ['the confirmed', guestEvent(), ['Quitter', 'Mon entrée']],
  [
    'the confirmed, from the hour of an event without end',
    guestEvent({ is_ended: true, start_date: ago(HOUR_MS), end_date: null }),
    ['Mon entrée'],
  ],
  [
    'the invited, from that hour',
    guestEvent({
      is_ended: true,
      user_participation_status: 'invited',
      start_date: ago(HOUR_MS),
      end_date: null,
    }),
    [],
  ],
  [
    'the confirmed, when the check-in is closed',
    guestEvent({ is_ended: true, start_date: ago(25 * HOUR_MS), end_date: null }),
    [],
  ],
  ['cancelled', guestEvent({ status: 'cancelled' }), []],
  ['removed', guestEvent({ user_participation_status: 'cancelled' }), []],
])('the one action of %s', (_, event, words) => {
  expect(bar(event)).toEqual(words)
})

test('«Non merci» tells the server at once, with one toast; «Quitter la liste» asks first: the rank is lost', async () => {
  for (const [status, name, text] of [
    ['invited', 'Non merci', 'Votre réponse est transmise.'],
    ['waitlist', 'Quitter la liste', 'Vous n’êtes plus sur la liste d’attente.'],
  ] as const) {
    const event = guestEvent({ user_participation_status: status })
    const asked = serve({
      [`POST /events/${event.id}/unsubscribe`]: () => ({
        event: { ...event, user_participation_status: 'declined' },
      }),
    })
    render(
      <>
        <ActBar event={event} />
        <ConfirmHost />
      </>,
    )
    press(name)
    if (status === 'waitlist') {
      const question = within(await screen.findByRole('alertdialog'))
      question.getByText(/Vous perdrez votre rang/)
      expect(asked).toEqual([])
      fireEvent.click(question.getByRole('button', { name }))
    }
    await waitFor(() => expect(said()).toEqual([text]))
    expect(asked.map((s) => s.line)).toContain(`POST /events/${event.id}/unsubscribe`)
    cleanup()
    toasts.splice(0)
  }
})

test('asked again: one bar with both answers; a yes is one call and is thanked', async () => {
  for (const [reconfirm, sentence, status, text] of [
    [
      { state: 'asked', until: '2036-12-05T07:30:00.000Z' },
      /avant vendredi 5 décembre 2036 à 8.h.30, votre place pourra aller/,
      'accepted',
      'C’est noté, les organisateurs comptent sur vous.',
    ],
    [{ state: 'asked', until: null }, /^Toujours partants.\?$/, 'accepted', /^C’est noté, les/],
    [
      { state: 'lapsed', until: null },
      /la prochaine est pour vous/,
      'waitlist',
      /^C’est noté.: la prochaine/,
    ],
  ] as const) {
    const event = guestEvent({ reconfirm })
    const asked = serve({
      [`POST /events/${event.id}/reconfirm`]: () => ({
        event: { ...event, user_participation_status: status },
      }),
    })
    render(<ActBar event={event} />)
    await screen.findByText(sentence)
    expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual([
      'Je ne viens plus',
      'Oui, je viens',
    ])
    press('Oui, je viens')
    await waitFor(() => expect(said()).toEqual([expect.stringMatching(text)]))
    expect(asked.map((s) => s.line)).toContain(`POST /events/${event.id}/reconfirm`)
    cleanup()
    toasts.splice(0)
  }
  expect(bar(guestEvent({ reconfirm: { state: 'yes', until: null } }))).toEqual([
    'Quitter',
    'Mon entrée',
  ])
})
