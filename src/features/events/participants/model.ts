import type { ParticipationStatus } from '#contract/events/events'
import type { ParticipantRow } from '#contract/events/participants'
import { foldAccents, formatNumber } from '../../../lib/text'
import { placesOf } from '../../../lib/places'
import { confirmedCount, type Counted } from '../state/labels'
import { organizerBadge } from '../state/organizer'
import type { Tone } from '../../../ui/feedback/tone'

export type YesNoFilter = 'any' | 'yes' | 'no'
export type WhoFilter = 'any' | 'couple' | 'woman' | 'man' | 'other'
export type SortOrder = 'date' | 'alpha'
export type SubTab = 'all' | 'waiting'
export interface Filters {
  /** Empty: any status. */
  readonly statuses: readonly ParticipationStatus[]
  readonly paid: YesNoFilter
  readonly present: YesNoFilter
  readonly vip: YesNoFilter
  /** Said again that they come; those who were not asked fit neither answer. */
  readonly again: YesNoFilter
  readonly who: WhoFilter
}
export const NO_FILTERS: Filters = {
  statuses: [],
  paid: 'any',
  present: 'any',
  vip: 'any',
  again: 'any',
  who: 'any',
}

/** Statuses in the participants manager: label and colour (pink, yellow, grey). */
const STATUS = {
  accepted: ['Confirmé', 'accent'],
  pending_approval: ['A valider', 'warn'],
  waitlist: ['En liste d’attente', 'neutral'],
  invited: ['Invité', 'neutral'],
  declined: ['Décliné', 'neutral'],
  cancelled: ['Annulé', 'neutral'],
} as const satisfies Record<ParticipationStatus, readonly [string, Tone]>
export const STATUS_FILTERS = (Object.keys(STATUS) as ParticipationStatus[]).map((value) => ({
  value,
  label: STATUS[value][0],
}))

/** The badge of a row: green for organizers, whatever their status. */
export const statusBadge = (
  p: Pick<ParticipantRow, 'status' | 'is_creator' | 'is_co_organizer' | 'identities'>,
): readonly [word: string, tone: Tone] =>
  isOrganizerRow(p) ? [organizerBadge(p.identities, p.is_creator), 'ok'] : STATUS[p.status]

export const isWaiting = (p: Pick<ParticipantRow, 'status'>): boolean =>
  p.status === 'pending_approval' || p.status === 'waitlist'
export const isOrganizerRow = (
  p: Pick<ParticipantRow, 'is_creator' | 'is_co_organizer'>,
): boolean => p.is_creator || p.is_co_organizer

/** Number of active filters. */
export const countFilters = (f: Filters): number =>
  Number(f.statuses.length > 0) +
  [f.paid, f.present, f.vip, f.again, f.who].filter((v) => v !== 'any').length

const fits = (value: boolean | null, choice: YesNoFilter): boolean =>
  choice === 'any' || (value === true) === (choice === 'yes')
const isWho = (p: ParticipantRow, who: WhoFilter): boolean => {
  if (who === 'any') return true
  if (who === 'couple') return p.identities.length > 1
  return p.identities.length === 1 && p.identities[0]?.gender === who
}
export const filterPeople = (
  rows: readonly ParticipantRow[],
  f: Filters,
): readonly ParticipantRow[] => {
  const statuses = new Set(f.statuses)
  return rows.filter(
    (p) =>
      (statuses.size === 0 || statuses.has(p.status)) &&
      fits(p.has_paid, f.paid) &&
      fits(p.is_present, f.present) &&
      fits(p.is_vip, f.vip) &&
      (f.again === 'any' || (p.reconfirm !== null && fits(p.reconfirm === 'yes', f.again))) &&
      isWho(p, f.who),
  )
}

/** By date, newest first, or by handle, ignoring case and accents. */
export const sortPeople = (
  rows: readonly ParticipantRow[],
  order: SortOrder,
): readonly ParticipantRow[] => {
  const keyed = rows.map(
    (row) => [order === 'date' ? row.created_at : foldAccents(row.account_handle), row] as const,
  )
  const sign = order === 'date' ? -1 : 1
  return keyed.sort(([a], [b]) => (a < b ? -sign : a > b ? sign : 0)).map(([, row]) => row)
}

interface PeopleViewState {
  readonly tab: SubTab
  readonly filters: Filters
  readonly order: SortOrder
}
/**
 * Rows of the tab: all, those waiting, or the filtered ones («Filtre»). Members who are not
 * organizers see confirmed participants only.
 */
export const shownPeople = (
  rows: readonly ParticipantRow[],
  { tab, filters, order }: PeopleViewState,
  isOrganizer: boolean,
): readonly ParticipantRow[] => {
  const mine = isOrganizer ? rows : rows.filter((p) => p.status === 'accepted')
  return sortPeople(
    tab === 'all'
      ? mine
      : countFilters(filters) > 0
        ? filterPeople(mine, filters)
        : mine.filter(isWaiting),
    order,
  )
}

/**
 * «5 confirmés», for organizers «5 confirmés sur 8», and «5 confirmés · 8 en tout» where places are
 * unlimited and «sur 8» would read as their number. Counted as on the card and the page of the
 * event, in accounts or in persons.
 */
export const countTitle = (
  event: Counted,
  rows: readonly Pick<ParticipantRow, 'status' | 'identities'>[],
  isOrganizer: boolean,
): string => {
  const words = confirmedCount(event)
  if (!isOrganizer) return words
  const others = rows
    .filter((p) => p.status !== 'accepted')
    .reduce((sum, p) => sum + (event.counts_persons ? p.identities.length : 1), 0)
  const all = formatNumber(event.participant_count + others)
  return placesOf(event) === null ? `${words} · ${all} en tout` : `${words} sur ${all}`
}
