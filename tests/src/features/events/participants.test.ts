import { expect, test } from 'vitest'
import type { ParticipantRow } from '#contract/events/participants'
import {
  invitableMembers,
  handleError,
  inviteObstacle,
  invitedIds,
  invitationsSentText,
} from '../../../../src/features/events/invite/model'
import {
  statusBadge,
  countFilters,
  countTitle,
  filterPeople,
  NO_FILTERS,
  shownPeople,
  sortPeople,
  STATUS_FILTERS,
  type Filters,
} from '../../../../src/features/events/participants/model'
import { confirmedText, peopleText } from '../../../../src/features/events/state/labels'
import { NBSP } from '../../../../src/lib/text'

let count = 0
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const identity = (gender: 'woman' | 'man' | 'other') => ({
  id: uuid(9_000_000 + (count += 1)),
  identity_handle: 'x',
  gender,
  firstname: null,
  is_primary: true,
  avatar_url: null,
})
const row = (given: Partial<ParticipantRow> = {}): ParticipantRow => {
  count += 1
  return {
    id: uuid(count),
    account_id: uuid(1_000_000 + count),
    account_handle: `membre_${count}`,
    avatar_url: null,
    identities: [identity('woman')] as ParticipantRow['identities'],
    status: 'accepted',
    has_asked: true,
    has_paid: false,
    is_present: false,
    is_vip: false,
    reconfirm: null,
    is_hidden: false,
    organizer_comment: null,
    is_creator: false,
    is_co_organizer: false,
    invited_by_account_id: null,
    invited_by_handle: null,
    created_at: new Date(1_700_000_000_000 + count * 1000).toISOString(),
    offer_until: null,
    invitation_transfers_remaining: 0,
    ...given,
  }
}
const handles = (rows: readonly ParticipantRow[]): string[] => rows.map((r) => r.account_handle)
const filters = (given: Partial<Filters>): Filters => ({ ...NO_FILTERS, ...given })

const PLACES = {
  participant_count: 2,
  counts_persons: false,
  max_participants: 20,
  has_unlimited_participants: false,
}
test('SOC-098: the title counts the confirmed, for organizers also all the others', () => {
  const rows = [
    row(),
    row(),
    row({ status: 'invited' }),
    row({ status: 'cancelled' }),
    row({ status: 'waitlist' }),
  ]
  const title = (n: number, list: ParticipantRow[], isOrganizer: boolean) =>
    countTitle({ ...PLACES, participant_count: n }, list, isOrganizer)
  expect(title(2, rows, true)).toBe(`2${NBSP}confirmés sur 5`)
  expect(title(2, rows.slice(0, 2), false)).toBe(`2${NBSP}confirmés`)
  expect(title(1, rows.slice(1, 3), true)).toBe(`1${NBSP}confirmé sur 2`)
  // «sur 2» would read as a number of places
  const endless = { ...PLACES, participant_count: 1, has_unlimited_participants: true }
  expect(countTitle(endless, rows.slice(1, 3), true)).toBe(`1${NBSP}confirmé · 2 en tout`)
  expect(countTitle({ ...PLACES, max_participants: null }, rows, true)).toContain('5 en tout')
})

test('where a couple counts for two, card, page and list count persons and say so', () => {
  const person = identity('woman')
  const couple = (given: Partial<ParticipantRow> = {}) =>
    row({ identities: [person, person], ...given })
  const rows = [couple(), row({ identities: [person] }), couple({ status: 'invited' })]
  const event = {
    participant_count: 3,
    counts_persons: true,
    max_participants: 20,
    has_unlimited_participants: false,
  }
  expect(
    [countTitle(event, rows, true), confirmedText(event), peopleText(event)].map((text) =>
      text.replaceAll(NBSP, ' '),
    ),
  ).toEqual([
    '3 personnes confirmées sur 5',
    '3 personnes confirmées / 20',
    '3 personnes sur 20 places',
  ])
})

test('SOC-125: each status has its word, organizers have theirs', () => {
  expect(Object.fromEntries(STATUS_FILTERS.map(({ value, label }) => [value, label]))).toEqual({
    accepted: 'Confirmé',
    pending_approval: 'A valider',
    waitlist: 'En liste d’attente',
    invited: 'Invité',
    declined: 'Décliné',
    cancelled: 'Annulé',
  })
  expect(statusBadge(row({ status: 'accepted' }))).toEqual(['Confirmé', 'accent'])
  expect(statusBadge(row({ status: 'pending_approval' }))).toEqual(['A valider', 'warn'])
  expect(statusBadge(row({ is_creator: true, identities: [identity('man')] }))).toEqual([
    'Organisateur',
    'ok',
  ])
  expect(statusBadge(row({ is_co_organizer: true, identities: [identity('man')] }))).toEqual([
    'Co-organisateur',
    'ok',
  ])
  const woman = identity('woman')
  expect(statusBadge(row({ is_co_organizer: true, identities: [woman] }))[0]).toBe(
    'Co-organisatrice',
  )
})

test('SOC-100: sorted by date, the newest first, or by handle without regard to case and accents', () => {
  const rows = [
    row({ account_handle: 'zoe', created_at: '2026-01-02T00:00:00.000Z' }),
    row({ account_handle: 'Élise', created_at: '2026-01-03T00:00:00.000Z' }),
    row({ account_handle: 'adam', created_at: '2026-01-01T00:00:00.000Z' }),
    row({ account_handle: 'Fleur', created_at: '2026-01-04T00:00:00.000Z' }),
  ]
  expect(handles(sortPeople(rows, 'date'))).toEqual(['Fleur', 'Élise', 'zoe', 'adam'])
  expect(handles(sortPeople(rows, 'alpha'))).toEqual(['adam', 'Élise', 'Fleur', 'zoe'])
})

