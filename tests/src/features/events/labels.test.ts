import { describe, expect, test } from 'vitest'
import type { Event } from '#contract/events/events'
import { shownState } from '../../../../src/features/events/event/address-dialog'
import {
  eventBodyOf,
  eventChangesOf,
  parseDegrees,
  eventDraftOf,
  EMPTY_DRAFT,
} from '../../../../src/features/events/form/form'
import { errorsOf } from '../../../../src/features/events/form/errors'
import {
  accessText,
  breakdownText,
  countText,
  participationState,
  peopleText,
  placeText,
  eventStateLabel,
  statusTone,
  participantStatusLabel,
} from '../../../../src/features/events/state/labels'
import { withoutAddress } from '../../../../src/features/events/state/keys'
import { chooseSharedEvent } from '../../../../src/features/events/list/shared-choice'
import { NBSP } from '../../../../src/lib/text'
import { NO_BALANCE } from '../../../support/world/events'

const EVENT: Event = {
  id: '0199b7a0-0000-7000-8000-000000000001',
  slug: 'bal-2026',
  title: 'Bal',
  status: 'published',
  start_date: '2026-12-05T19:30:00.000Z',
  end_date: '2026-12-06T02:00:00.000Z',
  is_ended: false,
  banner_image_url: '/api/media/0199b7a0-0000-7000-8000-00000000000b/url',
  location: null,
  participant_count: 5,
  max_participants: 20,
  has_unlimited_participants: false,
  creator_handle: 'alice',
  creator_genders: ['man'],
  participant_status: null,
  viewer_participant_status: null,
  is_refused: false,
  access_type: 'invitation_only',
  description: null,
  price: null,
  payment_url: null,
  has_waitlist: true,
  requires_approval: false,
  group_options: 'all',
  counts_persons: false,
  auto_offer: false,
  code_requests: true,
  ...NO_BALANCE,
  address_state: 'revealed',
  private_location: {
    address: '3 impasse des Chênes',
    lat: 47.9,
    lng: 1.9,
    is_public: false,
    is_revealed: true,
  },
  is_creator: false,
  is_organizer: false,
  user_participation_status: null,
  offer_until: null,
  waitlist_place: null,
  organizers: [],
  breakdown: { couples: 2, women: 1, men: 0, others: 0 },
  counts: null,
  conversation_id: null,
  created_at: '2026-11-01T10:00:00.000Z',
}

describe('words', () => {
  test('SOC-124: each status has its word and its colour; any other is shown as it is', () => {
    expect(
      ['organizer', 'accepted', 'pending_approval', 'invited', 'waitlist', 'autre'].map((s) => [
        participantStatusLabel(s),
        statusTone(s),
      ]),
    ).toEqual([
      ['Organisateur', 'ok'],
      ['Confirmé', 'accent'],
      ['En attente', 'warn'],
      ['Invité', 'neutral'],
      ['Liste d’attente', 'neutral'],
      ['autre', 'neutral'],
    ])
  })
  test('in words the count is French for every number, with places and without', () => {
    const said = (participant_count: number, max_participants: number | null): string =>
      peopleText({
        participant_count,
        counts_persons: false,
        max_participants,
        has_unlimited_participants: max_participants === null,
      }).replaceAll('\u00a0', ' ')
    expect([0, 1, 2, 1_200].map((n) => said(n, null).replace(/\s/g, ' '))).toEqual([
      '0 participant, places illimitées',
      '1 participant, places illimitées',
      '2 participants, places illimitées',
      '1 200 participants, places illimitées',
    ])
    expect(
      [
        [0, 1],
        [1, 1],
        [1, 2],
        [2, 20],
      ].map(([n, max]) => said(n ?? 0, max ?? 0)),
    ).toEqual([
      '0 participant sur 1 place',
      '1 participant sur 1 place',
      '1 participant sur 2 places',
      '2 participants sur 20 places',
    ])
  })

  test('SOC-064 SOC-065: place or «Lieu à confirmer», count over illimité or the places', () => {
    expect(placeText(EVENT)).toBe('Lieu à confirmer')
    expect(countText(EVENT)).toBe('5 / 20')
    expect(countText({ ...EVENT, max_participants: null, has_unlimited_participants: true })).toBe(
      '5 / illimité',
    )
    expect(breakdownText(EVENT.breakdown)).toBe(`2${NBSP}couples et 1${NBSP}femme`)
  })
  test('what is no ordinary event says so', () => {
    expect([
      eventStateLabel({ status: 'draft', is_ended: false }),
      eventStateLabel({ status: 'cancelled', is_ended: true }),
      eventStateLabel({ status: 'published', is_ended: true }),
      eventStateLabel(EVENT),
    ]).toEqual(['Brouillon', 'Annulée', 'Terminée', null])
    expect([
      accessText('invitation_only'),
      accessText('open_to_relations'),
      accessText('x'),
    ]).toEqual(['Sur invitation uniquement', 'Ouvert à vos relations', 'Ouvert à vos relations'])
  })
})

