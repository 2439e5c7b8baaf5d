import type * as Leaflet from 'leaflet'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import { addCountry, COUNTRY_CREDIT } from './country/layer'
import { addTiles } from './map-tiles'

/**
 * Lays the ground under a map: tiles when the server has a source, else the country that the app
 * draws itself, also when a tile fails to load. `onCredit` is called with the credit of what is
 * shown.
 */
export const addGround = (
  L: typeof Leaflet,
  map: Leaflet.Map,
  { tiles, credit, maxZoom }: Reply<typeof mapConfig>,
  onCredit: (credit: string) => void,
): void => {
  const draw = (): void => {
    addCountry(L, map)
    onCredit(COUNTRY_CREDIT)
  }
  if (tiles === null) return draw()
  addTiles(L, map, { tiles, maxZoom, onFailure: draw })
  return onCredit(credit)
}
