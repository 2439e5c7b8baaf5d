import type { RefObject } from 'react'
import type { Location } from '#contract/profile/data'
import { IconButton } from '../../ui/forms/icon-button'
import { IconFull } from '../../ui/icons/media'
import { IconHome } from '../../ui/icons/nav'
import { IconMinus, IconPlus } from '../../ui/icons/actions'
import { IconLocate } from '../../ui/icons/status'
import type { RadarMap } from './leaflet-map'
import { TOWN_ZOOM } from './places'
import styles from './radar.module.css'

interface Props {
  readonly map: RefObject<RadarMap | null>
  readonly home: Location | null | undefined
  readonly onLocate: () => void
  readonly onWide: () => void
}

/**
 * Buttons over the map: zoom, show all, own commune, current position (requested from the device
 * only then).
 */
export const Controls = ({ map, home, onLocate, onWide }: Props) => (
  <div className={styles.controls}>
    <div>
      <IconButton
        label="Agrandir la carte"
        icon={<IconPlus size={20} />}
        onClick={() => map.current?.zoomBy(1)}
      />
      <IconButton
        label="Réduire la carte"
        icon={<IconMinus size={20} />}
        onClick={() => map.current?.zoomBy(-1)}
      />
    </div>
    <div>
      <IconButton label="Tout voir" icon={<IconFull size={20} />} onClick={onWide} />
      {home ? (
        <IconButton
          label={`Ma commune\u00a0: ${home.city}`}
          icon={<IconHome size={20} />}
          onClick={() => map.current?.go(home, TOWN_ZOOM)}
        />
      ) : null}
      {'geolocation' in navigator ? (
        <IconButton label="Autour de moi" icon={<IconLocate size={20} />} onClick={onLocate} />
      ) : null}
    </div>
  </div>
)
