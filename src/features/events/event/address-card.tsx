import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import type { PrivateLocation } from '#contract/events/events'
import { closeAll } from '../../../data/state/panels'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { IconExternal } from '../../../ui/icons/nav'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { COORDINATES } from '../state/labels'
import styles from './details.module.css'

const PointMap = lazy(async () => ({
  default: (await import('../../../parts/map/point-map')).PointMap,
}))

/**
 * The revealed precise address: map (opens the radar), text, directions. No map service is
 * contacted before a click.
 */
export const AddressCard = ({
  location: { address, lat, lng },
}: {
  location: Readonly<PrivateLocation>
}) => {
  const [, navigate] = useLocation()
  const point = lat === null || lng === null ? null : { lat, lng }
  return (
    <Card as="section" title="Adresse exacte">
      {point ? (
        <div className={styles.map}>
          <Suspense fallback={<Skeleton h="220px" />}>
            <PointMap label={`Carte : ${address}`} point={point} />
          </Suspense>
          <button
            type="button"
            className={styles.over}
            aria-label="Voir sur la carte"
            onClick={() =>
              void closeAll().then(() => navigate(`/radar?lat=${point.lat}&lng=${point.lng}`))
            }
          />
        </div>
      ) : null}
      <div className={styles.address}>
        <div>
          <p className={styles.addressText}>{address}</p>
          {point ? <p className={styles.coordinates}>{COORDINATES(point.lat, point.lng)}</p> : null}
        </div>
        {point ? (
          <Button
            size="sm"
            icon={<IconExternal size={18} />}
            href={`https://www.openstreetmap.org/directions?to=${point.lat.toFixed(6)}%2C${point.lng.toFixed(6)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Itinéraire
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
