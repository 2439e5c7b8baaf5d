import type * as Leaflet from 'leaflet'
import type { MapBox, MapView } from '#contract/workers/map'
import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import type { MapNotes } from '../../parts/map/map-foot'
import { addBaseMap } from '../../parts/map/map-ground'
import { cornerAfterZoom, originAfterZoom } from '../../parts/map/zoom-end'
import { containsBox, enlargeBox, type Point } from './boxes'
import { createMarkerGround, type MarkerGround } from './marker-ground'
import { markerOf, type AvatarSlot, type SignOf } from './marker-node'
import type { ShownGroup } from './use-groups'
import styles from './marker.module.css'

/** Below this zoom the world repeats. */
const MIN_ZOOM = 3
/** Left free around what is fitted: a marker, and above and right the buttons. */
const EDGE = {
  paddingTopLeft: [64, 92] as [number, number],
  paddingBottomRight: [92, 64] as [number, number],
}
/** Closest zoom for a group within one quarter. */
const FIT_ZOOM = 16
/**
 * Groups are requested this far beyond the edge, and again when less than `ENOUGH` is left: a small
 * move needs none.
 */
const SPARE = 0.15
const ENOUGH = 0.04

export interface MapOptions {
  readonly L: typeof Leaflet
  readonly frame: HTMLElement
  readonly config: Reply<typeof mapConfig>
  readonly at: Point & { readonly zoom: number }
  /** The groups of a part of the map. */
  readonly groupsOf: (view: MapView) => Promise<readonly ShownGroup[]>
  readonly onView: (view: MapView) => void
  readonly signOf: SignOf
  readonly onFaces: (faces: readonly AvatarSlot[]) => void
  readonly onPick: (shown: ShownGroup) => void
  readonly onBackgroundClick: () => void
  /** The notes about what is drawn have changed. */
  readonly onNotes: (notes: MapNotes) => void
}
export interface RadarMap {
  /** The points have changed: requests their groups; resolves when they are shown. */
  renew(): Promise<void>
  go(point: Point, zoom?: number): void
  fit(box: MapBox): void
  zoomBy(step: 1 | -1): void
  /** A ring around a requested place, or a dot at the member’s position. */
  mark(point: Point, kind: 'asked' | 'self'): void
  remove(): void
}

const boxOf = (b: Leaflet.LatLngBounds): MapBox => ({
  south: b.getSouth(),
  west: b.getWest(),
  north: b.getNorth(),
  east: b.getEast(),
})

const createMap = ({ L, frame, config, onNotes }: MapOptions, calm: boolean): Leaflet.Map => {
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
  addBaseMap(L, map, config, onNotes)
  return map
}

/** Markers that can be clicked, and that scroll into view on keyboard focus. */
const createMarkers = (
  map: Leaflet.Map,
  { signOf, onFaces, onPick }: Pick<MapOptions, 'signOf' | 'onFaces' | 'onPick'>,
): MarkerGround =>
  createMarkerGround({
    map,
    onFaces,
    make: (shown) => {
      const marker = markerOf(shown, signOf)
      marker.button.addEventListener('click', (event) => {
        event.stopPropagation()
        // the end of a drag that started on a marker is not a click
        if (!(map.dragging as Leaflet.Handler & { moved(): boolean }).moved()) onPick(marker.shown)
      })
      marker.button.addEventListener(
        'focus',
        () =>
          marker.button.matches(':focus-visible') &&
          map.panInside([marker.shown.group.lat, marker.shown.group.lng], {
            ...EDGE,
            animate: false,
          }),
      )
      return marker
    },
  })

interface Requests {
  /** The groups of a view and a little around it; null: failed, or replaced by a later request. */
  groupsIn(view: MapView): Promise<readonly ShownGroup[] | null>
  /** Whether the last request still covers this view. */
  cover(view: MapView): boolean
  cancel(): void
}
const createRequests = (groupsOf: MapOptions['groupsOf']): Requests => {
  let count = 0
  let requested: MapView | null = null
  return {
    groupsIn: async (view) => {
      const number = (count += 1)
      requested = { ...enlargeBox(view, SPARE), zoom: view.zoom }
      const list = await groupsOf(requested).catch(() => null)
      if (number !== count) return null
      // after a failure the next move requests them again
      if (!list) requested = null
      return list
    },
    cover: (view) =>
      requested?.zoom === view.zoom && containsBox(requested, enlargeBox(view, ENOUGH)),
    cancel: () => {
      count += 1
    },
  }
}

