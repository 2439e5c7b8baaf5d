import type { MapBox } from '#contract/workers/map'

export interface Point {
  readonly lat: number
  readonly lng: number
}
/** A request covers this share more than the view on each side, so that a small move needs none. */
const BEYOND = 0.35
const CENT = 100

export const WORLD: MapBox = { south: -85, west: -180, north: 85, east: 180 }
export const containsBox = (box: MapBox, inner: MapBox): boolean =>
  inner.south >= box.south &&
  inner.north <= box.north &&
  inner.west >= box.west &&
  inner.east <= box.east
export const containsPoint = (box: MapBox, { lat, lng }: Point): boolean =>
  lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east
/** Clipped to the world: a map can be dragged beyond it. */
const clampToWorld = (box: MapBox): MapBox => ({
  south: Math.max(WORLD.south, box.south),
  north: Math.min(WORLD.north, box.north),
  west: Math.max(WORLD.west, box.west),
  east: Math.min(WORLD.east, box.east),
})
/** Enlarged on each side by this share of its size. */
export const enlargeBox = (box: MapBox, share: number): MapBox => {
  const dLat = (box.north - box.south) * share
  const dLng = (box.east - box.west) * share
  return {
    south: box.south - dLat,
    north: box.north + dLat,
    west: box.west - dLng,
    east: box.east + dLng,
  }
}
/** A little more than the view, in hundredths of a degree: the server learns no finer position. */
export const coarseBox = (box: MapBox): MapBox => {
  const { south, north, west, east } = enlargeBox(box, BEYOND)
  return clampToWorld({
    south: Math.floor(south * CENT) / CENT,
    north: Math.ceil(north * CENT) / CENT,
    west: Math.floor(west * CENT) / CENT,
    east: Math.ceil(east * CENT) / CENT,
  })
}
export const boxQuery = (box: MapBox): string =>
  [box.south, box.west, box.north, box.east].join(',')
/** The box around points; null for none. */
export const boxAround = (points: readonly Point[]): MapBox | null =>
  points.reduce<MapBox | null>(
    (box, { lat, lng }) =>
      box
        ? {
            south: Math.min(box.south, lat),
            north: Math.max(box.north, lat),
            west: Math.min(box.west, lng),
            east: Math.max(box.east, lng),
          }
        : { south: lat, north: lat, west: lng, east: lng },
    null,
  )
/** All in one place: no zoom separates them. */
export const isPoint = (box: MapBox): boolean =>
  box.north - box.south < 1e-5 && box.east - box.west < 1e-5

/** The point of an address `?lat=…&lng=…`; null without a valid one. */
export const pointInUrl = (search: string): Point | null => {
  const query = new URLSearchParams(search)
  const [lat, lng] = ['lat', 'lng'].map((name) =>
    /^-?\d{1,3}(\.\d+)?$/.test(query.get(name) ?? '') ? Number(query.get(name)) : NaN,
  )
  return lat !== undefined && lng !== undefined && Math.abs(lat) <= 85 && Math.abs(lng) <= 180
    ? { lat, lng }
    : null
}
/** Rounds a member’s position to about a kilometre; the exact one is never stored. */
export const roundPoint = ({ lat, lng }: Point): Point => ({
  lat: Math.round(lat * CENT) / CENT,
  lng: Math.round(lng * CENT) / CENT,
})
