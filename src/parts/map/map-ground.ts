import type * as Leaflet from 'leaflet'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import { addCountryLayer } from './country/layer'
import { COUNTRY_CREDIT } from './country/sources'
import type { MapNotes } from './map-foot'
import { addTiles } from './map-tiles'

/** In the words of the server’s `streets_unavailable`. */
const NO_STREETS = 'Le plan des rues n’est pas disponible pour le moment.'

/**
 * Lays the ground under a map: the operator’s own map or tiles when the server has one, else the
 * country that the app draws itself, also when they fail to load, which a sentence then says.
 * `onNotes` is called with its credit and that sentence.
 */
export const addBaseMap = (
  L: typeof Leaflet,
  map: Leaflet.Map,
  { basemap, tiles, credit, maxZoom }: Reply<typeof mapConfig>,
  onNotes: (notes: MapNotes) => void,
): void => {
  let gone = false
  map.on('unload', () => void (gone = true))
  const draw = (notice: string | null): void => {
    if (gone) return
    addCountryLayer(L, map)
    onNotes({ credit: COUNTRY_CREDIT, notice })
  }
  const lay = (address: string, isFirst: boolean): void => {
    void import('./streets')
      .then(async ({ openStreetMapFile }) => {
        const addStreets = await openStreetMapFile(address)
        if (gone) return
        // another file is opened in its place, once: servers that take turns with two would not end
        addStreets(map, maxZoom, (fault) =>
          fault === 'replaced' && isFirst ? lay(address, false) : draw(NO_STREETS),
        )
        onNotes({ credit, notice: null })
      })
      .catch(() => draw(NO_STREETS))
  }
  if (basemap !== null) lay(basemap, true)
  else if (tiles === null) draw(null)
  else {
    addTiles(L, map, { tiles, maxZoom, onFailure: () => draw(NO_STREETS) })
    onNotes({ credit, notice: null })
  }
}
