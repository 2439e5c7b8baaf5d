import { AccountAvatar } from '../../../parts/member/avatar'
import { useFirstParticipants } from '../participants/data'
import styles from './details.module.css'

const SHOWN = 4

/** The first confirmed participants, overlapping. Decoration: their count is written beside. */
export const ParticipantFaces = ({ eventId }: { eventId: string }) => {
  const { data: people } = useFirstParticipants(eventId, SHOWN)
  return people && people.length > 0 ? (
    <span className={styles.faces} aria-hidden="true">
      {people.map((row) => (
        <AccountAvatar
          key={row.id}
          account={row}
          size={36}
          hidden={row.account_id === null}
          ring="surface-1"
        />
      ))}
    </span>
  ) : null
}
