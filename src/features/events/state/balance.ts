import type { PlaceKind } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import type { Identity } from '#contract/profile/profile'
import { NBSP, formatNumber } from '../../../lib/text'

export const PLACE_KIND_LABELS = {
  couple: 'Couples',
  woman: 'Femmes seules',
  man: 'Hommes seuls',
  other: 'Autres personnes seules',
} as const satisfies Record<PlaceKind, string>
/** «Encore une place pour …», «Complet pour …». */
export const PLACE_KIND_PHRASES = {
  couple: ['un couple', 'des couples', 'les couples'],
  woman: ['une femme seule', 'des femmes seules', 'les femmes seules'],
  man: ['un homme seul', 'des hommes seuls', 'les hommes seuls'],
  other: ['une autre personne', 'd’autres personnes', 'les autres personnes seules'],
} as const satisfies Record<PlaceKind, readonly [string, string, string]>

type Places = Event['places_by_kind'][number]

/** «Encore 2 places pour des couples», «Complet pour les hommes seuls : liste d’attente». */
export const placesText = ({ kind, places, left }: Places, hasWaitlist: boolean): string => {
  const [one, some, all] = PLACE_KIND_PHRASES[kind]
  if (left > 0)
    return left === 1
      ? `Encore 1${NBSP}place pour ${one}`
      : `Encore ${formatNumber(left)}${NBSP}places pour ${some}`
  if (places === 0) return `Pas de place pour ${all}`
  return hasWaitlist ? `Complet pour ${all}${NBSP}: liste d’attente` : `Complet pour ${all}`
}

type Person = Pick<Identity, 'id' | 'gender'>
/** The kind of place that these identities take together. */
export const placeKindOf = (people: readonly Person[]): PlaceKind =>
  people.length > 1 ? 'couple' : (people[0]?.gender ?? 'other')
/** Every kind of place that an account can take: together, or one of them alone. */
export const placeKindsOf = (people: readonly Person[]): readonly PlaceKind[] => [
  placeKindOf(people),
  ...(people.length > 1 ? people.map((p) => p.gender) : []),
]

/** No place of this kind is left, as far as the member can see. */
export const isKindFull = (event: Pick<Event, 'places_by_kind'>, kind: PlaceKind): boolean =>
  event.places_by_kind.some((p) => p.kind === kind && p.left === 0)
