/** What the page sees, in degrees. */
export interface MapBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}
export interface MapView extends MapBox {
  readonly zoom: number
}

/** Points that would cover each other at a zoom, or one alone. */
export interface MapGroup extends MapBox {
  /** The middle of its points. */
  readonly lat: number
  readonly lng: number
  readonly count: number
  /** Index of a point of it: the only one when `count` is 1. */
  readonly index: number
}

/** The map worker as the page sees it through Comlink. Calls are answered in their order. */
export interface MapWorkerApi {
  /** The points, as pairs of latitude and longitude; they take the place of those before. */
  load(points: Float64Array): void
  /** The groups whose middle is in the view. */
  groups(view: MapView): MapGroup[]
  /** Indexes of the points of the group that holds the point `index` at this zoom. */
  members(index: number, zoom: number): number[]
}
