import { onSessionChange } from '../../data/session/session'
import { START_ZOOM } from '../../lib/paris'
import { roughly, type Point } from './boxes'

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
export const last: {
  at: Start | null
  shows: 'map' | 'list'
  hidden: ReadonlySet<string>
  verified: boolean
} = { at: null, shows: 'map', hidden: new Set(), verified: false }
onSessionChange((what) => {
  if (what === 'account' || what === 'ended')
    Object.assign(last, { at: null, shows: 'map', hidden: new Set(), verified: false })
})

/**
 * Where the map opens: at the requested point, where it was left, at the member’s commune, else on
 * France. Null while the commune (undefined) is loading and decides.
 */
export const whereToStart = (
  requested: Point | null,
  home: Point | null | undefined,
): Start | null => {
  if (requested) return { lat: requested.lat, lng: requested.lng, zoom: TOWN_ZOOM }
  if (last.at) return last.at
  if (home === undefined) return null
  return home ? { lat: home.lat, lng: home.lng, zoom: HOME_ZOOM } : FRANCE
}

/**
 * The device’s position, rounded at once and stored nowhere. Rejects when it is refused or
 * unavailable.
 */
export const whereAmI = (): Promise<Point> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(roughly({ lat: coords.latitude, lng: coords.longitude })),
      reject,
      { maximumAge: 600_000, timeout: 15_000 },
    )
  })
