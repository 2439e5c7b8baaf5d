import { useEffect, useRef, useState } from 'react'
import type * as Leaflet from 'leaflet'
import { mapConfig } from '#contract/radar'
import { call } from '../../data/http/api'
import { cx } from '../../lib/cx'
import { PARIS, START_ZOOM } from '../../lib/paris'
import { IconButton } from '../../ui/forms/icon-button'
import { IconMinus, IconPin, IconPlus } from '../../ui/icons/actions'
import { Spinner } from '../../ui/feedback/spinner'
import { loadLeaflet } from './leaflet'
import { addTiles } from './map-tiles'
import ground from './map-ground.module.css'
import styles from './point-map.module.css'

const NEAR_ZOOM = 16

interface Point {
  readonly lat: number
  readonly lng: number
}
interface Props {
  /** What the map shows, for screen readers. */
  readonly label: string
  readonly point: Point | null
  /** Where to look while there is no point. */
  readonly around?: Point | null | undefined
  /** Clicks and drags set the point; without it the map is read-only. */
  readonly onMove?: ((point: Point) => void) | undefined
}

const pin = (L: typeof Leaflet): Leaflet.DivIcon => {
  const html = document.createElement('span')
  html.className = styles.pin ?? ''
  return L.divIcon({ html, className: '', iconSize: [28, 28], iconAnchor: [14, 26] })
}

/** A small map with one marker; tiles come through the app's own server. */
export const PointMap = ({ label, point, around, onMove }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<{ L: typeof Leaflet; map: Leaflet.Map } | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'error'>('loading')
  const [credit, setCredit] = useState('')
  const marker = useRef<Leaflet.Marker | null>(null)
  const move = useRef(onMove)
  move.current = onMove
  const fixed = onMove === undefined
  const start = useRef(point ?? around ?? PARIS)

  useEffect(() => {
    let made: Leaflet.Map | null = null
    let gone = false
    Promise.all([loadLeaflet(), call(mapConfig, {})])
      .then(([L, config]) => {
        if (gone || !frame.current) return
        made = L.map(frame.current, {
          attributionControl: false,
          zoomControl: false,
          maxZoom: config.maxZoom,
          fadeAnimation: false,
          zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
          ...(fixed
            ? {
                dragging: false,
                scrollWheelZoom: false,
                doubleClickZoom: false,
                boxZoom: false,
                keyboard: false,
                touchZoom: false,
              }
            : {}),
        }).setView([start.current.lat, start.current.lng], fixed ? NEAR_ZOOM : START_ZOOM)
        addTiles(L, made, config)
        made.on('click', (event: Leaflet.LeafletMouseEvent) => move.current?.(event.latlng.wrap()))
        // arrows move the map under the ring, Enter puts the point there
        made.on('keydown', ({ originalEvent: key }: Leaflet.LeafletKeyboardEvent) => {
          if (key.key !== 'Enter' || !made) return
          key.preventDefault()
          move.current?.(made.getCenter().wrap())
        })
        setCredit(config.credit)
        setMap({ L, map: made })
        setState('ready')
      })
      .catch(() => !gone && setState('error'))
    return () => {
      gone = true
      made?.remove()
      marker.current = null
      setMap(null)
    }
  }, [fixed])

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
      map.map.setView([lat, lng], Math.max(map.map.getZoom(), NEAR_ZOOM))
  }, [map, lat, lng, fixed])

  const put = (): void => {
    if (map) move.current?.(map.map.getCenter().wrap())
  }
  return (
    <div className={styles.map} data-zoomable="" data-no-swipe="">
      <div
        ref={frame}
        className={cx(styles.frame, ground.ground, !fixed && styles.aimed)}
        role={fixed ? 'img' : 'application'}
        aria-label={label}
      />
      {state === 'loading' ? (
        <span className={styles.over}>
          <Spinner size={22} label="Chargement de la carte…" />
        </span>
      ) : null}
      {state === 'error' ? (
        <span className={styles.over} role="status">
          La carte ne se charge pas.
        </span>
      ) : null}
      {fixed || !map ? null : (
        <div className={styles.zoom}>
          <IconButton
            label="Agrandir la carte"
            icon={<IconPlus size={18} />}
            variant="over"
            size="sm"
            onClick={() => map.map.zoomIn()}
          />
          <IconButton
            label="Réduire la carte"
            icon={<IconMinus size={18} />}
            variant="over"
            size="sm"
            onClick={() => map.map.zoomOut()}
          />
          <IconButton
            label="Placer le point au milieu"
            icon={<IconPin size={18} />}
            variant="over"
            size="sm"
            onClick={put}
          />
        </div>
      )}
      {credit ? <small className={styles.credit}>{credit}</small> : null}
    </div>
  )
}
