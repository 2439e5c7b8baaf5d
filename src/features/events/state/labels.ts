import type { Gender } from '#contract/common'
import type { Event, EventItem, DisplayedStatus } from '#contract/events/events'
import type { PlaceKind } from '#contract/events/balance'
import { organizerLabel } from '../../../parts/member/organizer-word'
import { daysAgo, dayShort, timeLong } from '../../../lib/dates'
import { checkInEndsAt } from '../../../lib/event-dates'
import { isFull, placesOf } from '../../../lib/places'
import { joinFr, NBSP, formatNumber, plural } from '../../../lib/text'
import { isKindFull } from './balance'

type StatusTone = 'ok' | 'accent' | 'warn' | 'neutral'
/** A member's status on cards and in lists: label and colour (green, pink, yellow, grey). */
const SHOWN = {
  organizer: ['Organisateur', 'ok'],
  accepted: ['Confirmé', 'accent'],
  pending_approval: ['En attente', 'warn'],
  invited: ['Invité', 'neutral'],
  waitlist: ['Liste d’attente', 'neutral'],
  declined: ['Décliné', 'neutral'],
  cancelled: ['Annulé', 'neutral'],
} as const satisfies Record<DisplayedStatus, readonly [string, StatusTone]>

/** Other values are shown unchanged. */
export const participantStatusLabel = (status: string, genders: readonly Gender[] = []): string => {
  if (status === 'organizer') return organizerLabel(genders)
  return Object.hasOwn(SHOWN, status) ? SHOWN[status as DisplayedStatus][0] : status
}
/** The viewer’s own status. */
export const ownStatusLabel = (
  event: Pick<EventItem, 'is_refused'>,
  status: DisplayedStatus,
  genders: readonly Gender[],
): string =>
  event.is_refused ? 'Participation non retenue' : participantStatusLabel(status, genders)
export const statusTone = (status: string): StatusTone =>
  Object.hasOwn(SHOWN, status) ? SHOWN[status as DisplayedStatus][1] : 'neutral'

export const accessText = (access: string): string =>
  access === 'invitation_only' ? 'Sur invitation uniquement' : 'Ouvert à vos relations'
const NO_PLACE = 'Lieu à confirmer'
/** «Villeurbanne (69)» */
export const placeText = (event: Pick<EventItem, 'location'>): string =>
  event.location
    ? event.location.department_code
      ? `${event.location.city} (${event.location.department_code})`
      : event.location.city
    : NO_PLACE

export type Counted = Pick<
  EventItem,
  'participant_count' | 'counts_persons' | 'max_participants' | 'has_unlimited_participants'
>
/** On a card: «5 / illimité», «5 / 20». */
export const countText = (event: Counted): string => {
  const places = placesOf(event)
  return `${formatNumber(event.participant_count)} / ${places === null ? 'illimité' : formatNumber(places)}`
}

/** Spelled out: «1 participant, places illimitées», «5 participants sur 20 places», «6 personnes sur 20 places». */
export const peopleText = (event: Counted): string => {
  const people = plural(event.participant_count, event.counts_persons ? 'personne' : 'participant')
  const places = placesOf(event)
  return places === null
    ? `${people}, places illimitées`
    : `${people} sur ${plural(places, 'place')}`
}

/** «14 confirmés»; «14 personnes confirmées» where a couple counts for two. */
export const confirmedCount = (
  event: Pick<EventItem, 'participant_count' | 'counts_persons'>,
): string =>
  event.counts_persons
    ? plural(event.participant_count, 'personne confirmée', 'personnes confirmées')
    : plural(event.participant_count, 'confirmé')

/** «14 confirmés / 16» */
export const confirmedText = (event: Counted): string => {
  const people = confirmedCount(event)
  const places = placesOf(event)
  return places === null ? people : `${people} / ${formatNumber(places)}`
}

/** «5 couples, 3 femmes et 1 homme» */
export const breakdownText = ({ couples, women, men, others }: Event['breakdown']): string =>
  joinFr([
    ...(couples ? [plural(couples, 'couple')] : []),
    ...(women ? [plural(women, 'femme')] : []),
    ...(men ? [plural(men, 'homme')] : []),
    ...(others ? [plural(others, 'autre')] : []),
  ])

