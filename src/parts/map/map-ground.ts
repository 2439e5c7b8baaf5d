import type * as Leaflet from 'leaflet'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import { addCountry, COUNTRY_CREDIT } from './country/layer'
import { addTiles } from './map-tiles'

/**
 * Lays the ground under a map: the operator’s own map or tiles when the server has one, else the
 * country that the app draws itself, also when they fail to load. `onCredit` is called with the
 * credit of what is shown.
 */
export const addGround = (
  L: typeof Leaflet,
  map: Leaflet.Map,
  { basemap, tiles, credit, maxZoom }: Reply<typeof mapConfig>,
  onCredit: (credit: string) => void,
): void => {
  let gone = false
  map.on('unload', () => void (gone = true))
  const draw = (): void => {
    if (gone) return
    addCountry(L, map)
    onCredit(COUNTRY_CREDIT)
  }
  if (basemap !== null) {
    void import('./streets')
      .then(async ({ openStreets }) => {
        const addStreets = await openStreets(basemap)
        if (gone) return
        addStreets(map, maxZoom)
        onCredit(credit)
      })
      .catch(draw)
  } else if (tiles === null) draw()
  else {
    addTiles(L, map, { tiles, maxZoom, onFailure: draw })
    onCredit(credit)
  }
}
