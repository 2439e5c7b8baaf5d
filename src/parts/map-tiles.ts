import type * as Leaflet from 'leaflet'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'

/** Lays the tiles of the page’s theme under a map and follows it when it changes, until the map is removed. */
export const addTiles = (L: typeof Leaflet, map: Leaflet.Map, { tiles, fallback, maxZoom }: Reply<typeof mapConfig>): void => {
  let source = tiles
  const address = (): string => (document.documentElement.dataset['theme'] === 'light' ? source : `${source}?night=1`)
  const layer = L.tileLayer(address(), { maxZoom, noWrap: true }).addTo(map)
  layer.once('tileerror', () => {
    if (!fallback) return
    source = fallback
    layer.setUrl(address())
  })
  const theme = new MutationObserver(() => void layer.setUrl(address()))
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('unload', () => theme.disconnect())
}
