import type { MapPlace, RelationPoint } from '#contract/radar'
import { weekdayDate } from '../../lib/dates'
import { NBSP, formatNumber } from '../../lib/text'

/** Raspberry of the palette, deep enough for a white icon in both themes. */
export const DEFAULT_COLOUR = 'var(--accent-deep)'
/** 3 to 8 hexadecimal digits; anything else never reaches a style. */
export const markerColour = (colour: string | null | undefined): string =>
  typeof colour === 'string' && /^#[0-9a-f]{3,8}$/i.test(colour) ? colour : DEFAULT_COLOUR

export type MarkerKind = 'event' | 'place' | 'relation'
/** A point of the map. `popup`: the title of its card and its accessible name. */
export interface MapMarker {
  readonly id: string
  readonly lat: number
  readonly lng: number
  readonly count: number
  readonly markerColor: string
  readonly isUser: boolean
  readonly popup: string
  readonly data:
    | { readonly type: 'event' | 'place'; readonly place: MapPlace }
    | { readonly type: 'place'; readonly relation: RelationPoint }
}
export const markerKindOf = ({ data }: Pick<MapMarker, 'data'>): MarkerKind =>
  'relation' in data ? 'relation' : data.type

export const markerOfPlace = (place: MapPlace): MapMarker => ({
  id: `${place.type} ${place.id}`,
  lat: place.lat,
  lng: place.lng,
  count: place.count,
  markerColor: markerColour(place.markerColor),
  isUser: false,
  popup: `${place.type === 'event' ? 'Sortie' : 'Lieu'}${NBSP}: ${place.name}${place.city ? `, ${place.city}` : ''}`,
  data: { type: place.type, place },
})
/** `ownId`: the viewer’s account. */
export const relationMarker = (relation: RelationPoint, ownId: string | null): MapMarker => ({
  id: `relation ${relation.with_account_id}`,
  lat: relation.lat,
  lng: relation.lng,
  count: 1,
  markerColor: DEFAULT_COLOUR,
  isUser: relation.with_account_id === ownId,
  popup: `${relation.with_account_handle}, ${relation.city}`,
  data: { type: 'place', relation },
})
export const markerName = ({ data }: Pick<MapMarker, 'data'>): string =>
  'relation' in data ? data.relation.with_account_handle : data.place.name

type ClusterSize = 'small' | 'medium' | 'large'
/** Under 10, 10 to 99, 100 and more. */
export const clusterSize = (count: number): ClusterSize =>
  count < 10 ? 'small' : count < 100 ? 'medium' : 'large'
export const clusterText = (count: number): string => (count > 99 ? '99+' : String(count))
export const clusterName = (count: number): string =>
  `${formatNumber(count)}${NBSP}points regroupés`

const KINDS = ['event', 'place', 'relation'] as const
/**
 * Events, then places, then members, each in the server’s order (by date, by name), without empty
 * kinds.
 */
export const groupByKind = (
  markers: readonly MapMarker[],
): (readonly [MarkerKind, readonly MapMarker[]])[] =>
  KINDS.map((kind) => [kind, markers.filter((m) => markerKindOf(m) === kind)] as const).filter(
    ([, list]) => list.length > 0,
  )
/**
 * The subtitle: the date of an event, and the address if the viewer may see it, else the commune.
 */
export const markerSubtitle = ({ data }: Pick<MapMarker, 'data'>): string => {
  if ('relation' in data) return data.relation.city
  const { address, city, start_date: start } = data.place
  const where = address ?? (city ? `${city} · adresse non précisée` : 'Adresse non précisée')
  return start ? `${weekdayDate(start)} · ${where}` : where
}
