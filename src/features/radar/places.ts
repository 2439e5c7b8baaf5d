import { onSessionChange } from '../../data/session/session'
import { PARIS, START_ZOOM } from '../../lib/paris'
import { roughly, type Point } from './boxes'

/** How near a commune is shown. */
export const TOWN_ZOOM = START_ZOOM
/** How near one’s own surroundings are shown. */
export const SELF_ZOOM = 12

const start = { ...PARIS, zoom: START_ZOOM } as const
/** Where the map was left; kept while the app runs, by this account only. */
export const last: {
  at: Point & { readonly zoom: number }
  shows: 'map' | 'list'
  hidden: ReadonlySet<string>
} = { at: start, shows: 'map', hidden: new Set() }
onSessionChange((what) => {
  if (what === 'account' || what === 'ended')
    Object.assign(last, { at: start, shows: 'map', hidden: new Set() })
})

/** Asks the device once where it is; rounded before anything is done with it, kept nowhere. Rejects when it is refused or not known. */
export const whereAmI = (): Promise<Point> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(roughly({ lat: coords.latitude, lng: coords.longitude })),
      reject,
      { maximumAge: 600_000, timeout: 15_000 },
    )
  })
