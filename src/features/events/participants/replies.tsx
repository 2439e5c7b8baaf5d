import { listReplies } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Dialog } from '../../../ui/overlay/dialog'
import styles from '../event/house-rules.module.css'

/** What guests answered, for the organizers. */
export const RepliesDialog = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const { data, error, mutate } = useData(
    ['event-answers', event.id],
    async () => (await call(listReplies, { params: { id: event.id } })).guests,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Réponses"
      description="Lues par les organisateurs seulement, effacées une semaine après la sortie."
      level={700}
    >
      {data ? (
        data.length > 0 ? (
          <ul className={styles.guests}>
            {data.map((guest) => (
              <li key={guest.participant_id}>
                <b>{guest.account_handle}</b>
                <dl className={styles.answers}>
                  {guest.answers.map((a) => (
                    <div key={a.question}>
                      <dt>{a.question}</dt>
                      <dd>{a.text}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        ) : (
          <p className="quiet" role="status">
            Personne n’a encore répondu.
          </p>
        )
      ) : error ? (
        <ErrorState
          text="Impossible de charger les réponses. Vérifiez votre connexion."
          onRetry={() => void mutate()}
        />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Dialog>
  )
}