test('filters: each criterion narrows, together they all hold', () => {
  const couple = row({
    account_handle: 'couple',
    identities: [identity('woman'), identity('man')] as ParticipantRow['identities'],
    has_paid: true,
    reconfirm: 'yes',
  })
  const man = row({
    account_handle: 'homme',
    identities: [identity('man')] as ParticipantRow['identities'],
    is_vip: true,
    reconfirm: 'missing',
  })
  const waiting = row({ account_handle: 'attente', status: 'pending_approval' })
  const late = row({ account_handle: 'liste', status: 'waitlist', is_present: true })
  const all = [couple, man, waiting, late]
  const by = (f: Partial<Filters>): string[] => handles(filterPeople(all, filters(f)))
  expect(by({ statuses: ['waitlist', 'pending_approval'] })).toEqual(['attente', 'liste'])
  expect(by({ paid: 'yes' })).toEqual(['couple'])
  expect(by({ paid: 'no' })).toEqual(['homme', 'attente', 'liste'])
  expect(by({ present: 'yes' })).toEqual(['liste'])
  expect(by({ vip: 'yes' })).toEqual(['homme'])
  // those who were not asked again are on neither side
  expect([by({ again: 'yes' }), by({ again: 'no' })]).toEqual([['couple'], ['homme']])
  expect(by({ who: 'couple' })).toEqual(['couple'])
  expect(by({ who: 'man' })).toEqual(['homme'])
  expect(by({ who: 'woman' })).toEqual(['attente', 'liste'])
  expect(by({ who: 'woman', present: 'yes' })).toEqual(['liste'])
  expect(by({})).toHaveLength(4)
  expect([
    countFilters(NO_FILTERS),
    countFilters(filters({ who: 'man', vip: 'no', statuses: ['invited', 'declined'] })),
  ]).toEqual([0, 3])
})

test('SOC-182: others than organizers are shown the confirmed only; «En attente» holds those to accept, and with filters what they leave', () => {
  const rows = [
    row({ account_handle: 'a' }),
    row({ account_handle: 'b', status: 'pending_approval' }),
    row({ account_handle: 'c', status: 'waitlist' }),
    row({ account_handle: 'd', status: 'invited' }),
  ]
  const view = { tab: 'all', filters: NO_FILTERS, order: 'alpha' } as const
  expect(handles(shownPeople(rows, view, false))).toEqual(['a'])
  expect(handles(shownPeople(rows, view, true))).toEqual(['a', 'b', 'c', 'd'])
  expect(handles(shownPeople(rows, { ...view, tab: 'waiting' }, true))).toEqual(['b', 'c'])
  expect(
    handles(
      shownPeople(
        rows,
        { ...view, tab: 'waiting', filters: filters({ statuses: ['invited'] }) },
        true,
      ),
    ),
  ).toEqual(['d'])
})

test('SOC-132 SOC-133: nobody can be invited to an event that is over, not published or full, and the banner says which', () => {
  const event = {
    is_ended: false,
    status: 'published',
    participant_count: 3,
    max_participants: 4,
    has_unlimited_participants: false,
  } as const
  expect(inviteObstacle(event)).toBeNull()
  expect(inviteObstacle({ ...event, participant_count: 4 })).toBe('Capacité maximale atteinte (4)')
  expect(
    inviteObstacle({
      ...event,
      participant_count: 4,
      has_unlimited_participants: true,
      max_participants: null,
    }),
  ).toBeNull()
  expect(inviteObstacle({ ...event, status: 'draft' })).toBe(
    'Événement non publié – publiez-le pour pouvoir inviter',
  )
  expect(inviteObstacle({ ...event, is_ended: true })).toBe('Événement terminé')
})

test('SOC-164 SOC-166 SOC-167: a handle that is none, one’s own and one that is invited are refused before anything is sent', () => {
  const people = [
    row({ account_handle: 'deja_la' }),
    row({ account_handle: 'revenez', status: 'declined' }),
  ]
  const why = (typed: string): string | null => handleError(typed, 'moi_meme', people)
  for (const bad of ['', 'abc', 'ab-cd', 'a b c d', 'abcd!'])
    expect(why(bad), bad).toBe('Le pseudo doit contenir au moins 4 caractères alphanumériques')
  expect(why(' @Moi_Meme ')).toBe('Vous ne pouvez pas vous inviter vous‑même')
  expect(why('Deja_La')).toBe('Déjà invité')
  expect([why('revenez'), why('ab_1')]).toEqual([null, null])
})

test('SOC-174: of a group, oneself, hidden handles and those who are invited already are left out', () => {
  const invited = row({ status: 'invited' })
  const declined = row({ status: 'declined' })
  const member = (account_id: string | null, account_handle: string) => ({
    account_id: account_id ?? '',
    account_handle,
  })
  const group = [
    member(uuid(1), 'moi'),
    member(uuid(2), 'Pseudo caché'),
    member(uuid(3), ' '),
    member(invited.account_id, 'invitee'),
    member(declined.account_id, 'revenue'),
    member(uuid(4), 'nouvelle'),
  ]
  expect(
    invitableMembers(group, uuid(1), invitedIds([invited, declined])).map((m) => m.account_handle),
  ).toEqual(['revenue', 'nouvelle'])
  expect([invitationsSentText(1), invitationsSentText(3)]).toEqual([
    'Invitation envoyée',
    '3 invitations envoyées',
  ])
})
