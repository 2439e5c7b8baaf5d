import type * as Leaflet from 'leaflet'
import type { MapBox, MapView } from '#contract/workers-map'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import { addTiles } from '../../parts/map-tiles'
import type { Point } from './boxes'
import type { Shown } from './use-groups'
import { clusterName, clusterSize, clusterText, kindOf, nameOf } from './markers'
import styles from './marker.module.css'

/** The smallest zoom: below it the world repeats itself. */
const MIN_ZOOM = 3
const EDGE_PX = 64
/** How near a group of members of one quarter may be shown. */
const FIT_ZOOM = 16

/** Where React draws the face of a marker. */
export interface Face { readonly key: string; readonly node: HTMLElement; readonly shown: Shown }
interface Options {
  readonly L: typeof Leaflet
  readonly frame: HTMLElement
  readonly config: Reply<typeof mapConfig>
  readonly at: Point & { readonly zoom: number }
  readonly onView: (view: MapView) => void
  readonly onPick: (shown: Shown) => void
  readonly onGround: () => void
}
export interface RadarMap {
  /** Shows these and no others; answers the places of the faces. */
  draw(list: readonly Shown[]): readonly Face[]
  go(point: Point, zoom?: number): void
  fit(box: MapBox): void
  zoomBy(step: 1 | -1): void
  /** A ring around a place that was asked for, or a dot where one stands. */
  mark(point: Point, kind: 'asked' | 'self'): void
  remove(): void
}

const spoken = (text = ''): HTMLElement => {
  const node = document.createElement('span')
  node.className = 'visually-hidden'
  node.textContent = text
  return node
}
const buttonOf = ({ group, only }: Shown): { node: HTMLButtonElement; face: HTMLElement | null } => {
  const node = document.createElement('button')
  node.type = 'button'
  if (!only) {
    node.className = styles.cluster ?? ''
    node.dataset['size'] = clusterSize(group.count)
    node.setAttribute('aria-label', clusterName(group.count))
    node.textContent = clusterText(group.count)
    return { node, face: null }
  }
  const face = document.createElement('span')
  const label = document.createElement('span')
  node.className = styles.point ?? ''
  node.dataset['kind'] = kindOf(only)
  node.style.setProperty('--marker', only.markerColor)
  face.className = styles.face ?? ''
  face.setAttribute('aria-hidden', 'true')
  label.className = styles.label ?? ''
  label.textContent = nameOf(only)
  // the button is called as its card: the name that is seen, and around it what only screen readers need
  const [before, after] = only.popup.split(nameOf(only), 2)
  node.append(spoken(before), face, label, spoken(after))
  return { node, face }
}

/** The map itself. What React draws is in `Face`s; everything that moves is Leaflet’s. */
export const createRadarMap = ({ L, frame, config, at, onView, onPick, onGround }: Options): RadarMap => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(frame, {
    attributionControl: false, zoomControl: false, minZoom: MIN_ZOOM, maxZoom: config.maxZoom, fadeAnimation: false, zoomAnimation: !calm, markerZoomAnimation: !calm, inertia: !calm,
    maxBounds: [[-85, -180], [85, 180]], maxBoundsViscosity: 1,
  })
  addTiles(L, map, config)
  const drawn = new Map<string, { marker: Leaflet.Marker; face: Face | null }>()
  const marks = new Map<string, Leaflet.Marker>()
  const view = (): void => {
    // hidden behind the list, or not laid out yet
    if (frame.clientWidth === 0) return
    const b = map.getBounds()
    onView({ south: b.getSouth(), west: b.getWest(), north: b.getNorth(), east: b.getEast(), zoom: map.getZoom() })
  }
  map.on('moveend', view)
  map.on('click', onGround)
  map.setView([at.lat, at.lng], at.zoom)
  const sizes = new ResizeObserver(() => map.invalidateSize({ pan: false }))
  sizes.observe(frame)

  const add = (shown: Shown): { marker: Leaflet.Marker; face: Face | null } => {
    const { node, face } = buttonOf(shown)
    const { lat, lng } = shown.group
    const marker = L.marker([lat, lng], { icon: L.divIcon({ html: node, className: styles.anchor ?? '', iconSize: [0, 0] }), keyboard: false, interactive: false, riseOnHover: false })
    node.addEventListener('click', (event) => {
      event.stopPropagation()
      // the end of a drag that began on a marker is no choice
      if (!(map.dragging as Leaflet.Handler & { moved(): boolean }).moved()) onPick(shown)
    })
    node.addEventListener('focus', () => node.matches(':focus-visible') && map.panInside([lat, lng], { padding: [EDGE_PX, EDGE_PX], animate: false }))
    marker.addTo(map)
    return { marker, face: face && { key: shown.key, node: face, shown } }
  }
  return {
    draw: (list) => {
      const wanted = new Set(list.map((s) => s.key))
      for (const [key, { marker }] of drawn) {
        if (wanted.has(key)) continue
        marker.remove()
        drawn.delete(key)
      }
      for (const shown of list) if (!drawn.has(shown.key)) drawn.set(shown.key, add(shown))
      return [...drawn.values()].flatMap(({ face }) => face ?? [])
    },
    go: (point, zoom = map.getZoom()) => void map.setView([point.lat, point.lng], zoom, { animate: !calm }),
    fit: ({ south, west, north, east }) => void map.fitBounds([[south, west], [north, east]], { padding: [EDGE_PX, EDGE_PX], maxZoom: Math.max(FIT_ZOOM, map.getZoom() + 1), animate: !calm }),
    zoomBy: (step) => void map.zoomIn(step),
    mark: (point, kind) => {
      marks.get(kind)?.remove()
      const node = document.createElement('span')
      node.className = styles[kind] ?? ''
      marks.set(kind, L.marker([point.lat, point.lng], { icon: L.divIcon({ html: node, className: styles.anchor ?? '', iconSize: [0, 0] }), keyboard: false, interactive: false, zIndexOffset: -1000 }).addTo(map))
    },
    remove: () => {
      sizes.disconnect()
      map.remove()
    },
  }
}
