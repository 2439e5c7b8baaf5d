import { plural } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import type { Unblurred } from './unblurred'

const unseenWords = (count: number): string =>
  `Nous n’avons pas pu chercher les visages sur ${plural(count, 'photo')}. Jetez-y un coup d’œil avant l’envoi.`

/** Asked before photos with visible faces are sent. */
export const UnblurredQuestion = ({
  asked: { visible, unseen },
  onBlur,
  onSend,
  onClose,
}: {
  asked: Unblurred
  /** Edits this photo. */
  onBlur: (photoId: string) => void
  onSend: () => void
  onClose: () => void
}) => {
  const first = visible[0] ?? unseen[0]
  return (
    <Dialog
      open
      alert
      size="sm"
      onClose={onClose}
      title={
        visible.length > 0
          ? `Un visage est visible sur ${plural(visible.length, 'photo')}.`
          : 'Pas encore regardé'
      }
      description={unseen.length > 0 ? unseenWords(unseen.length) : undefined}
      footer={
        <>
          <Button onClick={onSend}>Envoyer ainsi</Button>
          <Button
            variant="primary"
            data-autofocus=""
            onClick={() => {
              onClose()
              if (first) onBlur(first.id)
            }}
          >
            Flouter
          </Button>
        </>
      }
    />
  )
}
