import { onSessionChange } from '../../data/session/session'
import { PARIS, START_ZOOM } from '../../lib/paris'
import { roughly, type Point } from './boxes'

/** Zoom for a commune. */
export const TOWN_ZOOM = START_ZOOM
/** Zoom for the member’s own position. */
export const SELF_ZOOM = 12

const start = { ...PARIS, zoom: START_ZOOM } as const
/** The last state of the map; kept in memory, reset with the account. */
export const last: {
  at: Point & { readonly zoom: number }
  shows: 'map' | 'list'
  hidden: ReadonlySet<string>
} = { at: start, shows: 'map', hidden: new Set() }
onSessionChange((what) => {
  if (what === 'account' || what === 'ended')
    Object.assign(last, { at: start, shows: 'map', hidden: new Set() })
})

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
