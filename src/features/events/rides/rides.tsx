import { Suspense, useState } from 'react'
import type { Event } from '#contract/events/events'
import { listRides, withdrawRide, type Ride } from '#contract/events/rides'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { mutate } from '../../../data/http/mutate'
import { toastRefusal } from '../../../data/state/toasts'
import { lazyPart } from '../../../data/start/lazy-part'
import { cityName } from '../../../lib/city'
import { hourLong } from '../../../lib/dates'
import { NBSP, plural } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { confirm } from '../../../ui/overlay/confirm'
import { useParticipantConversation } from '../participants/talk'
import { ridesKey } from '../state/keys'
import styles from './rides.module.css'

const RideDialog = lazyPart(() => import('./ride-dialog').then((m) => m.RideDialog))

/** «3 places · depuis Lyon (69) · vers 19 h 30 · pour couples» */
const rideText = (ride: Ride): string =>
  [
    plural(ride.seats, 'place'),
    `depuis ${cityName(ride.location)}`,
    ...(ride.leaves_at ? [`vers${NBSP}${hourLong(ride.leaves_at)}`] : []),
    ...(ride.for_kind
      ? [ride.for_kind === 'woman' ? 'pour femmes seules' : `pour${NBSP}couples`]
      : []),
  ].join(' · ')

const withdraw = async (eventId: string): Promise<void> => {
  const yes = await confirm({
    title: `Retirer votre offre${NBSP}?`,
    message: 'Prévenez les personnes qui comptaient venir avec vous.',
    confirmLabel: 'Retirer',
    danger: true,
  })
  if (!yes) return
  try {
    await call(withdrawRide, { params: { id: eventId } })
  } catch (error) {
    toastRefusal(error, 'Votre offre est toujours là. Vérifiez votre connexion.')
  }
  await mutate(ridesKey(eventId))
}

const Row = ({
  ride,
  onTalk,
  onEdit,
  onWithdraw,
}: {
  ride: Ride
  onTalk: () => void
  onEdit: () => void
  onWithdraw: () => void
}) => (
  <li className={styles.ride}>
    <AccountAvatar account={ride} size={40} />
    <div className={styles.words}>
      <b>{ride.is_own ? 'Vous' : ride.account_handle}</b>
      <small>{rideText(ride)}</small>
    </div>
    <div className={styles.acts}>
      {ride.is_own ? (
        <>
          <Button size="sm" onClick={onEdit}>
            Modifier
          </Button>
          <Button size="sm" variant="ghost" onClick={onWithdraw}>
            Retirer
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          aria-label={`Écrire à ${ride.account_handle} pour le covoiturage`}
          onClick={onTalk}
        >
          Écrire
        </Button>
      )}
    </div>
  </li>
)

/** Seats that participants offer; one writes to them in the app. */
export const Rides = ({ event }: { event: Event }) => {
  const key = ridesKey(event.id)
  const { data, error } = useData(
    key,
    async () => (await call(listRides, { params: { id: event.id } })).rides,
  )
  const [open, setOpen] = useState(false)
  const { talk, dialog } = useParticipantConversation(event)
  const own = data?.find((r) => r.is_own)
  return (
    <Card as="section" title="Covoiturage">
      {data ? (
        <>
          {data.length > 0 ? (
            <ul className={styles.rides}>
              {data.map((ride) => (
                <Row
                  key={ride.participant_id}
                  ride={ride}
                  onTalk={() =>
                    talk({
                      id: ride.participant_id,
                      account_handle: ride.account_handle,
                      is_creator: false,
                      is_co_organizer: ride.is_organizer,
                    })
                  }
                  onEdit={() => setOpen(true)}
                  onWithdraw={() => void withdraw(event.id)}
                />
              ))}
            </ul>
          ) : (
            <p className={styles.quiet}>
              Personne ne propose encore de places. Seuls les participants confirmés voient les
              offres, qui n’indiquent qu’une commune.
            </p>
          )}
          {own ? null : <Button onClick={() => setOpen(true)}>Proposer des places</Button>}
        </>
      ) : error ? (
        <ErrorState
          level={3}
          text="Impossible de charger le covoiturage. Vérifiez votre connexion."
          onRetry={() => void mutate(key)}
        />
      ) : (
        <SkeletonRows count={1} />
      )}
      {dialog}
      <Suspense fallback={null}>
        {open ? (
          <RideDialog eventId={event.id} own={own ?? null} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </Card>
  )
}
