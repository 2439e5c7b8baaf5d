import { serverMessageOf } from '../../data/http/api-error'
import { parseMediaRef } from '../../data/media/media-path'
import { toast } from '../../data/state/toasts'
import { useAsyncAction } from '../form/use-async-action'
import { withDe } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { refreshAgreements, useWaitingPicture } from '../member/agreements'
import { SignedImage } from './signed-image'
import styles from './waiting-picture.module.css'

interface Props {
  readonly kind: 'event' | 'conversation'
  readonly targetId: string
  readonly label: string
  /** What the place does once all persons have agreed. */
  readonly then: string
  /** The picture that the place shows now. */
  readonly present: string | null
  /** Chooses the present picture again, which ends the wait. */
  readonly onTakeBack: (mediaId: string | null) => Promise<unknown>
}

/** The picture of an event or a group that waits for an agreement; nothing where none does. */
export const WaitingPicture = ({ kind, targetId, label, then, present, onTakeBack }: Props) => {
  const waiting = useWaitingPicture(kind, targetId)
  const { busy, run } = useAsyncAction()
  if (!waiting) return null
  const takeBack = async (): Promise<void> => {
    await run(
      async () => {
        const now = parseMediaRef(present)
        await onTakeBack(now?.kind === 'media' ? now.id : null)
        await refreshAgreements()
        toast('La photo en attente est retirée.', { kind: 'success' })
      },
      (error) =>
        toast(serverMessageOf(error) ?? 'La photo n’a pas pu être retirée. Réessayez.', {
          kind: 'error',
        }),
    )
  }
  return (
    <figure className={styles.waiting}>
      <div className={styles.frame} data-kind={kind}>
        <SignedImage
          media={{ id: waiting.mediaId, blurhash: waiting.blurhash }}
          variant="thumbnail"
          alt={label}
          className={styles.picture}
        />
      </div>
      <figcaption className={styles.words}>
        En attente de l’accord {withDe(waiting.names)}. {then}
        <Button size="sm" variant="ghost" busy={busy} onClick={() => void takeBack()}>
          Retirer
        </Button>
      </figcaption>
    </figure>
  )
}
