import { Suspense } from 'react'
import { lazyPart } from '../../../data/start/lazy-part'
import { ArtConversations } from '../../../ui/art/conversations'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { Button } from '../../../ui/forms/button'
import styles from '../messaging.module.css'

const FirstSteps = lazyPart(() =>
  import('../../../parts/form/first-steps').then((m) => m.FirstSteps),
)

/** In place of an empty list. */
export const NoConversation = ({ onCreate }: { onCreate: () => void }) => (
  <EmptyState
    art={<ArtConversations />}
    title="Pas encore de discussion"
    text="Écrivez à un membre dont vous connaissez le pseudo."
    action={
      <>
        <Button variant="primary" onClick={onCreate}>
          Nouvelle discussion
        </Button>
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      </>
    }
  />
)

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
