import { useEffect, useRef, useState, type RefObject } from 'react'
import type * as Leaflet from 'leaflet'
import { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import { call } from '../../data/http/api'
import { PARIS, START_ZOOM } from '../../lib/paris'
import { loadLeaflet } from './leaflet'
import { NO_NOTES, type MapNotes } from './map-foot'
import { addBaseMap } from './map-ground'
import styles from './point-map.module.css'

/** The closest at which the country that the app draws has names around most points. */
const COUNTRY_ZOOM = 12
/** Zoom at a point: its streets, or the communes around it where the map has no streets. */
const nearZoomOf = ({ basemap, tiles }: Reply<typeof mapConfig>): number =>
  basemap === null && tiles === null ? COUNTRY_ZOOM : 16
const FIXED = {
  dragging: false,
  scrollWheelZoom: false,
  doubleClickZoom: false,
  boxZoom: false,
  keyboard: false,
  touchZoom: false,
} as const

export interface Point {
  readonly lat: number
  readonly lng: number
}
type Move = RefObject<((point: Point) => void) | undefined>
interface LoadedMap {
  readonly L: typeof Leaflet
  readonly map: Leaflet.Map
  readonly nearZoom: number
}

const pin = (L: typeof Leaflet): Leaflet.DivIcon => {
  const html = document.createElement('span')
  html.className = styles.pin ?? ''
  return L.divIcon({ html, className: '', iconSize: [28, 28], iconAnchor: [14, 26] })
}

const createMap = (
  L: typeof Leaflet,
  frame: HTMLElement,
  config: Reply<typeof mapConfig>,
  start: Point,
  fixed: boolean,
  move: Move,
  onNotes: (notes: MapNotes) => void,
): Leaflet.Map => {
  const map = L.map(frame, {
    attributionControl: false,
    zoomControl: false,
    maxZoom: config.maxZoom,
    fadeAnimation: false,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    ...(fixed ? FIXED : {}),
  }).setView([start.lat, start.lng], fixed ? nearZoomOf(config) : START_ZOOM)
  addBaseMap(L, map, config, (notes) => {
    // where streets were to be, the country has nothing to show
    if (notes.notice && map.getZoom() > COUNTRY_ZOOM) map.setZoom(COUNTRY_ZOOM, { animate: false })
    onNotes(notes)
  })
  map.on('click', (event: Leaflet.LeafletMouseEvent) => move.current?.(event.latlng.wrap()))
  // arrows move the map under the ring, Enter puts the point there
  map.on('keydown', ({ originalEvent: key }: Leaflet.LeafletKeyboardEvent) => {
    if (key.key !== 'Enter') return
    key.preventDefault()
    move.current?.(map.getCenter().wrap())
  })
  return map
}

const useMap = (frame: RefObject<HTMLElement | null>, start: Point, fixed: boolean, move: Move) => {
  const [map, setMap] = useState<LoadedMap | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'error'>('loading')
  const [notes, setNotes] = useState(NO_NOTES)
  const first = useRef(start)
  useEffect(() => {
    let made: Leaflet.Map | null = null
    let gone = false
    Promise.all([loadLeaflet(), call(mapConfig, {})])
      .then(([L, config]) => {
        if (gone || !frame.current) return
        made = createMap(L, frame.current, config, first.current, fixed, move, setNotes)
        setMap({ L, map: made, nearZoom: nearZoomOf(config) })
        setState('ready')
      })
      .catch(() => !gone && setState('error'))
    return () => {
      gone = true
      made?.remove()
      setMap(null)
    }
  }, [frame, fixed, move])
  return { map, state, notes }
}

/** Keeps the marker, and the view around it, at the point. */
const useMarker = (
  map: LoadedMap | null,
  point: Point | null,
  fixed: boolean,
  move: Move,
): void => {
  const marker = useRef<Leaflet.Marker | null>(null)
  // a marker goes with its map
  useEffect(() => () => void (marker.current = null), [fixed])
  const [lat, lng] = [point?.lat, point?.lng]
  useEffect(() => {
    if (!map) return
    if (lat === undefined || lng === undefined) {
      marker.current?.remove()
      marker.current = null
      return
    }
    if (marker.current) marker.current.setLatLng([lat, lng])
    else {
      const made = map.L.marker([lat, lng], {
        icon: pin(map.L),
        draggable: !fixed,
        keyboard: false,
        interactive: !fixed,
      }).addTo(map.map)
      made.on('dragend', () => move.current?.(made.getLatLng().wrap()))
      marker.current = made
    }
    if (!map.map.getBounds().pad(-0.1).contains([lat, lng]))
      map.map.setView([lat, lng], Math.max(map.map.getZoom(), map.nearZoom))
  }, [map, lat, lng, fixed, move])
}

/** A Leaflet map in `frame` with a marker at the point; without `onMove` it is read-only. */
export const usePointMap = (
  point: Point | null,
  around: Point | null | undefined,
  onMove: ((point: Point) => void) | undefined,
) => {
  const frame = useRef<HTMLDivElement>(null)
  const move = useRef(onMove)
  move.current = onMove
  const fixed = onMove === undefined
  const { map, state, notes } = useMap(frame, point ?? around ?? PARIS, fixed, move)
  useMarker(map, point, fixed, move)
  return { frame, map: map?.map, state, notes, fixed }
}
