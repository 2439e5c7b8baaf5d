import { Suspense, useEffect, type MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { addressSeen } from '#contract/events/address'
import type { Event, PrivateLocation } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { storage } from '../../../data/device/storage'
import { closeAll } from '../../../data/state/panels'
import { lazyPart } from '../../../data/start/lazy-part'
import { dateTime } from '../../../lib/dates'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { confirm } from '../../../ui/overlay/confirm'
import { Card } from '../../../ui/layout/card'
import { IconExternal } from '../../../ui/icons/nav'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { coordinatesText } from '../state/labels'
import styles from './details.module.css'

const PointMap = lazyPart(() => import('../../../parts/map/point-map').then((m) => m.PointMap))

/** Asks once before the address leaves for another host, then opens the directions in a new tab. */
const warnOnce = async (event: MouseEvent<HTMLElement>, href: string): Promise<void> => {
  if (storage.get('directions_told')) return
  event.preventDefault()
  const isWanted = await confirm({
    title: `Ouvrir l’itinéraire${NBSP}?`,
    message: 'L’adresse exacte sera transmise à openstreetmap.org, hors de l’application.',
    confirmLabel: 'Ouvrir l’itinéraire',
  })
  if (!isWanted) return
  storage.set('directions_told', 'true')
  open(href, '_blank', 'noopener,noreferrer')
}

/**
 * The revealed precise address: map (opens the radar), text, directions. No map service is
 * contacted before a click.
 */
export const AddressCard = ({
  event: { id, is_organizer, address_until },
  location: { address, lat, lng },
}: {
  event: Pick<Event, 'id' | 'is_organizer' | 'address_until'>
  location: Readonly<PrivateLocation>
}) => {
  const [, navigate] = useLocation()
  useEffect(() => {
    // a hint for the organizers: its failure does not concern the member
    if (!is_organizer) void call(addressSeen, { params: { id } }).catch(() => undefined)
  }, [id, is_organizer])
  const point = lat === null || lng === null ? null : { lat, lng }
  const directions = point
    ? `https://www.openstreetmap.org/directions?to=${point.lat.toFixed(6)}%2C${point.lng.toFixed(6)}`
    : ''
  return (
    <Card as="section" title="Adresse exacte">
      {point ? (
        <div className={styles.map}>
          <Suspense fallback={<Skeleton h="220px" />}>
            <PointMap label={`Carte${NBSP}: ${address}`} point={point} />
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
          {address_until ? (
            <p className={styles.quiet}>{`Effacée le ${dateTime(address_until)}.`}</p>
          ) : null}
          {point ? (
            <p className={styles.coordinates}>{coordinatesText(point.lat, point.lng)}</p>
          ) : null}
        </div>
        {point ? (
          <Button
            size="sm"
            icon={<IconExternal size={18} />}
            href={directions}
            onClick={(event) => void warnOnce(event, directions)}
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
