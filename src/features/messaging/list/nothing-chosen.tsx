import { ArtConversations } from '../../../ui/art/conversations'
import { EmptyState } from '../../../ui/feedback/empty-state'
import styles from '../messaging.module.css'

/** Shown beside the list while no conversation is open. */
export const NothingChosen = () => (
  <div className={styles.none}>
    <EmptyState
      art={<ArtConversations />}
      title="Choisissez une discussion"
      text="Elle s’ouvrira ici."
    />
  </div>
)
