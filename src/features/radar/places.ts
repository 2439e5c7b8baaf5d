import { onSessionChange } from '../../data/session/session'
import { START_ZOOM } from '../../lib/paris'
import { roundPoint, type Point } from './boxes'

/** Zoom for a commune. */
export const TOWN_ZOOM = START_ZOOM
/** Zoom around the member’s commune: its neighbours have their names. */
const HOME_ZOOM = 11
/** The whole of mainland France, for who has no commune. */
const FRANCE = { lat: 46.6, lng: 2.5, zoom: 5 }
/** Zoom for the member’s own position. */
export const SELF_ZOOM = 12

export type Start = Point & { readonly zoom: number }
/** The last state of the map; kept in memory, reset with the account. `at` is null until it moves. */
export const lastMapState: {
  at: Start | null
  shows: 'map' | 'list'
  hidden: ReadonlySet<string>
  verified: boolean
} = { at: null, shows: 'map', hidden: new Set(), verified: false }
onSessionChange((what) => {
  if (what === 'account' || what === 'ended')
    Object.assign(lastMapState, { at: null, shows: 'map', hidden: new Set(), verified: false })
})

/**
 * Where the map opens: at the requested point, where it was left, at the member’s commune, else on
 * France. Null while the commune (undefined) is loading and decides.
 */
export const startingView = (
  requested: Point | null,
  home: Point | null | undefined,
): Start | null => {
  if (requested) return { lat: requested.lat, lng: requested.lng, zoom: TOWN_ZOOM }
  if (lastMapState.at) return lastMapState.at
  if (home === undefined) return null
  return home ? { lat: home.lat, lng: home.lng, zoom: HOME_ZOOM } : FRANCE
}

/**
 * The device’s position, rounded at once and stored nowhere. Rejects when it is refused or
 * unavailable.
 */
export const requestPosition = (): Promise<Point> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(roundPoint({ lat: coords.latitude, lng: coords.longitude })),
      reject,
      { maximumAge: 600_000, timeout: 15_000 },
    )
  })