describe('states', () => {
  const state = (patch: Partial<Event>) => participationState({ ...EVENT, ...patch })
  test('SOC-130 SOC-131: none, invited, declined and waitlist may participate; accepted and pending may leave; no member joins a draft, an ended event or their own', () => {
    expect(
      ([null, 'invited', 'declined', 'waitlist'] as const).map((s) =>
        state({ user_participation_status: s }),
      ),
    ).toEqual(Array(4).fill('may-participate'))
    expect(
      (['accepted', 'pending_approval'] as const).map((s) =>
        state({ user_participation_status: s }),
      ),
    ).toEqual(['may-leave', 'may-leave'])
    expect([
      state({ status: 'draft' }),
      state({ is_ended: true }),
      state({ is_organizer: true }),
      state({ user_participation_status: 'cancelled' }),
    ]).toEqual(['draft', 'ended', 'organizer', 'cancelled'])
  })
  test('SOC-134 SOC-135: not published comes first, then no address', () => {
    expect([
      shownState({ ...EVENT, status: 'draft' }),
      shownState({ ...EVENT, private_location: null, address_state: 'missing' }),
      shownState(EVENT),
      shownState({ ...EVENT, address_state: 'hidden' }),
    ]).toEqual(['unpublished', 'missing', 'revealed', 'hidden'])
  })
  test('SOC-144: by invitation and without a participation, a notice; anything else is fetched', () => {
    const item = {
      viewer_participant_status: null,
      access_type: 'invitation_only',
      is_ended: false,
    } as const
    expect([
      chooseSharedEvent(item),
      chooseSharedEvent({ ...item, is_ended: true }),
      chooseSharedEvent({ ...item, viewer_participant_status: 'declined' }),
    ]).toEqual(['contact', 'ended', 'contact'])
    expect(
      (['organizer', 'accepted', 'pending_approval', 'invited', 'waitlist'] as const).map((s) =>
        chooseSharedEvent({ ...item, viewer_participant_status: s }),
      ),
    ).toEqual(Array(5).fill('fetch'))
    expect(chooseSharedEvent({ ...item, access_type: 'open_to_relations' })).toBe('fetch')
  })
  test('SOC-141: what is kept of an event loses its address when it cannot be asked again, but not for its organizer', () => {
    expect(JSON.stringify(withoutAddress({ kind: 'open', event: EVENT }))).not.toContain('impasse')
    expect(
      JSON.stringify(withoutAddress({ kind: 'open', event: { ...EVENT, is_organizer: true } })),
    ).toContain('impasse')
  })
})

describe('the form', () => {
  const NOW = Date.parse('2026-11-21T10:00:00Z')
  const good = {
    ...EMPTY_DRAFT,
    title: ' Bal ',
    start: '2026-12-05T20:30',
    end: '2026-12-06T03:00',
  }
  test('says what is wrong beside each field', () => {
    expect(errorsOf(good, null, NOW)).toEqual({})
    expect(Object.keys(errorsOf(EMPTY_DRAFT, null, NOW))).toEqual(['title', 'start'])
    expect(errorsOf({ ...good, end: '2026-12-05T20:30' }, null, NOW).end).toBe(
      'La fin vient après le début.',
    )
    expect(errorsOf({ ...good, start: '2026-11-01T20:30', end: '' }, null, NOW).start).toBeTruthy()
    for (const paymentUrl of ['javascript:alert(1)', 'exemple.fr', 'http://x'])
      expect(errorsOf({ ...good, paymentUrl }, null, NOW).paymentUrl).toBeTruthy()
    for (const max of ['', '0', '2,5', 'dix', '99999'])
      expect(errorsOf({ ...good, unlimited: false, max }, null, NOW).max).toBeTruthy()
    for (const slug of ['abc', 'été-2026', 'a b c d'])
      expect(errorsOf({ ...good, slug }, null, NOW).slug).toBeTruthy()
    expect(Object.keys(errorsOf({ ...good, address: 'x', lat: '91', lng: '' }, null, NOW))).toEqual(
      ['lat', 'lng'],
    )
    expect([parseDegrees('48,8566'), parseDegrees(' -1.5 '), parseDegrees('')]).toEqual([
      48.8566,
      -1.5,
      null,
    ])
  })
  test('an edit sends the changed fields only; the address is published again by nobody', () => {
    const place = { address: '3 rue', lat: 47.9, lng: 1.9, is_public: true, is_revealed: false }
    const known = { ...EVENT, private_location: place }
    const draft = eventDraftOf(known)
    expect(eventChangesOf(draft, known)).toEqual({})
    expect(eventChangesOf({ ...draft, title: 'Bal d’été' }, known)).toEqual({ title: 'Bal d’été' })
    expect(eventChangesOf({ ...draft, address: '4 rue' }, known)).toEqual({
      private_location: { address: '4 rue', lat: 47.9, lng: 1.9 },
    })
    expect(eventChangesOf({ ...draft, isPublic: false }, known)).toEqual({
      private_location: { address: '3 rue', lat: 47.9, lng: 1.9, is_public: false },
    })
    const without = { ...EVENT, private_location: null }
    expect(
      eventChangesOf({ ...eventDraftOf(without), address: '3 rue' }, without).private_location,
    ).not.toHaveProperty('is_public')
    expect(eventChangesOf({ ...draft, address: '', lat: '', lng: '' }, known)).toEqual({
      private_location: null,
    })
  })
  test('an event goes through it unchanged; the second 2 h 30 of an autumn night stays the second', () => {
    const known = {
      ...EVENT,
      start_date: '2026-10-24T20:00:00.000Z',
      end_date: '2026-10-25T01:30:00.000Z',
    }
    expect(eventBodyOf(eventDraftOf(known), known)).toMatchObject({
      title: 'Bal',
      start_date: known.start_date,
      end_date: known.end_date,
      banner_media_id: '0199b7a0-0000-7000-8000-00000000000b',
      max_participants: 20,
      has_waitlist: true,
      slug: 'bal-2026',
      private_location: { address: '3 impasse des Chênes', lat: 47.9, lng: 1.9, is_public: false },
    })
    expect(eventBodyOf(good, null)).toMatchObject({
      title: 'Bal',
      start_date: '2026-12-05T19:30:00.000Z',
      end_date: '2026-12-06T02:00:00.000Z',
      max_participants: null,
      private_location: null,
      payment_url: null,
    })
  })
})
