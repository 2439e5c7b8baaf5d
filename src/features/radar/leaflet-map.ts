import type * as Leaflet from 'leaflet'
import type { MapBox, MapView } from '#contract/workers-map'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import { addTiles } from '../../parts/map-tiles'
import type { Point } from './boxes'
import type { Shown } from './use-groups'
import { clusterName, clusterSize, clusterText, kindOf, nameOf, type MapMarker } from './markers'
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
/** Leaflet’s own time and pace of a zoom. */
const ZOOMING = { duration: 250, easing: 'cubic-bezier(0, 0, 0.25, 1)', fill: 'forwards' } as const
/** At the beginning of it the markers leave: they would swell with the ground, and most are others at its end. */
const LEAVING = { duration: 90, easing: 'ease-out', fill: 'forwards' } as const
/** Without groups for the new ground after so long (ms), the old ones are shown. */
const PATIENCE_MS = 1_500
/** A marker: the button that Leaflet’s coordinates move, what it stands for. One element: each that is positioned is a layer. */
interface Marker {
  readonly button: HTMLButtonElement
  shown: Shown
  readonly face: Face | null
}
const asGroup = (button: HTMLButtonElement, count: number): void => {
  // a button that serves again is often told the same
  const [size, text] = [clusterSize(count), clusterText(count)]
  if (button.dataset['size'] !== size) button.dataset['size'] = size
  if (button.textContent !== text) button.textContent = text
  button.setAttribute('aria-label', clusterName(count))
}
const asPoint = (button: HTMLButtonElement, only: MapMarker): HTMLElement => {
  const face = document.createElement('span')
  const label = document.createElement('span')
  button.className = `${styles.marker ?? ''} ${styles.point ?? ''}`
  button.dataset['kind'] = kindOf(only)
  button.style.setProperty('--marker', only.markerColor)
  face.className = styles.face ?? ''
  face.setAttribute('aria-hidden', 'true')
  label.className = styles.label ?? ''
  label.textContent = nameOf(only)
  // the button is called as its card: the name that is seen, and around it what only screen readers need
  const [before, after] = only.popup.split(nameOf(only), 2)
  button.append(spoken(before), face, label, spoken(after))
  return face
}

/** The map itself. What React draws is in `Face`s; everything that moves is Leaflet’s. */
export const createRadarMap = ({ L, frame, config, at, onView, onPick, onGround }: Options): RadarMap => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(frame, {
    attributionControl: false, zoomControl: false, minZoom: MIN_ZOOM, maxZoom: config.maxZoom, fadeAnimation: false, zoomAnimation: !calm, markerZoomAnimation: !calm, inertia: !calm,
    maxBounds: [[-85, -180], [85, 180]], maxBoundsViscosity: 1,
  })
  addTiles(L, map, config)
  const drawn = new Map<string, Marker>()
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

  // Leaflet’s own markers are three times the work, and each of their transitions sends events through the whole page
  const pane = L.DomUtil.create('div', styles.pane, map.getPane('markerPane'))
  let moving: Animation[] = []
  /** Where the markers stand is not true any more: they wait unseen for the groups of the new ground. */
  let waits: ReturnType<typeof setTimeout> | undefined
  const place = ({ button, shown: { group } }: Marker): void => {
    const { x, y } = map.latLngToLayerPoint([group.lat, group.lng])
    // not Leaflet’s setPosition: its transforms are in three dimensions, which makes a layer of each
    button.style.transform = `translate(${x}px, ${y}px)`
    button.style.zIndex = String(y)
  }
  const settle = (): void => {
    clearTimeout(waits)
    waits = undefined
    for (const m of drawn.values()) place(m)
    for (const one of moving) one.cancel()
    moving = []
    pane.style.opacity = ''
  }
  map.on('zoom viewreset', (event) => {
    // two fingers change it in every frame: there the markers stay
    if ('pinch' in event || drawn.size === 0 || frame.clientWidth === 0) return settle()
    clearTimeout(waits)
    waits = setTimeout(settle, PATIENCE_MS)
    pane.style.opacity = '0'
  })
  // one picture of all markers moves with the ground: a layer for each of them costs every frame
  map.on('zoomanim', ({ center, zoom }) => {
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)).round()
    const scale = map.getZoomScale(zoom, map.getZoom())
    const { x, y } = map.getPixelOrigin().multiplyBy(scale).subtract(origin)
    for (const one of moving) one.cancel()
    moving = [pane.animate([{ transform: 'none' }, { transform: `translate(${x}px, ${y}px) scale(${scale})` }], ZOOMING), pane.animate([{ opacity: 1 }, { opacity: 0 }], LEAVING)]
  })
  const add = (shown: Shown): Marker => {
    const button = document.createElement('button')
    const marker: Marker = { button, shown, face: shown.only && { key: shown.key, node: asPoint(button, shown.only), shown } }
    button.type = 'button'
    if (!shown.only) {
      button.className = `${styles.marker ?? ''} ${styles.cluster ?? ''}`
      asGroup(button, shown.group.count)
    }
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      // the end of a drag that began on a marker is no choice
      if (!(map.dragging as Leaflet.Handler & { moved(): boolean }).moved()) onPick(marker.shown)
    })
    button.addEventListener('focus', () => button.matches(':focus-visible') && map.panInside([marker.shown.group.lat, marker.shown.group.lng], { padding: [EDGE_PX, EDGE_PX], animate: false }))
    place(marker)
    return marker
  }
  return {
    draw: (list) => {
      const wanted = new Set(list.map((s) => s.key))
      const gone: Marker[] = []
      for (const [key, marker] of drawn) {
        if (wanted.has(key)) continue
        drawn.delete(key)
        // the sign of a group that is gone serves for another one, unless the keyboard stands on it
        if (marker.face || marker.button === document.activeElement) marker.button.remove()
        else gone.push(marker)
      }
      const fresh = document.createDocumentFragment()
      for (const shown of list) {
        if (drawn.has(shown.key)) continue
        const again = shown.only ? undefined : gone.pop()
        if (again) {
          again.shown = shown
          asGroup(again.button, shown.group.count)
          place(again)
        }
        const marker = again ?? add(shown)
        if (!again) fresh.append(marker.button)
        drawn.set(shown.key, marker)
      }
      for (const { button } of gone) button.remove()
      pane.append(fresh)
      if (waits !== undefined) settle()
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
      clearTimeout(waits)
      sizes.disconnect()
      map.remove()
    },
  }
}
