import { listAddressViews } from '#contract/events/address'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { dateTime } from '../../../lib/dates'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Dialog } from '../../../ui/overlay/dialog'
import styles from '../event/house-rules.module.css'

/** Participants who have opened the address, for the organizers. */
export const AddressViewsDialog = ({
  eventId,
  onClose,
}: {
  eventId: string
  onClose: () => void
}) => {
  const { data, error, mutate } = useData(
    ['event-address-views', eventId],
    async () => (await call(listAddressViews, { params: { id: eventId } })).views,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Adresse vue"
      description="La première ouverture de chaque participant, effacée avec l’adresse."
      size="sm"
      level={700}
    >
      {data ? (
        <ul className={styles.guests}>
          {data.map((v) => (
            <li key={v.participant_id}>
              <b>{v.account_handle}</b>
              <span className="quiet">{dateTime(v.at)}</span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState
          text="Impossible de charger la liste. Vérifiez votre connexion."
          onRetry={() => void mutate()}
        />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Dialog>
  )
}
