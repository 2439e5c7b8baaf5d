/** Default centre and zoom of a map without a point. */
export const PARIS = { lat: 48.8566, lng: 2.3522 } as const
export const START_ZOOM = 13
