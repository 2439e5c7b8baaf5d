import '../../../support/browser/dom-shims'
import { cleanup, render } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import type { Event, EventItem } from '#contract/events/events'
import { EventDetails } from '../../../../src/features/events/event/details'
import { toasts } from '../../../../src/data/state/toasts'
import { NO_BALANCE } from '../../../support/world/events'

const ID = '0199b7a0-0000-7000-8000-000000000001'

export const ITEM: EventItem = {
  id: ID,
  slug: 'bal-2026',
  title: 'Bal',
  status: 'published',
  start_date: '2036-12-05T19:30:00.000Z',
  end_date: '2036-12-06T02:00:00.000Z',
  is_ended: false,
  banner_image_url: null,
  location: null,
  participant_count: 5,
  counts_persons: false,
  has_waitlist: false,
  max_participants: 20,
  has_unlimited_participants: false,
  creator_handle: 'alice',
  creator_genders: ['man'],
  participant_status: 'accepted',
  viewer_participant_status: null,
  access_type: 'invitation_only',
}

export const lead = (handle: string, is_creator: boolean) => ({
  account_id: `0199b7a0-0000-7000-8000-0000000000${is_creator ? '02' : '03'}`,
  account_handle: handle,
  avatar_url: null,
  identities: [],
  is_creator,
})

export const EVENT: Event = {
  ...ITEM,
  description: null,
  price: '20 € par couple',
  payment_url: 'https://exemple.fr/payer',
  has_waitlist: false,
  requires_approval: false,
  group_options: 'all',
  auto_offer: false,
  code_requests: true,
  ...NO_BALANCE,
  address_state: 'hidden',
  private_location: null,
  is_creator: false,
  is_organizer: false,
  user_participation_status: null,
  offer_until: null,
  waitlist_place: null,
  organizers: [lead('alice', true), lead('bob_et_zoe', false)],
  breakdown: { couples: 2, women: 1, men: 2, others: 0 },
  counts: null,
  conversation_id: null,
  created_at: '2026-11-01T10:00:00.000Z',
}

export const MINE = {
  ...EVENT,
  is_creator: true,
  is_organizer: true,
  user_participation_status: 'organizer',
} as const

export const renderDetails = (patch: Partial<Event> = {}) =>
  render(
    <EventDetails
      event={{ ...EVENT, ...patch }}
      onAsk={() => undefined}
      onPeople={() => undefined}
    />,
  ).container

export const setUp = (): void => {
  afterEach(() => {
    cleanup()
    toasts.splice(0)
    vi.unstubAllGlobals()
  })
}
