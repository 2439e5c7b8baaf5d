import type { RefObject } from 'react'
import { useData } from '../../data/http/cache'
import { getProfile } from '#contract/profile/data'
import { call } from '../../data/http/api'
import { memberKey } from '../../data/http/keys'
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
  readonly accountId: string | null
  readonly onLocate: () => void
  readonly onWide: () => void
}

/**
 * Buttons over the map: zoom, show all, own commune, current position (requested from the device
 * only then).
 */
export const Controls = ({ map, accountId, onLocate, onWide }: Props) => {
  const { data } = useData(accountId ? memberKey('profile', accountId) : null, () =>
    call(getProfile, { params: { id: accountId as string } }),
  )
  const home = data?.data.location ?? null
  return (
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
            label={`Ma commune : ${home.city}`}
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
}
