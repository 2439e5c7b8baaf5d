import { AccountAvatar } from '../../../parts/member/avatar'
import { usePeople } from '../participants/data'
import styles from './details.module.css'

const SHOWN = 4

/** The first confirmed participants, overlapping. Decoration: their count is written beside. */
export const Faces = ({ eventId }: { eventId: string }) => {
  const { data } = usePeople(eventId)
  const people = data?.filter((row) => row.status === 'accepted').slice(0, SHOWN)
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