/** The view and the pixel origin at the end of a zoom animation. */
const endOfZoom = (
  L: typeof Leaflet,
  map: Leaflet.Map,
  end: Pick<Leaflet.ZoomAnimEvent, 'center' | 'zoom'>,
): { view: MapView; origin: Leaflet.Point } => {
  const corner = cornerAfterZoom(map, end)
  const box = boxOf(
    L.latLngBounds(
      map.unproject(corner, end.zoom),
      map.unproject(corner.add(map.getSize()), end.zoom),
    ),
  )
  return { view: { ...box, zoom: end.zoom }, origin: originAfterZoom(map, end) }
}

/**
 * Leaflet ignores a move that is requested during a zoom animation (a quarter of a second): the last
 * one waits for its end.
 */
const createMoves = (map: Leaflet.Map): ((move: () => void) => void) => {
  let waiting: (() => void) | null = null
  const isZooming = (): boolean =>
    map.getPane('mapPane')?.classList.contains('leaflet-zoom-anim') ?? false
  map.on('moveend', () => {
    if (!waiting || isZooming()) return
    const move = waiting
    waiting = null
    move()
  })
  map.on('unload', () => (waiting = null))
  return (move) => {
    if (isZooming()) waiting = move
    else move()
  }
}

/** Rings and dots, one of each kind. */
const createMarks = (L: typeof Leaflet, map: Leaflet.Map): RadarMap['mark'] => {
  const marks = new Map<string, Leaflet.Marker>()
  return (point, kind) => {
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
  }
}

/** The map. React only draws the faces; all that moves is Leaflet’s. */
export const createRadarMap = (options: MapOptions): RadarMap => {
  const { L, frame, at, onView, onBackgroundClick } = options
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createMap(options, calm)
  const markers = createMarkers(map, options)
  const requests = createRequests(options.groupsOf)
  const afterZoom = createMoves(map)
  const currentView = (): MapView => ({ ...boxOf(map.getBounds()), zoom: map.getZoom() })
  const draw = async (): Promise<void> => {
    const list = await requests.groupsIn(currentView())
    if (list) markers.draw(list)
  }
  // kept by the observer: reading it during a change would force a layout
  let width = frame.clientWidth
  map.on('moveend', () => {
    // hidden behind the list, or not laid out yet
    if (width === 0) return
    const view = currentView()
    if (!requests.cover(view)) void draw()
    onView(view)
  })
  map.on('click', onBackgroundClick)
  // a pinch changes the zoom in every frame: the markers stay
  map.on('zoom viewreset', (event) =>
    'pinch' in event || width === 0 ? markers.reposition() : markers.finishZoom(),
  )
  map.on('zoomanim', ({ center, zoom }) => {
    // the second of two quick presses may start where the first has ended: Leaflet sends no event
    // for its end
    if (zoom === map.getZoom()) return
    const { view, origin } = endOfZoom(L, map, { center, zoom })
    markers.startZoom(zoom, origin)
    // the markers of the next zoom are made during the animation
    void requests.groupsIn(view).then((list) => list && markers.prepareZoom(list, zoom, origin))
  })
  map.setView([at.lat, at.lng], at.zoom)
  const sizes = new ResizeObserver(() => {
    width = frame.clientWidth
    map.invalidateSize({ pan: false })
  })
  sizes.observe(frame)
  return {
    renew: () => {
      markers.discardPrepared()
      return draw()
    },
    go: (point, zoom = map.getZoom()) =>
      afterZoom(() => map.setView([point.lat, point.lng], zoom, { animate: !calm })),
    fit: ({ south, west, north, east }) => {
      const corners: Leaflet.LatLngBoundsLiteral = [
        [south, west],
        [north, east],
      ]
      const maxZoom = Math.max(FIT_ZOOM, map.getZoom() + 1)
      afterZoom(() => map.fitBounds(corners, { ...EDGE, maxZoom, animate: !calm }))
    },
    zoomBy: (step) => void map.zoomIn(step),
    mark: createMarks(L, map),
    remove: () => {
      requests.cancel()
      markers.end()
      sizes.disconnect()
      map.remove()
    },
  }
}
