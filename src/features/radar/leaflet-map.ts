import type * as Leaflet from 'leaflet'
import type { MapBox, MapView } from '#contract/workers/map'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import { addTiles } from '../../parts/map/map-tiles'
import { contains, wider, type Point } from './boxes'
import { createMarkerGround } from './marker-ground'
import { markerOf, type Face, type SignOf } from './marker-node'
import type { Shown } from './use-groups'
import styles from './marker.module.css'

/** The smallest zoom: below it the world repeats itself. */
const MIN_ZOOM = 3
const EDGE_PX = 64
/** How near a group of members of one quarter may be shown. */
const FIT_ZOOM = 16
/** Groups are asked for this far beyond the edge, and again when less than the other share is left: a small move asks for nothing. */
const SPARE = 0.15
const ENOUGH = 0.04

interface Options {
  readonly L: typeof Leaflet
  readonly frame: HTMLElement
  readonly config: Reply<typeof mapConfig>
  readonly at: Point & { readonly zoom: number }
  /** The groups of a part of the map. */
  readonly groupsOf: (view: MapView) => Promise<readonly Shown[]>
  readonly onView: (view: MapView) => void
  readonly signOf: SignOf
  readonly onFaces: (faces: readonly Face[]) => void
  readonly onPick: (shown: Shown) => void
  readonly onGround: () => void
}
export interface RadarMap {
  /** There are other points: asks for their groups; resolves when they are shown. */
  renew(): Promise<void>
  go(point: Point, zoom?: number): void
  fit(box: MapBox): void
  zoomBy(step: 1 | -1): void
  /** A ring around a place that was asked for, or a dot where one stands. */
  mark(point: Point, kind: 'asked' | 'self'): void
  remove(): void
}

/** The map itself. What React draws is in `Face`s; everything that moves is Leaflet’s. */
export const createRadarMap = ({
  L,
  frame,
  config,
  at,
  groupsOf,
  signOf,
  onView,
  onFaces,
  onPick,
  onGround,
}: Options): RadarMap => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(frame, {
    attributionControl: false,
    zoomControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: config.maxZoom,
    fadeAnimation: false,
    zoomAnimation: !calm,
    markerZoomAnimation: !calm,
    inertia: !calm,
    maxBounds: [
      [-85, -180],
      [85, 180],
    ],
    maxBoundsViscosity: 1,
  })
  addTiles(L, map, config)
  const marks = new Map<string, Leaflet.Marker>()
  const markers = createMarkerGround({
    map,
    onFaces,
    make: (shown) => {
      const marker = markerOf(shown, signOf)
      marker.button.addEventListener('click', (event) => {
        event.stopPropagation()
        // the end of a drag that began on a marker is no choice
        if (!(map.dragging as Leaflet.Handler & { moved(): boolean }).moved()) onPick(marker.shown)
      })
      marker.button.addEventListener(
        'focus',
        () =>
          marker.button.matches(':focus-visible') &&
          map.panInside([marker.shown.group.lat, marker.shown.group.lng], {
            padding: [EDGE_PX, EDGE_PX],
            animate: false,
          }),
      )
      return marker
    },
  })
  /** The last question counts; what it asked for. */
  let turn = 0
  let asked: MapView | null = null
  const groupsIn = async (view: MapView): Promise<readonly Shown[] | null> => {
    const mine = (turn += 1)
    asked = { ...wider(view, SPARE), zoom: view.zoom }
    const list = await groupsOf(asked).catch(() => null)
    if (mine !== turn) return null
    // without an answer the next move asks again
    if (!list) asked = null
    return list
  }
  const boxOf = (b: Leaflet.LatLngBounds): MapBox => ({
    south: b.getSouth(),
    west: b.getWest(),
    north: b.getNorth(),
    east: b.getEast(),
  })
  const seen = (): MapView => ({ ...boxOf(map.getBounds()), zoom: map.getZoom() })
  const draw = async (): Promise<void> => {
    const list = await groupsIn(seen())
    if (list) markers.draw(list)
  }
  // told by the observer: asked in the middle of a change, the page would lay itself out for the answer
  let width = frame.clientWidth
  const view = (): void => {
    // hidden behind the list, or not laid out yet
    if (width === 0) return
    const now = seen()
    if (asked?.zoom !== now.zoom || !contains(asked, wider(now, ENOUGH))) void draw()
    onView(now)
  }
  map.on('moveend', view)
  map.on('click', onGround)
  // two fingers change the zoom in every frame: there the markers stay
  map.on('zoom viewreset', (event) =>
    'pinch' in event || width === 0 ? markers.stay() : markers.arrive(),
  )
  map.on('zoomanim', ({ center, zoom }) => {
    // of two presses at once the second may begin where the first has just ended: nothing will be told of its end
    if (zoom === map.getZoom()) return
    const half = map.getSize().divideBy(2)
    const middle = map.project(center, zoom)
    const box = boxOf(
      L.latLngBounds(
        map.unproject(middle.subtract(half), zoom),
        map.unproject(middle.add(half), zoom),
      ),
    )
    // as Leaflet will count at its end
    const origin = middle
      .subtract(half)
      .add(L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement))
      .round()
    markers.leave(zoom, origin)
    // what will be seen is made while the ground moves
    void groupsIn({ ...box, zoom }).then((list) => list && markers.prepare(list, zoom, origin))
  })
  map.setView([at.lat, at.lng], at.zoom)
  const sizes = new ResizeObserver(() => {
    width = frame.clientWidth
    map.invalidateSize({ pan: false })
  })
  sizes.observe(frame)
  return {
    renew: () => {
      markers.forget()
      return draw()
    },
    go: (point, zoom = map.getZoom()) =>
      void map.setView([point.lat, point.lng], zoom, { animate: !calm }),
    fit: ({ south, west, north, east }) =>
      void map.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        {
          padding: [EDGE_PX, EDGE_PX],
          maxZoom: Math.max(FIT_ZOOM, map.getZoom() + 1),
          animate: !calm,
        },
      ),
    zoomBy: (step) => void map.zoomIn(step),
    mark: (point, kind) => {
      marks.get(kind)?.remove()
      const node = document.createElement('span')
      node.className = styles[kind] ?? ''
      marks.set(
        kind,
        L.marker([point.lat, point.lng], {
          icon: L.divIcon({ html: node, className: styles.anchor ?? '', iconSize: [0, 0] }),
          keyboard: false,
          interactive: false,
          zIndexOffset: -1000,
        }).addTo(map),
      )
    },
    remove: () => {
      turn += 1
      markers.end()
      sizes.disconnect()
      map.remove()
    },
  }
}
