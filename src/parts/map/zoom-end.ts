import type * as Leaflet from 'leaflet'

/** The north-west corner of the view at the end of a zoom animation, in world pixels. */
export const cornerAfterZoom = (
  map: Leaflet.Map,
  { center, zoom }: Pick<Leaflet.ZoomAnimEvent, 'center' | 'zoom'>,
): Leaflet.Point => map.project(center, zoom).subtract(map.getSize().divideBy(2))

/** The pixel origin at the end of a zoom animation, as Leaflet will compute it. */
export const originAfterZoom = (
  map: Leaflet.Map,
  end: Pick<Leaflet.ZoomAnimEvent, 'center' | 'zoom'>,
): Leaflet.Point => {
  // as `L.DomUtil.getPosition` of the pane
  const pane = map.containerPointToLayerPoint([0, 0])
  return cornerAfterZoom(map, end).subtract(pane).round()
}