/** Drafts and ended events are labelled on their card. */
export const eventStateLabel = (event: Pick<EventItem, 'status' | 'is_ended'>): string | null => {
  if (event.status === 'draft') return 'Brouillon'
  if (event.status === 'cancelled') return 'Annulée'
  return event.is_ended ? 'Terminée' : null
}

export type ParticipationState =
  | 'draft'
  | 'ended'
  | 'cancelled'
  | 'may-participate'
  | 'may-leave'
  | 'organizer'
/** The action that the participation block offers. */
export const participationState = (
  event: Pick<Event, 'status' | 'is_ended' | 'is_organizer' | 'user_participation_status'>,
): ParticipationState => {
  if (event.status === 'draft') return 'draft'
  if (event.is_ended) return 'ended'
  if (event.is_organizer) return 'organizer'
  const status = event.user_participation_status
  if (status === 'cancelled') return 'cancelled'
  return status === 'accepted' || status === 'pending_approval' ? 'may-leave' : 'may-participate'
}

export type MainAction = 'publish' | 'participate' | 'ask' | 'wait' | 'entry' | 'verify'
export type OtherAction = 'decline' | 'leave' | 'withdraw' | 'leave-list'
interface OwnActions {
  readonly main: MainAction | null
  readonly other: OtherAction | null
  /** Why there is no main action, or another one than usual. */
  readonly text: string | null
}
/** «Liste d’attente · 2e place»: the word agrees with no gender. */
const waitingPlace = (place: number | null): string =>
  place === null
    ? 'Vous êtes sur la liste d’attente'
    : `Liste d’attente · ${place === 1 ? '1re' : `${formatNumber(place)}e`} place`

const NONE: OwnActions = { main: null, other: null, text: null }

/**
 * What the member can do about their own participation; the server decides again. `kinds`: of
 * places, that the account can take.
 */
export const ownActionsOf = (event: Event, kinds: readonly PlaceKind[] = []): OwnActions => {
  const full = isFull(event) || (kinds.length > 0 && kinds.every((kind) => isKindFull(event, kind)))
  const status = event.user_participation_status
  const state = participationState(event)
  if (state === 'draft') return event.is_organizer ? { ...NONE, main: 'publish' } : NONE
  // without an end hour, an event has ended as its guests arrive
  if (state === 'ended' && status === 'accepted' && event.status === 'published')
    return checkInEndsAt(event) > Date.now() ? { ...NONE, main: 'entry' } : NONE
  if (event.status !== 'published' || (state !== 'may-participate' && state !== 'may-leave'))
    return NONE
  if (status === 'accepted') return { ...NONE, main: 'entry', other: 'leave' }
  if (status === 'pending_approval')
    return { main: null, other: 'withdraw', text: 'Demande transmise aux organisateurs' }
  const other = status === 'invited' ? 'decline' : null
  if (event.verification_missing)
    return { main: 'verify', other, text: 'Réservée aux membres vérifiés' }
  // an organizer's invitation needs no approval, neither does a place held for the member
  if (event.offer_until) return { ...NONE, main: 'participate', other: 'decline' }
  const enter = event.requires_approval && status !== 'invited' ? 'ask' : 'participate'
  if (status === 'waitlist')
    return full
      ? { main: null, other: 'leave-list', text: waitingPlace(event.waitlist_place) }
      : { ...NONE, main: enter, other: 'leave-list' }
  if (event.is_refused) return { main: full ? null : enter, other, text: REFUSED_TEXT }
  if (!full) return { ...NONE, main: enter, other }
  return event.has_waitlist
    ? { ...NONE, main: 'wait', other }
    : { main: null, other, text: 'Complet' }
}

/** «Enregistré à 19 h 12», with the day when it was another one. */
export const savedText = (at: number): string =>
  daysAgo(at) === 0
    ? `Enregistré à ${timeLong(at)}`
    : `Enregistré le ${dayShort(at)} à ${timeLong(at)}`

export const REFUSED_TEXT = 'Votre participation n’a pas été retenue.'
export const EVENT_ENDED_TEXT =
  'Cet événement est terminé. Les inscriptions ne sont plus possibles.'
export const EVENT_PAUSED_TEXT = 'Événement non actif (en pause)'
export const EVENT_CANCELLED_TEXT =
  'Pour vous inscrire à cet événement, vous devez contacter directement l’organisateur.'
export const coordinatesText = (lat: number, lng: number): string =>
  `${lat.toFixed(6)},${NBSP}${lng.toFixed(6)}`
