// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventItem } from '#contract/events/events'
import { session } from '../../../../src/data/session/session'
import { EventCard } from '../../../../src/features/events/list/event-card'
import { eventGradientOf } from '../../../../src/features/events/state/ground'
import { item } from '../../../support/world/events'
import { eventually } from '../../../support/eventually'

vi.mock('../../../../src/data/media/media-urls', () => ({
  useSignedUrl: (id: string | null) => ({
    state: 'ready',
    url: id && `/bytes/${id}`,
    invalidate: () => undefined,
    retry: () => undefined,
  }),
}))
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2036-12-05T11:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
/** The card as it is drawn in the tab «Sorties» of a profile. */
const card = (patch: Partial<EventItem> = {}) => {
  const { container } = render(<EventCard event={item(patch)} ribbon />)
  const text = (container.textContent ?? '').replace(/\u00a0/g, ' ')
  const pill = container.querySelector<HTMLElement>('[data-tone]')
  return { container, text, pill: pill && [pill.textContent, pill.dataset['tone']] }
}

test('a card without a banner stands on an evening colour of the palette, never on teal or green', () => {
  const grounds = new Set(
    Array.from({ length: 200 }, (_, i) => {
      const ground = eventGradientOf(`Soirée ${i}`)
      expect(eventGradientOf(` Soirée ${i} `)).toBe(ground)
      return ground
    }),
  )
  expect([...grounds].map((g) => g.from).toSorted()).toEqual([
    '#463b7f',
    '#61316c',
    '#731e36',
    '#753a24',
  ])
  const drawn = card({ title: 'Soirée 1', banner_image_url: null }).container
  const { from } = eventGradientOf('Soirée 1')
  const channels = [1, 3, 5].map((at) => Number.parseInt(from.slice(at, at + 2), 16))
  expect(drawn.querySelector<HTMLElement>('[data-drawn]')?.style.background).toContain(
    `rgb(${channels.join(', ')})`,
  )
})

test('SOC-062: a card has the banner, the title, the place that the reader has in it, and the organizer', () => {
  const { container, text, pill } = card({
    banner_image_url: 'banner-1',
    viewer_participant_status: 'invited',
  })
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/bytes/banner-1')
  expect(container.querySelector('h3')?.textContent).toBe('Bal masqué')
  expect(pill).toEqual(['Invité', 'neutral'])
  expect(text).toContain('Organisateur : alice')
})

test('SOC-063 SOC-064 SOC-065: when, where or «Lieu à confirmer», and how many of how many', () => {
  const dates = ['2036-12-05T19:30:00Z', '2036-12-06T19:30:00Z', '2037-01-09T19:30:00Z']
  expect(
    dates.map((start_date) => card({ start_date }).text.match(/(?:Auj|Dem|Ven).* 20 h 30/)?.[0]),
  ).toEqual(['Aujourd’hui à 20 h 30', 'Demain à 20 h 30', 'Vendredi 9 janvier 2037 à 20 h 30'])
  expect(card().text).toContain('Lieu à confirmer')
  const location = { city: 'Annecy', department_code: '74' } as EventItem['location']
  const there = card({ location }).text
  expect([there.includes('Annecy'), there.includes('Lieu à confirmer')]).toEqual([true, false])
  expect(card().text).toContain('5 / 20')
  expect(card({ max_participants: null, has_unlimited_participants: true }).text).toContain(
    '5 / illimité',
  )
})

test('the word for who organizes agrees with them, and with oneself', () => {
  expect(card({ creator_genders: ['woman'] }).text).toContain('Organisatrice : alice')
  expect(card({ creator_genders: ['woman', 'man'] }).text).toContain('Organisateurs : alice')
  session.account = { identities: [{ gender: 'woman' }] } as typeof session.account
  expect(card({ viewer_participant_status: 'organizer' }).pill).toEqual(['Organisatrice', 'ok'])
  session.account = null
})

test('SOC-066 SOC-124: each place has its badge; «Nous aussi !» is shown where one takes part', () => {
  const of = (viewer_participant_status: string | null) => {
    const { pill, text } = card({
      viewer_participant_status,
    } as Partial<EventItem>)
    return [pill, text.includes('Nous aussi !')]
  }
  expect(
    ['organizer', 'accepted', 'pending_approval', 'invited', 'waitlist', 'autre', null].map(of),
  ).toEqual([
    [['Organisateur', 'ok'], true],
    [['Confirmé', 'accent'], true],
    [['En attente', 'warn'], false],
    [['Invité', 'neutral'], false],
    [['Liste d’attente', 'neutral'], false],
    [['autre', 'neutral'], false],
    [null, false],
  ])
})

test('an event whose places are all taken says «Complet»', () => {
  expect(card({ participant_count: 20 }).text).toContain('Complet')
  expect(card().text).not.toContain('Complet')
})

test('faces of who comes are drawn beside their count, which says it in words', async () => {
  vi.useRealTimers()
  const { container } = card({ faces: ['/api/media/a/url', '/api/media/b/url'] })
  await eventually(() => expect(container.querySelectorAll('img')).toHaveLength(2))
  expect(container.querySelector('img')?.closest('[aria-hidden="true"]')).not.toBeNull()
  cleanup()
  expect(card({ faces: [] }).container.querySelector('img')).toBeNull()
})
