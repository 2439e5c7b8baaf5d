import '../../../support/browser/dom-shims'
import { cleanup, render } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { EventDetails } from '../../../../src/features/events/event/details'
import { toasts } from '../../../../src/data/state/toasts'
import { item, NO_BALANCE } from '../../../support/world/events'

const ID = '0199b7a0-0000-7000-8000-000000000001'

export const ITEM = item({ id: ID, title: 'Bal' })

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
