import type * as Leaflet from 'leaflet'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'

/** Lays the tiles of the page’s theme under a map and follows it when it changes, until the map is removed. */
export const addTiles = (
  L: typeof Leaflet,
  map: Leaflet.Map,
  { tiles, fallback, maxZoom }: Reply<typeof mapConfig>,
): void => {
  let source = tiles
  const address = (): string =>
    document.documentElement.dataset['theme'] === 'light' ? source : `${source}?night=1`
  const layer = L.tileLayer(address(), { maxZoom, noWrap: true }).addTo(map)
  const levels = (): HTMLElement[] =>
    [...(layer.getContainer()?.children ?? [])].filter((node) => node instanceof HTMLElement)
  // Leaflet moves each tile in three dimensions, which makes a layer of each: by its edges, all of one zoom are one picture
  layer.on('tileloadstart', ({ tile }) => {
    const { x, y } = L.DomUtil.getPosition(tile)
    Object.assign(tile.style, { transform: 'none', left: `${x}px`, top: `${y}px` })
  })
  // nearer, what is seen covers all until the end: the tiles of the new zoom are painted unseen, half the work of each frame
  map.on('zoomanim', ({ zoom }) => {
    if (zoom <= map.getZoom()) return
    for (const level of levels())
      if (Number(level.style.zIndex) === maxZoom && !level.querySelector('.leaflet-tile-loaded'))
        level.style.opacity = '0'
  })
  map.on('zoom viewreset', () => {
    for (const level of levels()) level.style.opacity = ''
  })
  layer.once('tileerror', () => {
    if (!fallback) return
    source = fallback
    layer.setUrl(address())
  })
  const theme = new MutationObserver(() => void layer.setUrl(address()))
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('unload', () => theme.disconnect())
}
