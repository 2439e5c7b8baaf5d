/** A part of the map, in degrees. */
export interface MapBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}
export interface MapView extends MapBox {
  readonly zoom: number
}

/** Points that would overlap at a zoom, or a single one. */
export interface MapGroup extends MapBox {
  /** Mean of its points. */
  readonly lat: number
  readonly lng: number
  readonly count: number
  /** Index of one of its points. */
  readonly index: number
}

/** The map worker as the page calls it over Comlink. Calls run in order. */
export interface MapWorkerApi {
  /** Replaces the points: pairs of latitude and longitude. */
  load(points: Float64Array): void
  /** The groups whose mean is in the view. */
  groups(view: MapView): MapGroup[]
  /** Indexes of the points in the group of the point `index` at this zoom. */
  members(index: number, zoom: number): number[]
}
