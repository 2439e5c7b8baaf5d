import type * as Leaflet from 'leaflet'
import { cx } from '../../lib/cx'
import { IconButton } from '../../ui/forms/icon-button'
import { IconMinus, IconPin, IconPlus } from '../../ui/icons/actions'
import { Spinner } from '../../ui/feedback/spinner'
import { MapFoot } from './map-foot'
import ground from './map-ground.module.css'
import styles from './point-map.module.css'
import { usePointMap, type Point } from './use-point-map'

interface Props {
  /** What the map shows, for screen readers. */
  readonly label: string
  readonly point: Point | null
  /** Where to look while there is no point. */
  readonly around?: Point | null | undefined
  /** Clicks and drags set the point; without it the map is read-only. */
  readonly onMove?: ((point: Point) => void) | undefined
}

const MapButtons = ({ map, onPut }: { map: Leaflet.Map; onPut: (point: Point) => void }) => (
  <div className={styles.zoom}>
    <IconButton
      label="Agrandir la carte"
      icon={<IconPlus size={18} />}
      variant="over"
      size="sm"
      onClick={() => map.zoomIn()}
    />
    <IconButton
      label="Réduire la carte"
      icon={<IconMinus size={18} />}
      variant="over"
      size="sm"
      onClick={() => map.zoomOut()}
    />
    <IconButton
      label="Placer le point au milieu"
      icon={<IconPin size={18} />}
      variant="over"
      size="sm"
      onClick={() => onPut(map.getCenter().wrap())}
    />
  </div>
)

/** A small map with one marker. */
export const PointMap = ({ label, point, around, onMove }: Props) => {
  const { frame, map, state, notes, fixed } = usePointMap(point, around, onMove)
  return (
    <div className={styles.map} data-zoomable="" data-no-swipe="">
      <div
        ref={frame}
        className={cx(ground.ground, !fixed && styles.aimed)}
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
      {!onMove || !map ? null : <MapButtons map={map} onPut={onMove} />}
      <MapFoot notes={notes} />
    </div>
  )
}
