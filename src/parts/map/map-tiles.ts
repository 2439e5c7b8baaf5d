import type * as Leaflet from 'leaflet'

interface Tiles {
  /** Address with {z} {x} {y}. */
  readonly tiles: string
  readonly maxZoom: number
  /** A tile failed to load and the tiles were removed. */
  readonly onFailure: () => void
}

/**
 * Lays the tiles of the page’s theme under a map and follows it when it changes, until the map is
 * removed.
 */
export const addTiles = (
  L: typeof Leaflet,
  map: Leaflet.Map,
  { tiles, maxZoom, onFailure }: Tiles,
): void => {
  const address = (): string =>
    document.documentElement.dataset['theme'] === 'light' ? tiles : `${tiles}?night=1`
  const layer = L.tileLayer(address(), { maxZoom, noWrap: true }).addTo(map)
  const levels = (): HTMLElement[] =>
    [...(layer.getContainer()?.children ?? [])].filter((node) => node instanceof HTMLElement)
  // Leaflet moves each tile in three dimensions, which makes a layer of each: by its edges, all of
  // one zoom are one picture
  layer.on('tileloadstart', ({ tile }) => {
    const { x, y } = L.DomUtil.getPosition(tile)
    Object.assign(tile.style, { transform: 'none', left: `${x}px`, top: `${y}px` })
  })
  // nearer, what is seen covers all until the end: the tiles of the new zoom are painted unseen,
  // half the work of each frame
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
    theme.disconnect()
    layer.remove()
    onFailure()
  })
  const theme = new MutationObserver(() => void layer.setUrl(address()))
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('unload', () => theme.disconnect())
}
