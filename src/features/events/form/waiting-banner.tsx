import { useWaitingPicture } from '../../../parts/member/agreements'
import { SignedImage } from '../../../parts/photo/signed-image'
import { de } from '../../../lib/text'
import styles from './form.module.css'

/** The banner of this event that waits for an agreement; nothing where none does. */
export const WaitingBanner = ({ eventId }: { eventId: string }) => {
  const waiting = useWaitingPicture('event', eventId)
  if (!waiting) return null
  return (
    <figure className={styles.waiting}>
      <div>
        <SignedImage
          media={{ id: waiting.mediaId, blurhash: waiting.blurhash }}
          variant="thumbnail"
          alt="Bannière en attente"
          className={styles.picture}
        />
      </div>
      <figcaption>
        En attente de l’accord {de(waiting.names)}. La sortie la montrera ensuite.
      </figcaption>
    </figure>
  )
}
