import type * as Leaflet from 'leaflet'
import { PMTiles } from 'pmtiles'
import {
  CenteredTextSymbolizer,
  exp,
  leafletLayer,
  LineLabelSymbolizer,
  LineSymbolizer,
  PolygonSymbolizer,
  type Feature,
  type LabelRule,
  type PaintRule,
} from 'protomaps-leaflet'
import { RangeSource } from './range-source'
import { readTones, type Tones } from './tones'

const NAMES = ['name:fr', 'name']
const GREEN = new Set(['park', 'wood', 'forest', 'cemetery', 'grass', 'scrub', 'nature_reserve'])
/** Widths of streets by kind: zoom and pixels. */
const STREETS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  other: [
    [14, 0],
    [19, 5],
  ],
  path: [
    [14, 0],
    [19, 4],
  ],
  minor_road: [
    [12, 0],
    [15, 2],
    [19, 14],
  ],
  major_road: [
    [7, 0],
    [12, 1.6],
    [15, 4],
    [19, 20],
  ],
  highway: [
    [4, 0],
    [8, 1.2],
    [12, 2.2],
    [15, 5],
    [19, 24],
  ],
}
const widthOf = (kind: string): ((zoom: number) => number) => {
  const widths = exp(
    1.6,
    (STREETS[kind] ?? []).map(([zoom, px]) => [zoom, px]),
  )
  return (zoom) => widths(zoom)
}
const isKind =
  (...kinds: readonly unknown[]) =>
  (_: number, feature: Feature): boolean =>
    kinds.includes(feature.props['kind'])

const paintOf = (tones: Tones): PaintRule[] => {
  const fill = (dataLayer: string, tone: string, filter?: PaintRule['filter']): PaintRule => ({
    dataLayer,
    symbolizer: new PolygonSymbolizer({ fill: tone }),
    ...(filter ? { filter } : {}),
  })
  const stroke = (color: string, width: number): PaintRule['symbolizer'] =>
    new LineSymbolizer({ color, width })
  return [
    fill('earth', tones.land),
    fill('landuse', tones.green, (_, { props }) => GREEN.has(String(props['kind']))),
    // polygons; lines are rivers
    fill('water', tones.sea, (_, { geomType }) => geomType === 3),
    {
      dataLayer: 'water',
      minzoom: 9,
      symbolizer: stroke(tones.sea, 1.5),
      filter: (zoom, f) => f.geomType === 2 && isKind('river', 'canal')(zoom, f),
    },
    { ...fill('buildings', tones.building), minzoom: 14 },
    ...Object.keys(STREETS).map((kind): PaintRule => ({
      dataLayer: 'roads',
      symbolizer: new LineSymbolizer({ color: tones.street, width: widthOf(kind) }),
      filter: isKind(kind),
    })),
    {
      dataLayer: 'roads',
      minzoom: 10,
      symbolizer: stroke(tones.line, 1),
      filter: isKind('rail'),
    },
    { dataLayer: 'boundaries', symbolizer: stroke(tones.line, 1) },
  ]
}

const rankOf = ({ props }: Pick<Feature, 'props'>): number => Number(props['population_rank'] ?? 0)
const labelsOf = (tones: Tones, family: string): LabelRule[] => {
  const letters = { labelProps: NAMES, fill: tones.name, stroke: tones.land, width: 3 }
  return [
    {
      dataLayer: 'places',
      symbolizer: new CenteredTextSymbolizer({
        ...letters,
        font: (_, f) => (f && rankOf(f) > 9 ? `640 15px ${family}` : `500 12px ${family}`),
      }),
      // larger towns first
      sort: (a, b) => rankOf({ props: b }) - rankOf({ props: a }),
      filter: isKind('locality'),
    },
    {
      dataLayer: 'places',
      minzoom: 14,
      symbolizer: new CenteredTextSymbolizer({ ...letters, font: `500 12px ${family}` }),
      filter: isKind('neighbourhood', 'macrohood'),
    },
    ...[
      { minzoom: 13, kinds: ['highway', 'major_road'] },
      { minzoom: 15, kinds: ['minor_road', 'path', 'other'] },
    ].map(({ minzoom, kinds }): LabelRule => ({
      dataLayer: 'roads',
      minzoom,
      symbolizer: new LineLabelSymbolizer({ ...letters, font: `450 11px ${family}` }),
      filter: isKind(...kinds),
    })),
  ]
}

interface TileSource {
  get(tile: unknown, size: number): Promise<unknown>
}
/** Of the layer’s class, which has no types. */
interface StreetsLayer extends Leaflet.GridLayer {
  readonly views: ReadonlyMap<string, { readonly tileCache: { readonly source: TileSource } }>
  paintRules: PaintRule[]
  labelRules: LabelRule[]
  backgroundColor: string
  clearLayout(): void
  rerenderTiles(): void
}

/** A part of the file cannot be read or drawn, or another file has taken its place. */
type StreetsFault = 'broken' | 'replaced'

/**
 * Calls `onFault` for the first tile that is not of the file with this tag, before it is drawn. The
 * layer itself would leave a hole.
 */
const watchTiles = (
  layer: StreetsLayer,
  file: PMTiles,
  tag: string | undefined,
  onFault: (fault: StreetsFault) => void,
): void => {
  for (const { tileCache } of layer.views.values()) {
    const { source } = tileCache
    const get = source.get.bind(source)
    source.get = async (tile, size) => {
      try {
        const read = await get(tile, size)
        if ((await file.getHeader()).etag !== tag) onFault('replaced')
        return read
      } catch (error) {
        // a tile of a zoom that was left
        if ((error as Error).name !== 'AbortError') onFault('broken')
        throw error
      }
    }
  }
}

/**
 * Opens a map in one file (PMTiles, schema of Protomaps) at an address and returns what lays it
 * under a map, in the colours of the theme, until that is removed or `onFault` is called, once.
 * Rejects when it does not load. Needs the global `L` that Leaflet sets.
 */
export const openStreetMapFile = async (
  address: string,
): Promise<(map: Leaflet.Map, maxZoom: number, onFault: (fault: StreetsFault) => void) => void> => {
  const source = new RangeSource(address)
  const file = new PMTiles(source)
  const { maxZoom: maxDataZoom, etag } = await file.getHeader()
  source.isOpen = true
  const family = getComputedStyle(document.body).fontFamily
  return (map, maxZoom, onFault) => {
    const look = () => {
      const tones = readTones(map.getContainer())
      return {
        paintRules: paintOf(tones),
        labelRules: labelsOf(tones, family),
        backgroundColor: tones.sea,
      }
    }
    const layer = leafletLayer({
      url: file,
      maxDataZoom,
      maxZoom,
      noWrap: true,
      attribution: '',
      lang: 'fr',
      ...look(),
    }) as unknown as StreetsLayer
    let isOver = false
    watchTiles(layer, file, etag, (fault) => {
      if (isOver) return
      isOver = true
      theme.disconnect()
      layer.remove()
      onFault(fault)
    })
    layer.addTo(map)
    const theme = new MutationObserver(() => {
      Object.assign(layer, look())
      layer.clearLayout()
      layer.rerenderTiles()
    })
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    map.on('unload', () => {
      isOver = true
      theme.disconnect()
    })
  }
}
